"""Control words of RTF by what they do: signs, destinations that are read, those that are passed over."""

from __future__ import annotations

import re

MOST_GROUPS = 3000  # nested; Word stops at some hundred
SUPERSCRIPT = str.maketrans("0123456789ivxlc", "⁰¹²³⁴⁵⁶⁷⁸⁹ⁱᵛˣˡᶜ")
SIGNS = {
    "tab": " ", "line": "\n", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”", "bullet": "•", "endash": "–",
    "emdash": "—", "emspace": " ", "enspace": " ", "qmspace": " ", "cell": "", "lbr": "\n", "softline": "\n", "zwnj": "", "zwj": "",
}  # fmt: skip
# Destinations that hold no text of the document.
SKIP = frozenset(
    "colortbl pict themedata datastore colorschememapping latentstyles generator listtable listoverridetable rsidtbl xmlnstbl "
    "fldinst bkmkstart bkmkend ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn nonesttables shprslt mmathPr pntxta pntxtb pnseclvl "
    "filetbl operator keywords comment doccomm hlinkbase creatim revtim printim buptim falt panose objclass objname atnid atndate "
    "atnref atrfstart atrfend pgdsctbl template userprops passwordhash docvar wgrffmtfilter factoidname sp xe tc rxe txe background".split()
)
TARGETS = {
    "fonttbl": "fonts", "stylesheet": "styles", "revtbl": "authors", "header": "header", "headerl": "header", "headerr": "header",
    "headerf": "header", "footer": "footer", "footerl": "footer", "footerr": "footer", "footerf": "footer", "footnote": "note",
    "annotation": "comment", "atnauthor": "atnauthor", "title": "title", "author": "author", "info": "skip", "objdata": "object",
}  # fmt: skip
# Starred destinations that are read all the same.
STARRED = frozenset("shpinst shptxt annotation atnauthor revtbl objdata listtext cs fldrslt ud upr footnote".split())
HEADING = re.compile(r"^(?:heading|overskrift|überschrift|rubrik|otsikko|kop|titre|título|titolo) (\d)$", re.I)
TITLES = frozenset("title tittel titel titre título titolo".split())
