#!/usr/bin/python3
"""A small neural detector of single-token bugs, trained on rows of `tokfix export --tokens`.

    tokfix export bugs.db --format pairs --tokens --split train -o train.jsonl
    tokfix export bugs.db --format pairs --tokens --split test --negatives 1 -o test.jsonl
    ./detector.py train train.jsonl --model bugs.pt --tokens 5000000
    ./detector.py predict test.jsonl --model bugs.pt -o predictions.jsonl
    tokfix score test.jsonl --predictions predictions.jsonl

A transformer reads the tokens of a program. One head points to the token with the bug, or to a
first token that means "no bug"; a second one repairs that token by another token of the program
(a pointer) or by an entry of a vocabulary of repairs. These are the heads of Vasic et al. (ICLR
2019), Allamanis et al. (BugLab, NeurIPS 2021) and Richter and Wehrheim (RealiT, 2022). Tokens with
the same text have a bias in the attention (GREAT, Hellendoorn et al., ICLR 2020).

It needs PyTorch (Debian: python3-torch and libopenblas0-pthread) and nothing else. Without a GPU,
the same rows, options and seed give the same model on the same machine, however often the training
was stopped. Output files are replaced. A model is a pickle: load none of people you do not trust.
"""
from __future__ import annotations

import argparse
import ctypes
import gzip
import json
import os
import random
import re
import sys
import time
import zlib
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from pickle import UnpicklingError
from typing import Any, NamedTuple


def choose_kernel() -> None:
    """Names the kernel of OpenBLAS by what the processor can do. OpenBLAS goes by the model of the
    processor, and for one that is newer than itself takes a kernel that is seven times slower."""
    info = Path("/proc/cpuinfo")
    flags = set(info.read_text(errors="replace").split()) if info.exists() else set()
    for kernel, needed in (("SkylakeX", {"avx512bw", "avx512vl"}), ("Haswell", {"avx2", "fma"})):
        if needed <= flags:
            os.environ.setdefault("OPENBLAS_CORETYPE", kernel)


choose_kernel()  # before OpenBLAS is loaded

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy, relu

STOPPED = 75  # exit status if the time was over before the training: run it again
KINDS = "wnsoqtlbe"  # the letters of token_kinds; kinds are numbers of these
LAYOUT = "lbe"  # line ends and blocks, which no edit changes
START_KIND, PADDING_KIND = len(KINDS), len(KINDS) + 1
N_HASHED = 64  # entries for rare tokens of each kind
FAR = 24  # tokens further apart than this are equally far
MAX_OCCURRENCES = 6
IMPOSSIBLE = -1e9  # the logit of what is masked
DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")


# ---- rows
class Row(NamedTuple):
    """A program with its bug, or a correct one. The first four have an item for each token."""

    texts: list[str]
    kinds: bytes
    lines: array[int]  # from 0
    columns: array[int]  # from 0, in code points
    id: str
    bug: int  # the token; of a missing `not`, the token before which it is missing; -1: correct
    edit: str  # replace, insert, delete, none
    repair: str  # the token that replaces the bug; "" deletes it


def read_tokens(row: dict[str, Any], code: str) -> tuple[list[str], bytes, array[int], array[int]]:
    """The texts, kinds, lines and columns of the tokens. In pairs, a CR alone ends a line, too."""
    data = code.encode()
    counted = data if "error_marker" in row else re.sub(rb"\r(?!\n)", b"\n", data)
    starts, ends, kinds = row["token_starts"], row["token_ends"], row["token_kinds"]
    if not len(starts) == len(ends) == len(kinds):
        raise ValueError("token_starts, token_ends and token_kinds are not equally long")
    texts: list[str] = []
    lines, columns = array("i"), array("i")
    line = column = at = 0
    for start, end, kind in zip(starts, ends, kinds):
        if not at <= start <= end <= len(data) or kind not in KINDS:
            raise ValueError(f"token {len(texts)} ({kind}, bytes {start} to {end}) cannot be there")
        lines_before, newline, line_text = counted[at:start].rpartition(b"\n")
        line += lines_before.count(b"\n") + len(newline)
        column = len(line_text.decode()) + (0 if newline else column)
        at = start
        text = f"<{kind}>" if kind in LAYOUT else data[start:end].decode()
        # Programs share their texts, to save memory.
        texts.append(sys.intern(" ".join(text.split()) if kind in "wo" else text))
        lines.append(line)
        columns.append(column)
    return texts, bytes(map(KINDS.index, kinds)), lines, columns


