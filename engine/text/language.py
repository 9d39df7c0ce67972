"""Which of the eleven languages a text is written in, told from its small words, and the stemmer of each.

Rule (PRODUCT, Import): the first 6,000 characters; small words that are common in one language and rare in its
neighbours; at least five hits and a lead of two; a near tie stays undecided and the text is indexed as written.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

from engine.text.normalise import fold_text
from engine.text.stopwords import stop_words

LANGUAGES = ("no", "sv", "da", "en", "de", "fi", "nl", "fr", "es", "it", "pt")

STEMMERS = {
    "norwegian": "no", "swedish": "sv", "danish": "da", "english": "en", "german": "de", "finnish": "fi",
    "dutch": "nl", "french": "fr", "spanish": "es", "italian": "it", "portuguese": "pt",
}  # fmt: skip
STEMMER_OF = {code: name for name, code in STEMMERS.items()}

SAMPLE_CHARACTERS = 6000
LEAST_HITS = 5
LEAST_LEAD = 2

# Words that neighbours do not share; a word may speak for one language only. Norwegian holds both written forms.
_TELLING = {
    "no": "å av blei blir ble blitt mellom hvilke ikkje ein eit frå då dei sjølv noko òg kva hva noen nå etter etterfølgende "
          "eller gjennom måte mye uten vart verte vere kvar korleis nokon opp gjelder fra egen selv sitt enn vært meg deg seg "
          "dersom hverandre gjør gjøre gjort mer flest slik slike innen dette disse arbeid avtale avtalen avtala minst bør "
          "sier sies heller omkring framfor ennå videre likevel fremdeles eventuelt bruk oppgitt uker ukes kroner vi oss alltid",
    "da": "af blev bliver mellem hvilke nogle nu noget hvad efter uden gennem måde meget hvornår nogen op ej eget kap stk "
          "bekendtgørelse lovbekendtgørelse fra selv sit været mig dig mod mere sidste aftale aftalen arbejde mindst sådan "
          "sådanne gør gøre gjort dette disse uger senest herunder således dog blevet hvoraf samme adgang ligesom",
    "sv": "och är att av för från inte någon något några blir blev mellan hur vad eller genom skall ska varit enligt där när "
          "även får hos samt utan efter själv sitt än mig dig mot mera avtal avtalet arbete minst sådan sådana gör göra gjort "
          "detta dessa veckor senast ett inom dock blivit samma upp",
    "en": "the of and is are that this which with shall by from or be not any such under where has have their",
    "de": "der die das und ist nicht den dem des ein eine wird werden nach durch oder auch bei für sich zu von mit wenn",
    "fi": "ja on ei se että joka jos tai ovat sen myös mukaan hän kun voi olla tässä jonka sekä muun",
    "nl": "het een van de en niet dat wordt worden voor op aan zijn bij of door indien naar deze uit geen",
    "fr": "le la les des du et est une dans que qui par pour sur au aux ou pas ce cette sont ne il être",
    "es": "el los las del y en una que por para con se su al como no es lo son o esta este sus",
    "it": "il di che la della del per non con si è le dei nel gli alla sono una delle da al ed",
    "pt": "o os da do em que não uma para com por dos no na ao das é se as ou pelo pela são",
}  # fmt: skip


@cache
def _speakers() -> dict[str, str]:
    """word → the one language that it speaks for; words of several languages speak for none."""
    counts: Counter[str] = Counter(w for words in _TELLING.values() for w in set(words.split()))
    common = {w for code in LANGUAGES for w in stop_words(code)}
    speakers = {w: code for code, words in _TELLING.items() for w in words.split() if counts[w] == 1}
    # Any other small word that stands in one language's list alone speaks for it too.
    lists: Counter[str] = Counter(w for code in LANGUAGES for w in stop_words(code))
    for code in LANGUAGES:
        for word in stop_words(code) & common:
            if lists[word] == 1 and counts[word] == 0:
                speakers[word] = code
    return speakers


def detect(text: str, *, least_hits: int = LEAST_HITS, least_lead: int = LEAST_LEAD) -> str | None:
    """ISO 639-1 code ("no" for both written forms of Norwegian), or None when it is too close to call.

    A question is short: it is asked with fewer hits and a smaller lead (``detect_question``).
    """
    hits: Counter[str] = Counter()
    speakers = _speakers()
    for word in re.findall(r"[^\W\d_]+", fold_text(text[:SAMPLE_CHARACTERS])):
        if word in speakers:
            hits[speakers[word]] += 1
    ranked = hits.most_common(2)
    if not ranked or ranked[0][1] < least_hits:
        return None
    if len(ranked) == 2 and ranked[0][1] - ranked[1][1] < least_lead:
        return None
    return ranked[0][0]


def detect_question(text: str) -> str | None:
    """The language of a question: one telling word is enough where no other language has one."""
    return detect(text, least_hits=1, least_lead=1)
