"""llama.cpp's C interface as far as one conversation needs it: load, tokens and text, read tokens, logits, cache."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from typing import Any

import llama_cpp.llama_cpp as c
import numpy as np

Logits = np.ndarray[Any, np.dtype[np.float32]]
_ERROR = 4  # GGML_LOG_LEVEL_ERROR
_PIECE_BYTES = 256  # the longest piece of a vocabulary is well under this


def _log(level: int, text: bytes, _: object) -> None:
    """Errors go to stderr, where the parent keeps the last lines; the rest is thousands of lines at each load."""
    if level == _ERROR:
        sys.stderr.write(text.decode("utf-8", errors="replace"))


_LOG = c.llama_log_callback(_log)  # kept for the life of the process: the library holds its address


class Native:
    """A loaded model with one context and one sequence. Raises ValueError when the file is not for this library."""

    def __init__(
        self, path: str, context: int, threads: int, chunk: int, should_stop: Callable[[], bool], *, plain: bool
    ) -> None:
        """``plain`` keeps to the kernels that every supported processor runs, where special ones crash."""
        c.llama_log_set(_LOG, None)
        c.llama_backend_init()
        model_settings = c.llama_model_default_params()
        model_settings.n_gpu_layers = 0
        model_settings.use_extra_bufts = not plain
        self._model = c.llama_model_load_from_file(path.encode("utf-8"), model_settings)
        if not self._model:
            raise ValueError("the file cannot be loaded by this version of the model library")
        settings = c.llama_context_default_params()
        settings.n_ctx = context
        settings.n_batch = settings.n_ubatch = chunk
        settings.n_threads = settings.n_threads_batch = threads
        settings.swa_full = True  # models with a sliding window could not be cut back to a shared prefix otherwise
        settings.no_perf = True
        # A reference is kept: ctypes would free the callback under llama.cpp's feet.
        self._abort = c.ggml_abort_callback(lambda _: should_stop())
        settings.abort_callback = self._abort
        self._context = c.llama_init_from_model(self._model, settings)
        if not self._context:
            raise ValueError("there is not enough memory for its context")
        self._memory = c.llama_get_memory(self._context)
        self.vocabulary = c.llama_model_get_vocab(self._model)
        self.size = int(c.llama_vocab_n_tokens(self.vocabulary))
        self.context = int(c.llama_n_ctx(self._context))

    def template(self) -> str | None:
        """The chat template in the file."""
        text = c.llama_model_chat_template(self._model, None)
        return text.decode("utf-8", errors="replace") if text else None

    def begin_and_end(self) -> tuple[str, str]:
        """The texts of the begin and end tokens, empty where there is none."""
        return self._text(c.llama_vocab_bos(self.vocabulary)), self._text(c.llama_vocab_eos(self.vocabulary))

    def control_words(self) -> list[str]:
        """The texts of tokens that steer the model ("<|im_end|>")."""
        return [self._text(t) for t in range(self.size) if c.llama_vocab_is_control(self.vocabulary, t)]

    def tokens(self, text: str) -> list[int]:
        """The tokens of a prompt; a template that already wrote the begin token is not given a second one."""
        raw = text.encode("utf-8")
        room = len(raw) + 8
        buffer = (c.llama_token * room)()
        count = c.llama_tokenize(self.vocabulary, raw, len(raw), buffer, room, True, True)
        if count < 0:
            raise ValueError("the prompt cannot be cut into tokens")
        found = list(buffer[:count])
        bos = c.llama_vocab_bos(self.vocabulary)
        return found[1:] if len(found) > 1 and found[0] == found[1] == bos else found

    def text(self, tokens: list[int]) -> str:
        """The text of tokens that the model wrote."""
        buffer = ctypes.create_string_buffer(_PIECE_BYTES)
        raw = b""
        for token in tokens:
            count = c.llama_token_to_piece(self.vocabulary, token, buffer, _PIECE_BYTES, 0, False)
            raw += buffer.raw[: max(count, 0)]
        return raw.decode("utf-8", errors="ignore")

    def read(self, tokens: list[int]) -> bool:
        """Reads tokens after those already in the cache; False when it was asked to stop on the way."""
        buffer = (c.llama_token * len(tokens))(*tokens)
        code = c.llama_decode(self._context, c.llama_batch_get_one(buffer, len(tokens)))
        if code not in (0, 2):
            raise RuntimeError(f"llama_decode returned {code}")
        return bool(code == 0)

    def logits(self) -> Logits:
        """The scores of all tokens as the next one; valid until the next ``read``."""
        pointer = c.llama_get_logits_ith(self._context, -1)
        return np.ctypeslib.as_array(pointer, shape=(self.size,))

    def cut(self, length: int) -> bool:
        """Cuts the cache back to ``length`` tokens; False when this kind of model cannot, and the cache is then empty."""
        if length > 0 and c.llama_memory_seq_rm(self._memory, 0, length, -1):
            return True
        c.llama_memory_clear(self._memory, True)
        return length == 0

    def ends(self, token: int) -> bool:
        """Whether the token ends the model's turn."""
        return bool(c.llama_vocab_is_eog(self.vocabulary, token))

    def _text(self, token: int) -> str:
        text = c.llama_vocab_get_text(self.vocabulary, token) if token >= 0 else b""
        return text.decode("utf-8", errors="replace") if text else ""


class Grammar:
    """Greedy choice under a GBNF grammar: the best token is tried alone, then a few, then the whole vocabulary.

    Checking all 150,000 tokens at each step costs as much as the model's own step on a small machine.
    """

    FEW = 64

    def __init__(self, native: Native, text: str | None) -> None:
        self._sampler = None
        if text is not None:
            self._sampler = c.llama_sampler_init_grammar(native.vocabulary, text.encode("utf-8"), b"root")
            if not self._sampler:
                raise ValueError("llama.cpp refuses the grammar")

    def __enter__(self) -> Grammar:
        return self

    def __exit__(self, *_: object) -> None:
        if self._sampler is not None:
            c.llama_sampler_free(self._sampler)
            self._sampler = None

    def choose(self, logits: Logits) -> int:
        """The most likely token that the grammar allows here."""
        best = int(np.argmax(logits))
        if self._sampler is None:
            return best
        rounds = (np.array([best]), np.argpartition(logits, -self.FEW)[-self.FEW :], np.arange(len(logits)))
        for tokens in rounds:
            if (found := self._allowed(tokens, logits)) is not None:
                return found
        raise RuntimeError("no token fits the grammar")

    def accept(self, token: int) -> None:
        if self._sampler is not None:
            c.llama_sampler_accept(self._sampler, token)

    def _allowed(self, tokens: np.ndarray[Any, Any], logits: Logits) -> int | None:
        rows = (c.llama_token_data * len(tokens))()
        table = np.ctypeslib.as_array(rows)
        table["id"] = tokens
        table["logit"] = logits[tokens]
        data = c.llama_token_data_array(
            data=ctypes.cast(rows, c.llama_token_data_p), size=len(tokens), selected=-1, sorted=False
        )
        c.llama_sampler_apply(self._sampler, ctypes.byref(data))
        best = int(np.argmax(table["logit"]))
        return int(table["id"][best]) if np.isfinite(table["logit"][best]) else None