def read_row(row: dict[str, Any]) -> Row:
    """Reads a row of pairs or, if it has an `error_marker`, of nbf."""
    is_nbf = "error_marker" in row
    texts, kinds, lines, columns = read_tokens(row, row["input_text" if is_nbf else "buggy_code"])
    if is_nbf:
        id_, repair, marker, bug = row["commit_sha"], row["repair"], row["error_marker"], -1
        edit = "insert" if row["bug_type"] == "not" else "replace"
        edit = "none" if not marker else edit if repair else "delete"
        # A line end or block may have the place of the token after it.
        for i, place in enumerate(zip(lines, columns)):
            bug = i if [*place] == marker[:2] else bug
    else:
        id_, repair, edit, bug = row["id"], row["after"], row["edit"], row["token_index"]
    if edit == "none":
        bug = -1
    elif edit not in ("replace", "insert", "delete"):
        raise ValueError(f"the edit {edit} changes more than one token")
    elif not 0 <= bug < len(kinds) or KINDS[kinds[bug]] in LAYOUT:
        raise ValueError("the bug is not at a token that an edit can change")
    (id_ + repair).encode()  # fails if one is not a text, or has half of a surrogate pair
    return Row(texts, kinds, lines, columns, id_, bug, edit, repair)


def read_rows(paths: Sequence[str]) -> Iterator[Row]:
    for path in paths:
        number = 0
        opener: Any = gzip.open if path.endswith(".gz") else open
        try:
            with opener(path, "rt", encoding="utf-8") as lines:
                for number, line in enumerate(lines, 1):
                    yield read_row(json.loads(line))
        except (OSError, EOFError, zlib.error) as error:
            sys.exit(f"{path}: cannot be read: {error}")
        except (AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
            words = f"not a row of `tokfix export --tokens`: {type(error).__name__}: {error}"
            sys.exit(f"{path}:{number or 1}: {words}")


def kind_of(text: str) -> int:
    number_or_sign = "n" if re.match(r"\.?\d", text) else "o"
    other = "w" if re.match(r"[^\W\d]", text) else number_or_sign
    return KINDS.index("s" if text[-1:] in ("'", '"') else other)


def repaired(row: Row) -> Row:
    """The program without the bug."""
    at, after = row.bug, row.bug + (row.edit != "insert")
    new = [] if row.edit == "delete" else [row.repair]
    texts = row.texts[:at] + new + row.texts[after:]
    is_text = KINDS[row.kinds[at]] == "t"  # of an f-string, also with another text
    kind = row.kinds[at : at + 1] if is_text and new else bytes(map(kind_of, new))
    kinds = row.kinds[:at] + kind + row.kinds[after:]
    lines = row.lines[:at] + row.lines[at : at + 1] * len(new) + row.lines[after:]
    columns = row.columns[:at] + row.columns[at : at + 1] * len(new) + row.columns[after:]
    return Row(texts, kinds, lines, columns, row.id, -1, "none", "")


# ---- batches
class Vocabulary:
    """Numbers of tokens, and of repairs. Number 0 is the first token, which means "no bug"."""

    def __init__(self, tokens: list[str], repairs: list[str]) -> None:
        self.tokens, self.repairs = tokens, repairs
        self.token_numbers = {text: i + 1 for i, text in enumerate(tokens)}
        self.repair_numbers = {text: i for i, text in enumerate(repairs)}
        self.n_tokens = 1 + len(tokens) + N_HASHED * len(KINDS)

    def number(self, text: str, kind: int) -> int:
        hashed = N_HASHED * kind + zlib.crc32(text.encode()) % N_HASHED
        return self.token_numbers.get(text, 1 + len(self.tokens) + hashed)


def most_common(texts: Iterable[str], n: int) -> list[str]:
    counts = Counter(texts)
    return sorted(counts, key=lambda text: (-counts[text], text))[:n]


class Batch(NamedTuple):
    """B programs. Each has at most L tokens, the first of which means "no bug"; R are the repairs
    of the vocabulary. All but the last two are what the model sees."""

    numbers: Tensor  # [B, L] of the vocabulary
    kinds: Tensor  # [B, L]; the first token and the padding have a kind of their own
    nth: Tensor  # [B, L] which occurrence of its text a token is, from 0
    total: Tensor  # [B, L] how often its text occurs, less one
    first: Tensor  # [B, L] the first token with the same text; negative: not a word or literal
    lines: Tensor  # [B, L]
    own_entry: Tensor  # [B, L] the entry of a token's own text in the vocabulary; -1: not in it
    is_token: Tensor  # [B, L] bool: not padding
    is_place: Tensor  # [B, L] bool: may be predicted, so neither padding nor layout
    bug: Tensor  # [B] the token with the bug; 0: none
    right: Tensor  # [B, L + R] bool: tokens with the text of the repair, and its entry


def encode(vocabulary: Vocabulary, row: Row, length: int) -> list[tuple[int, ...]]:
    """The first seven values of Batch, for each of `length` tokens."""
    counts = Counter(row.texts)
    seen: dict[str, tuple[int, int]] = {}  # first token and number of tokens so far
    tokens: list[tuple[int, ...]] = [(0, START_KIND, 0, 0, -1, -1, -1)]
    for i, (text, kind, line) in enumerate(zip(row.texts, row.kinds, row.lines), 1):
        first, nth = seen.get(text, (i, 0))
        seen[text] = first, nth + 1
        nth, total = min(nth, MAX_OCCURRENCES - 1), min(counts[text], MAX_OCCURRENCES) - 1
        first = first if KINDS[kind] in "wns" else -1
        own_entry = vocabulary.repair_numbers.get(text, -1)
        tokens.append((vocabulary.number(text, kind), kind, nth, total, first, line, own_entry))
    return tokens + [(0, PADDING_KIND, 0, 0, -2, -2, -1)] * (length - len(tokens))


def make_batch(vocabulary: Vocabulary, rows: Sequence[Row]) -> Batch:
    length = 1 + max(len(row.texts) for row in rows)
    tokens = torch.tensor([encode(vocabulary, row, length) for row in rows])  # [B, L, 7]
    columns = tokens.permute(2, 0, 1).contiguous().to(DEVICE)  # [7, B, L]
    numbers, kinds, nth, total, first, lines, own_entry = columns  # each [B, L]
    right = []
    for row in rows:
        copied = [None, *row.texts, *[None] * (length - 1 - len(row.texts))]
        right.append([row.bug >= 0 and row.repair == text for text in copied + vocabulary.repairs])
    is_layout = (kinds >= KINDS.index(LAYOUT)) & (kinds < len(KINDS))  # [B, L]
    is_token = kinds != PADDING_KIND  # [B, L]
    bug = torch.tensor([row.bug + 1 for row in rows], device=DEVICE)  # [B]
    is_right = torch.tensor(right, device=DEVICE)  # [B, L + R]
    return Batch(
        numbers, kinds, nth, total, first, lines, own_entry,
        is_token, is_token & ~is_layout, bug, is_right,
    )  # fmt: skip


# ---- model
class Layer(nn.Module):
    """A layer of a transformer. Each head has a bias for pairs of tokens with the same text, for
    those of the same line, and for each distance."""

    def __init__(self, width: int, n_heads: int, dropout: float) -> None:
        super().__init__()
        self.n_heads = n_heads
        self.before_attention = nn.LayerNorm(width)
        self.project = nn.Linear(width, 3 * width)
        self.join = nn.Linear(width, width)
        self.before_dense = nn.LayerNorm(width)
        self.widen = nn.Linear(width, 4 * width)
        self.narrow = nn.Linear(4 * width, width)
        same = torch.zeros(n_heads, 2)  # [H, 2]: text, line
        near = torch.zeros(n_heads, 2 * FAR + 1)  # [H, distances]
        # Heads begin with tokens of the same text, of the same line, the token before, and after.
        begin = (same[:, 0], same[:, 1], near[:, FAR - 1], near[:, FAR + 1])  # each [H]
        for head in range(n_heads):
            begin[head % len(begin)][head] = 3.0
        self.same, self.near = nn.Parameter(same), nn.Parameter(near)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor, distance: Tensor, relations: Tensor, mask: Tensor) -> Tensor:
        """x [B, L, W], distance [L, L], relations [B, 2, L, L], mask [B, 1, 1, L] -> [B, L, W]"""
        batch, length, width = x.shape
        heads = self.project(self.before_attention(x))  # [B, L, 3 * W]
        heads = heads.view(batch, length, 3, self.n_heads, width // self.n_heads)
        query, key, value = heads.permute(2, 0, 3, 1, 4)  # each [B, H, L, W / H]
        query = query * (width // self.n_heads) ** -0.5
        bias = torch.einsum("hr,brij->bhij", self.same, relations)  # [B, H, L, L]
        scores = query @ key.transpose(2, 3) + bias + self.near[:, distance] + mask  # [B, H, L, L]
        mixed = (scores.softmax(-1) @ value).transpose(1, 2).reshape(batch, length, width)
        x = x + self.dropout(self.join(mixed))  # [B, L, W]
        y: Tensor = x + self.dropout(self.narrow(relu(self.widen(self.before_dense(x)))))
        return y


class Detector(nn.Module):
    def __init__(self, shape: dict[str, Any], vocabulary: Vocabulary) -> None:
        """`shape` is of width, n_heads, n_layers and dropout."""
        super().__init__()
        width, dropout = shape["width"], shape["dropout"]
        self.shape, self.vocabulary = shape, vocabulary
        self.tokens = nn.Embedding(vocabulary.n_tokens, width)
        self.kinds = nn.Embedding(len(KINDS) + 2, width)
        self.nth = nn.Embedding(MAX_OCCURRENCES, width)
        self.total = nn.Embedding(MAX_OCCURRENCES, width)
        for table in (self.tokens, self.kinds, self.nth, self.total):
            nn.init.normal_(table.weight, std=0.5)
        self.dropout = nn.Dropout(dropout)
        layers = range(shape["n_layers"])
        self.layers = nn.ModuleList(Layer(width, shape["n_heads"], dropout) for _ in layers)
        self.norm = nn.LayerNorm(width)
        self.place = nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, 1))
        self.buggy = nn.Linear(width, width)
        self.copied = nn.Linear(width, width)
        self.entries = nn.Linear(width, len(vocabulary.repairs))

    def forward(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """The logits of the place [B, L], and what the tokens mean [B, L, W]."""
        x = self.tokens(batch.numbers) + self.kinds(batch.kinds)
        x = self.dropout(x + self.nth(batch.nth) + self.total(batch.total))  # [B, L, W]
        at = torch.arange(x.shape[1], device=x.device)  # [L]
        distance = (at[None, :] - at[:, None]).clamp(-FAR, FAR) + FAR  # [L, L]
        same_text = batch.first[:, :, None] == batch.first[:, None, :]  # [B, L, L]
        same_text &= (batch.first >= 0)[:, :, None]
        same_line = batch.lines[:, :, None] == batch.lines[:, None, :]  # [B, L, L]
        relations = torch.stack([same_text, same_line], 1).to(x.dtype)  # [B, 2, L, L]
        mask = torch.zeros_like(x[:, :, 0]).masked_fill(~batch.is_token, IMPOSSIBLE)  # [B, L]
        for layer in self.layers:
            x = layer(x, distance, relations, mask[:, None, None, :])
        x = self.norm(x)
        places = self.place(x).squeeze(-1)  # [B, L]
        return places.masked_fill(~batch.is_place, IMPOSSIBLE), x

    def repairs(self, batch: Batch, x: Tensor, place: Tensor) -> Tensor:
        """Log probabilities of the repairs of the tokens `place` [B]: to copy each token, then each
        entry of the vocabulary: [B, L + R]."""
        rows = torch.arange(len(place), device=x.device)  # [B]
        bug = x[rows, place]  # [B, W]
        copy = torch.einsum("bw,blw->bl", self.buggy(bug), self.copied(x))  # [B, L]
        copy = copy * self.shape["width"] ** -0.5
        # A repair is another text. Rare tokens may have the same number, but `first` differs then.
        own = batch.first[rows, place][:, None]  # [B, 1]
        same = batch.numbers == batch.numbers[rows, place][:, None]  # [B, L]
        same &= (batch.first == own) | (own < 0)
        copy = copy.masked_fill(~batch.is_place | same, IMPOSSIBLE)
        copy[:, 0] = IMPOSSIBLE
        entries = self.entries(bug)  # [B, R]
        numbers = torch.arange(entries.shape[1], device=x.device)  # [R]
        own_entry = batch.own_entry[rows, place][:, None]  # [B, 1]
        entries = entries.masked_fill(numbers == own_entry, IMPOSSIBLE)
        both: Tensor = torch.cat([copy, entries], 1).log_softmax(1)  # [B, L + R]
        return both


def loss_of(model: Detector, batch: Batch) -> tuple[Tensor, Tensor]:
    """The mean losses of the place and of the repair."""
    places, x = model(batch)  # [B, L], [B, L, W]
    place_loss = cross_entropy(places, batch.bug)
    log = model.repairs(batch, x, batch.bug)  # [B, L + R]
    log = log.masked_fill(~batch.right, IMPOSSIBLE).logsumexp(1)  # [B]
    known = batch.right.any(1)  # [B] bool: bugs whose repair can be said
    return place_loss, -(log * known).sum() / known.sum().clamp(min=1)


def report(text: str, is_last: bool = True) -> None:
    """Progress on a terminal, and last lines anywhere."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="\n" if is_last else "", file=sys.stderr, flush=True)
    elif is_last:
        print(text, file=sys.stderr, flush=True)


def check_output(path: str, inputs: Sequence[str]) -> None:
    """Ends the program now, and not after its work, if a file cannot be written."""
    if os.path.isdir(path) or not os.access(os.path.dirname(path) or ".", os.W_OK):
        sys.exit(f"{path} cannot be written")
    if any(os.path.realpath(path) == os.path.realpath(name) for name in inputs):
        sys.exit(f"{path} is read; give another file for what is written")


def save(state: dict[str, Any], path: str) -> None:
    torch.save(state, path + ".new")
    os.replace(path + ".new", path)


def load(path: str) -> Detector:
    try:
        state = torch.load(path, map_location=DEVICE)
        model = Detector(state["shape"], Vocabulary(state["tokens"], state["repairs"]))
        model.load_state_dict(state["weights"])
    except (EOFError, LookupError, OSError, RuntimeError, TypeError, UnpicklingError) as error:
        sys.exit(f"{path} is not a model of `train`: {error!r}")
    return model.to(DEVICE)


# ---- training
@dataclass
class Progress:
    """How far a training is. With the states of the model, the optimizer and the generator of
    random numbers it is all that a stopped training needs to go on."""

    epoch: int = 0
    batch: int = 0  # of the epoch
    n_tokens: int = 0  # seen, without padding
    n_steps: int = 0
    seconds: float = 0.0
    place_loss: float = 0.0  # running means over some hundred steps
    repair_loss: float = 0.0


def draw_batches(rows: Sequence[Row], progress: Progress, args: Any) -> Iterator[list[Row]]:
    """The batches from `progress` on, endlessly: in each epoch all rows, some of them repaired.
    Programs of a batch are about equally long, so that `args.batch` tokens have little padding."""
    while True:
        draw = random.Random(f"{args.seed} {progress.epoch} correct")
        is_repaired = [draw.random() < args.correct and row.bug >= 0 for row in rows]
        draw = random.Random(f"{args.seed} {progress.epoch}")
        order = list(range(len(rows)))
        draw.shuffle(order)
        batches: list[list[int]] = []
        for start in range(0, len(order), 1000):
            batches.append([])
            for i in sorted(order[start : start + 1000], key=lambda i: len(rows[i].texts)):
                if batches[-1] and (len(batches[-1]) + 1) * (1 + len(rows[i].texts)) > args.batch:
                    batches.append([])
                batches[-1].append(i)
        draw.shuffle(batches)
        for chosen in batches[progress.batch :]:
            progress.batch += 1
            yield [repaired(rows[i]) if is_repaired[i] else rows[i] for i in chosen]
        progress.epoch, progress.batch = progress.epoch + 1, 0


def make_model(rows: Sequence[Row], args: argparse.Namespace) -> Detector:
    if args.width % args.heads:
        sys.exit(f"--width {args.width} is not a multiple of --heads {args.heads}")
    tokens = most_common((text for row in rows for text in row.texts), args.vocabulary)
    repairs = most_common((row.repair for row in rows if row.bug >= 0), args.repairs)
    if not repairs:
        sys.exit("no row has a bug to learn from")
    shape = {"width": args.width, "n_heads": args.heads}
    shape |= {"n_layers": args.layers, "dropout": args.dropout}
    return Detector(shape, Vocabulary(tokens, repairs)).to(DEVICE)


def train(args: argparse.Namespace) -> int:
    started, part = time.monotonic(), args.model + ".part"
    check_output(args.model, args.rows)
    torch.manual_seed(args.seed)
    rows = [row for row in read_rows(args.rows) if len(row.texts) <= args.max_length]
    if not any(row.texts for row in rows):
        sys.exit(f"no rows of at most {args.max_length} tokens to train on")
    model = load(args.start) if args.start else make_model(rows, args)
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.rate, weight_decay=0.01)
    options = {k: v for k, v in vars(args).items() if k not in ("minutes", "threads", "run")}
    progress = Progress()
    if os.path.exists(part):
        state = torch.load(part, map_location=DEVICE)
        if state["options"] != options:
            sys.exit(f"{part} is of a training with other options; remove it to begin anew")
        progress = Progress(**state["progress"])
        model.load_state_dict(state["weights"])
        optimizer.load_state_dict(state["optimizer"])
        torch.set_rng_state(state["random"].cpu())
        report(f"continues after {progress.n_tokens:,} of {args.tokens:,} tokens")
    before, saved = progress.seconds, time.monotonic()

    def state_with(**others: Any) -> dict[str, Any]:
        common = {"options": options, "progress": asdict(progress), "weights": model.state_dict()}
        return common | others

    for batch in draw_batches(rows, progress, args):
        share_done = progress.n_tokens / args.tokens
        for group in optimizer.param_groups:  # a linear warm-up, then a linear decay
            group["lr"] = args.rate * max(0.0, min(share_done / 0.05, (1 - share_done) / 0.95))
        place_loss, repair_loss = loss_of(model, make_batch(model.vocabulary, batch))
        optimizer.zero_grad(set_to_none=True)
        torch.autograd.backward(place_loss + repair_loss)
        nn.utils.clip_grad.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        now = time.monotonic()
        progress.n_tokens += sum(len(row.texts) for row in batch)
        progress.n_steps += 1
        progress.seconds = before + now - started
        weight = 1 / min(progress.n_steps, 200)
        progress.place_loss += weight * (place_loss.item() - progress.place_loss)
        progress.repair_loss += weight * (repair_loss.item() - progress.repair_loss)
        losses = f"loss {progress.place_loss:.3f} (place) {progress.repair_loss:.3f} (repair)"
        done = f"{progress.n_tokens:,} of {args.tokens:,} tokens"
        left = progress.seconds * (args.tokens / max(progress.n_tokens, 1) - 1) / 60
        report(f"{done}, {losses}, about {left:.0f} min left", is_last=False)
        if progress.n_tokens >= args.tokens:
            break
        is_over = args.minutes and now - started > 60 * args.minutes
        if is_over or now - saved > 60:
            random_state, saved = torch.get_rng_state(), now
            save(state_with(optimizer=optimizer.state_dict(), random=random_state), part)
        if is_over:
            report(f"stopped after {done}; run again")
            return STOPPED
    words = {"tokens": model.vocabulary.tokens, "repairs": model.vocabulary.repairs}
    save(state_with(shape=model.shape, **words), args.model)
    Path(part).unlink(missing_ok=True)
    n_weights = sum(weights.numel() for weights in model.parameters())
    print(json.dumps({"rows": len(rows), "weights": n_weights, **asdict(progress)}))
    report(f"{len(rows):,} rows, {n_weights:,} weights, {progress.seconds:,.0f} s, {losses}")
    return 0


# ---- prediction
def best_repairs(log: Tensor, row: Row, entries: list[str], n: int) -> list[tuple[str, float]]:
    """The most probable repairs, from log probabilities [L + R] of one program."""
    length = len(log) - len(entries)
    found: dict[str, float] = {}
    n_possible = int((log > IMPOSSIBLE / 2).sum())
    top = log.topk(min(50, n_possible))  # [50] or fewer
    for value, at in zip(top.values.exp().tolist(), top.indices.tolist()):
        text = row.texts[at - 1] if at < length else entries[at - length]
        found[text] = found.get(text, 0.0) + value
    return sorted(found.items(), key=lambda item: -item[1])[:n]


@torch.no_grad()
def predict_batch(model: Detector, rows: Sequence[Row], args: argparse.Namespace) -> list[str]:
    """The lines of predictions for each row: the best K repairs at each of the best K places."""
    batch = make_batch(model.vocabulary, rows)
    logits, x = model(batch)  # [B, L], [B, L, W]
    if args.has_bug:
        logits[:, 0] = IMPOSSIBLE
    probabilities = logits.softmax(1)  # [B, L]
    places = probabilities.topk(min(args.k, logits.shape[1])).indices  # [B, K]
    if args.given_place:
        places = batch.bug[:, None]  # [B, 1]
    found: list[list[tuple[float, dict[str, Any]]]] = [[] for _ in rows]
    for chosen in places.unbind(1):  # [B]
        log = model.repairs(batch, x, chosen)  # [B, L + R]
        for i, (row, place) in enumerate(zip(rows, chosen.tolist())):
            if not batch.is_place[i, place]:
                continue  # the program has fewer than K places
            chance = 1.0 if args.given_place else probabilities[i, place].item()
            if place == 0:
                found[i].append((chance, {}))
                continue
            line, column = row.lines[place - 1] + 1, row.columns[place - 1]
            at = {} if args.given_place else {"line": line, "column": column}
            for text, share in best_repairs(log[i], row, model.vocabulary.repairs, args.k):
                found[i].append((chance * share, {**at, "repair": text}))
    texts = []
    for row, guesses in zip(rows, found):
        guesses.sort(key=lambda item: -item[0])
        texts.append("")
        for rank, (chance, guess) in enumerate(guesses[: args.k], 1):
            guess = {"id": row.id, "rank": rank, **guess, "probability": round(min(chance, 1.0), 6)}
            texts[-1] += json.dumps(guess, ensure_ascii=False) + "\n"
    return texts


def predict(args: argparse.Namespace) -> int:
    check_output(args.output, [*args.rows, args.model])
    model = load(args.model)
    model.eval()
    rows = [row for row in read_rows(args.rows) if row.bug >= 0 or not args.given_place]
    fit = [i for i, row in enumerate(rows) if len(row.texts) <= args.max_length]
    fit.sort(key=lambda i: len(rows[i].texts))
    texts: dict[int, str] = {}
    while len(texts) < len(fit):
        chosen = fit[len(texts) : len(texts) + 32]
        n = max(1, args.batch // (1 + len(rows[chosen[-1]].texts)))
        texts.update(zip(chosen, predict_batch(model, [rows[i] for i in chosen[:n]], args)))
        report(f"{len(texts):,} of {len(fit):,} programs", is_last=False)
    with open(args.output + ".new", "w", encoding="utf-8") as out:
        out.writelines(texts[i] for i in sorted(texts))
    os.replace(args.output + ".new", args.output)
    note = "" if len(fit) == len(rows) else f", {len(rows) - len(fit):,} are too long"
    report(f"predictions for {len(fit):,} programs{note}")
    return 0


def main() -> int:
    plain, shows = argparse.RawDescriptionHelpFormatter, argparse.ArgumentDefaultsHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=plain)
    commands = parser.add_subparsers(required=True, metavar="train|predict")
    for run, words in ((train, "train a model"), (predict, "predict the bugs of programs")):
        command = commands.add_parser(run.__name__, help=words, formatter_class=shows)
        command.set_defaults(run=run)
        add, length = command.add_argument, 512 if run is train else 2048
        add("rows", nargs="+", help="rows of pairs or nbf (.jsonl, .jsonl.gz)")
        add("--model", required=True, help="file of the model")
        add("--batch", type=int, default=2048, help="tokens of a batch")
        add("--threads", type=int, default=1, help="threads of PyTorch")
        add("--max-length", type=int, default=length, help="tokens of the longest program")
        if run is predict:
            add("-o", "--output", required=True, help="file of predictions")
            add("--k", type=int, default=10, help="predictions for a program")
            add("--has-bug", action="store_true", help="each program has a bug: always name one")
            add("--given-place", action="store_true", help="only repair, at the place of the bug")
            continue
        add("--tokens", type=int, required=True, help="tokens to train on")
        add("--start", help="a model to begin with, whose shape and vocabulary stay (fine-tuning)")
        add("--seed", type=int, default=1, help="of all that is random")
        add("--minutes", type=float, help=f"stop after them, with status {STOPPED}")
        add("--correct", type=float, default=0.0, help="share of bugs that are shown repaired")
        add("--rate", type=float, default=2e-3, help="highest learning rate")
        add("--width", type=int, default=96, help="numbers that a token is")
        add("--heads", type=int, default=4, help="of the attention, in each layer")
        add("--layers", type=int, default=3, help="of the transformer")
        add("--dropout", type=float, default=0.0, help="share of numbers that are left out")
        add("--vocabulary", type=int, default=2000, help="tokens with a number")
        add("--repairs", type=int, default=256, help="repairs with a number")
    args = parser.parse_args()
    for name, value in vars(args).items():
        is_share = name in ("correct", "rate", "dropout")
        if is_share and not 0 <= value <= 1 or type(value) is int and name != "seed" and value < 1:
            parser.error(f"--{name.replace('_', '-')} cannot be {value}")
    torch.set_num_threads(args.threads)
    with suppress(OSError, AttributeError):  # OpenBLAS has threads of its own
        ctypes.CDLL("libblas.so.3").openblas_set_num_threads(args.threads)
    return int(args.run(args))


if __name__ == "__main__":
    sys.exit(main())
