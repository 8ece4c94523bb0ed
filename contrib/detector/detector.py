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
2019), Allamanis et al. (BugLab, NeurIPS 2021) and Richter and Wehrheim (RealiT, 2022); the bias of
the attention for tokens with the same text is that of Hellendoorn et al. (GREAT, ICLR 2020).

It needs PyTorch (Debian: python3-torch and libopenblas0-pthread) and nothing else. The same rows,
options and seed give the same model on the same machine, however often the training was stopped.
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
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple, TextIO



def choose_kernel() -> None:
    """Names the kernel of OpenBLAS by what the processor can do. OpenBLAS goes by the model of the
    processor, and for one that is newer than itself takes a kernel that is seven times slower."""
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as info:
            flags = set(next((line for line in info if line.startswith("flags")), "").split())
    except OSError:
        return
    for kernel, needed in (("SkylakeX", {"avx512bw", "avx512vl"}), ("Haswell", {"avx2", "fma"})):
        if needed <= flags:
            os.environ.setdefault("OPENBLAS_CORETYPE", kernel)


choose_kernel()

import torch
from torch import Tensor, nn
from torch.nn import functional as F
from torch.nn.utils.clip_grad import clip_grad_norm_

STOPPED = 75  # exit status if the time was over before the training: run it again
KINDS = "wnsoqtlbe"  # the letters of token_kinds
N_HASHED = 64  # entries for rare tokens of each kind
FAR = 24  # tokens further apart than this are equally far
MAX_OCCURRENCES = 6


# ---------------------------------------------------------------------------------------- programs


class Program(NamedTuple):
    """The tokens of a program: lists of equal length."""

    texts: list[str]
    kinds: list[int]  # numbers of KINDS
    lines: list[int]  # physical lines, from 0


@dataclass
class Row:
    """A program with its bug, or a correct one (bug is -1)."""

    id: str
    program: Program
    bug: int  # the token; of a missing `not`, the token before which it is missing
    edit: str  # replace, insert, delete, none
    repair: str  # the token that replaces it; "" deletes it
    places: list[tuple[int, int]]  # line from 1 and column from 0 of each token


def read_tokens(row: dict[str, Any], code: str) -> tuple[Program, list[tuple[int, int]]]:
    data = code.encode()
    program, places = Program([], [], []), []
    line, line_start = 0, 0
    for start, end, kind in zip(row["token_starts"], row["token_ends"], row["token_kinds"]):
        while (newline := data.find(b"\n", line_start, start)) >= 0:
            line, line_start = line + 1, newline + 1
        text = data[start:end].decode()
        program.texts.append(" ".join(text.split()) if kind == "w" or kind == "o" else text)
        if kind in "lbe":
            program.texts[-1] = f"<{kind}>"
        program.kinds.append(KINDS.index(kind))
        program.lines.append(line)
        places.append((line + 1, len(data[line_start:start].decode())))
    return program, places


def read_pair(row: dict[str, Any]) -> Row:
    program, places = read_tokens(row, row["buggy_code"])
    edit = row["edit"]
    bug = -1 if edit == "none" else row["token_index"]
    return Row(row["id"], program, bug, edit, row["after"], places)


def read_nbf(row: dict[str, Any]) -> Row:
    program, places = read_tokens(row, row["input_text"])
    if not row["error_marker"]:
        return Row(row["commit_sha"], program, -1, "none", "", places)
    line, column = row["error_marker"][:2]
    # A line end or block has the place of the end of the token before it.
    bug = max(i for i, place in enumerate(places) if place == (line + 1, column))
    edit = "delete" if not row["repair"] else "replace"
    if row["bug_type"] == "not" and row["repair"]:
        edit = "insert"
    return Row(row["commit_sha"], program, bug, edit, row["repair"], places)


def open_text(path: str) -> TextIO:
    return gzip.open(path, "rt") if path.endswith(".gz") else open(path, encoding="utf-8")


def read_rows(paths: Sequence[str]) -> Iterator[Row]:
    for path in paths:
        with open_text(path) as lines:
            for number, line in enumerate(lines, 1):
                row = json.loads(line)
                if "token_starts" not in row:
                    sys.exit(f"{path}:{number}: no tokens; export the rows with --tokens")
                yield read_nbf(row) if "error_marker" in row else read_pair(row)


def kind_of(text: str) -> int:
    letter = "o"
    if re.match(r"[^\W\d]", text):
        letter = "w"
    elif re.match(r"\.?\d", text):
        letter = "n"
    if text[-1:] in ("'", '"'):
        letter = "s"
    return KINDS.index(letter)


def repaired(row: Row) -> Program:
    """The program without the bug."""
    at, after = row.bug, row.bug + (row.edit != "insert")
    new = [] if row.edit == "delete" else [row.repair]
    old = row.program
    return Program(
        old.texts[:at] + new + old.texts[after:],
        old.kinds[:at] + [kind_of(text) for text in new] + old.kinds[after:],
        old.lines[:at] + [old.lines[at]] * len(new) + old.lines[after:],
    )


# ------------------------------------------------------------------------------------------ batches


class Vocabulary:
    """Numbers of tokens, and of repairs. Number 0 is the first token, which means "no bug"."""

    def __init__(self, tokens: list[str], repairs: list[str]) -> None:
        self.tokens, self.repairs = tokens, repairs
        self.token_numbers = {text: i + 1 for i, text in enumerate(tokens)}
        self.repair_numbers = {text: i for i, text in enumerate(repairs)}
        self.n_tokens = 1 + len(tokens) + N_HASHED * len(KINDS)

    def number(self, text: str, kind: int) -> int:
        known = self.token_numbers.get(text)
        if known is not None:
            return known
        return 1 + len(self.tokens) + N_HASHED * kind + zlib.crc32(text.encode()) % N_HASHED


def make_vocabulary(rows: Sequence[Row], n_tokens: int, n_repairs: int) -> Vocabulary:
    tokens = Counter(text for row in rows for text in row.program.texts)
    repairs = Counter(row.repair for row in rows if row.bug >= 0)

    def most_common(counts: Counter[str], n: int) -> list[str]:
        return sorted(sorted(counts), key=lambda text: -counts[text])[:n]

    return Vocabulary(most_common(tokens, n_tokens), most_common(repairs, n_repairs))


@dataclass
class Batch:
    """B programs of at most L tokens, with the first token that means "no bug"."""

    numbers: Tensor  # [B, L] of the vocabulary
    kinds: Tensor  # [B, L]; the first token and the padding have a kind of their own
    nth: Tensor  # [B, L] which occurrence of its text a token is, from 0
    total: Tensor  # [B, L] how often its text occurs
    first: Tensor  # [B, L] the first token with the same text; -1 for layout and padding
    lines: Tensor  # [B, L]
    is_token: Tensor  # [B, L] bool: not padding
    is_layout: Tensor  # [B, L] bool: a line end or block, which no edit changes
    bug: Tensor  # [B] the token with the bug; 0: none
    copies: Tensor  # [B, L] bool: tokens with the text of the repair
    entry: Tensor  # [B] the entry of the repair in the vocabulary; -1: not in it
    own_entry: Tensor  # [B, L] the entry of a token's own text; -1: not in it


def encode(vocabulary: Vocabulary, program: Program) -> list[list[int]]:
    """The columns numbers, kinds, nth, total, first, lines and own_entry of a program."""
    counts = Counter(program.texts)
    seen: dict[str, tuple[int, int]] = {}  # first token and number of tokens so far
    columns: list[list[int]] = [[0], [len(KINDS)], [0], [0], [-1], [-1], [-1]]
    for i, (text, kind, line) in enumerate(zip(program.texts, program.kinds, program.lines), 1):
        first, nth = seen.get(text, (i, 0))
        seen[text] = first, nth + 1
        values = (
            vocabulary.number(text, kind),
            kind,
            min(nth, MAX_OCCURRENCES - 1),
            min(counts[text], MAX_OCCURRENCES) - 1,
            first if KINDS[kind] in "wns" else -1,
            line,
            vocabulary.repair_numbers.get(text, -1),
        )
        for column, value in zip(columns, values):
            column.append(value)
    return columns


PADDING = (0, len(KINDS) + 1, 0, 0, -2, -2, -1)


def make_batch(
    vocabulary: Vocabulary, items: Sequence[tuple[Program, int, str]], device: torch.device
) -> Batch:
    """Items: a program, its bug (-1: none), and the repair."""
    length = 1 + max(len(program.texts) for program, _, _ in items)
    columns = []
    for program, _, _ in items:
        encoded = encode(vocabulary, program)
        columns.append(
            [c + [pad] * (length - len(c)) for c, pad in zip(encoded, PADDING)]
        )
    stacked = torch.tensor(columns, device=device)  # [B, 7, L]
    numbers, kinds, nth, total, first, lines, own = stacked.unbind(1)
    copies = torch.zeros(len(items), length, dtype=torch.bool)
    for i, (program, bug, repair) in enumerate(items):
        if bug >= 0 and repair:
            copies[i, 1 : 1 + len(program.texts)] = torch.tensor(
                [text == repair for text in program.texts]
            )
    return Batch(
        numbers, kinds, nth, total, first, lines,
        is_token=kinds != len(KINDS) + 1,
        is_layout=(kinds >= KINDS.index("l")) & (kinds < len(KINDS)),
        bug=torch.tensor([bug + 1 for _, bug, _ in items], device=device),
        copies=copies.to(device),
        entry=torch.tensor(
            [vocabulary.repair_numbers.get(r, -1) if b >= 0 else -1 for _, b, r in items],
            device=device,
        ),
        own_entry=own,
    )


# -------------------------------------------------------------------------------------------- model


@dataclass
class Shape:
    width: int
    n_heads: int
    n_layers: int
    dropout: float


class Layer(nn.Module):
    def __init__(self, shape: Shape) -> None:
        super().__init__()
        width = shape.width
        self.n_heads = shape.n_heads
        self.before_attention = nn.LayerNorm(width)
        self.project = nn.Linear(width, 3 * width)
        self.join = nn.Linear(width, width)
        self.before_dense = nn.LayerNorm(width)
        self.widen = nn.Linear(width, 4 * width)
        self.narrow = nn.Linear(4 * width, width)
        # Heads begin with tokens of the same text, of the same line, the token before, and after.
        same, near = torch.zeros(shape.n_heads, 2), torch.zeros(shape.n_heads, 2 * FAR + 1)
        for head, bias in zip(range(shape.n_heads), (same[:, 0], same[:, 1], near[:, FAR - 1],
                                                     near[:, FAR + 1]) * shape.n_heads):
            bias[head] = 3.0
        self.same, self.near = nn.Parameter(same), nn.Parameter(near)
        self.dropout = nn.Dropout(shape.dropout)

    def forward(self, x: Tensor, distance: Tensor, relations: Tensor, mask: Tensor) -> Tensor:
        """x [B, L, W], distance [L, L], relations [B, 2, L, L], mask [B, 1, 1, L] -> [B, L, W]"""
        batch, length, width = x.shape
        heads = self.project(self.before_attention(x)).view(
            batch, length, 3, self.n_heads, width // self.n_heads
        )
        query, key, value = heads.permute(2, 0, 3, 1, 4)  # each [B, H, L, W/H]
        query = query * (width // self.n_heads) ** -0.5
        bias = torch.einsum("hr,brij->bhij", self.same, relations)  # [B, H, L, L]
        scores = query @ key.transpose(2, 3) + bias + self.near[:, distance] + mask
        mixed = (scores.softmax(-1) @ value).transpose(1, 2).reshape(batch, length, width)
        x = x + self.dropout(self.join(mixed))
        y: Tensor = x + self.dropout(self.narrow(F.relu(self.widen(self.before_dense(x)))))
        return y


class Detector(nn.Module):
    def __init__(self, shape: Shape, n_tokens: int, n_repairs: int) -> None:
        super().__init__()
        width = shape.width
        self.shape = shape
        self.tokens = nn.Embedding(n_tokens, width)
        self.kinds = nn.Embedding(len(KINDS) + 2, width)
        self.nth = nn.Embedding(MAX_OCCURRENCES, width)
        self.total = nn.Embedding(MAX_OCCURRENCES, width)
        for table in (self.tokens, self.kinds, self.nth, self.total):
            nn.init.normal_(table.weight, std=0.5)
        self.dropout = nn.Dropout(shape.dropout)
        self.layers = nn.ModuleList(Layer(shape) for _ in range(shape.n_layers))
        self.norm = nn.LayerNorm(width)
        self.place = nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, 1))
        self.buggy = nn.Linear(width, width)
        self.copied = nn.Linear(width, width)
        self.entries = nn.Linear(width, n_repairs)

    def forward(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """The logits of the place [B, L], and what the tokens mean [B, L, W]."""
        x = self.tokens(batch.numbers) + self.kinds(batch.kinds)
        x = self.dropout(x + self.nth(batch.nth) + self.total(batch.total))  # [B, L, W]
        length = x.shape[1]
        at = torch.arange(length, device=x.device)
        distance = (at[None, :] - at[:, None]).clamp(-FAR, FAR) + FAR  # [L, L]
        same = [column[:, :, None] == column[:, None, :] for column in (batch.first, batch.lines)]
        same[0] &= (batch.first >= 0)[:, :, None]
        relations = torch.stack(same, 1).to(x.dtype)  # [B, 2, L, L]
        mask = torch.zeros_like(x[:, :, 0]).masked_fill(~batch.is_token, -1e9)[:, None, None, :]
        for layer in self.layers:
            x = layer(x, distance, relations, mask)
        x = self.norm(x)
        places = self.place(x).squeeze(-1)  # [B, L]
        return places.masked_fill(~(batch.is_token & ~batch.is_layout), -1e9), x

    def repairs(self, batch: Batch, x: Tensor, place: Tensor) -> Tensor:
        """Log probabilities of the repairs of the tokens `place` [B]: to copy each token, then each
        entry of the vocabulary: [B, L + R]."""
        rows = torch.arange(len(place), device=x.device)
        bug = x[rows, place]  # [B, W]
        copy = torch.einsum("bw,blw->bl", self.buggy(bug), self.copied(x))
        copy = copy * self.shape.width**-0.5
        own = batch.first[rows, place]  # a repair is another text
        same = (batch.numbers == batch.numbers[rows, place][:, None]) & (
            (batch.first == own[:, None]) | (own[:, None] < 0)
        )
        copy = copy.masked_fill(~batch.is_token | batch.is_layout | same, -1e9)
        copy[:, 0] = -1e9
        entries = self.entries(bug)  # [B, R]
        own_entry = batch.own_entry[rows, place]
        numbers = torch.arange(entries.shape[1], device=x.device)
        entries = entries.masked_fill(numbers[None, :] == own_entry[:, None], -1e9)
        both: Tensor = torch.cat([copy, entries], 1).log_softmax(1)
        return both


def loss_of(model: Detector, batch: Batch) -> tuple[Tensor, Tensor]:
    """The mean losses of the place and of the repair."""
    places, x = model(batch)
    place_loss = F.cross_entropy(places, batch.bug)
    right = torch.cat(
        [
            batch.copies,
            F.one_hot(batch.entry.clamp(min=0), model.entries.out_features).bool()
            & (batch.entry >= 0)[:, None],
        ],
        1,
    )  # [B, L + R]
    log = model.repairs(batch, x, batch.bug).masked_fill(~right, -1e9).logsumexp(1)
    known = (batch.bug > 0) & right.any(1)  # bugs whose repair can be said
    n_known = known.sum().clamp(min=1)
    return place_loss, -(log * known).sum() / n_known


# ----------------------------------------------------------------------------------------- training


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

    def words(self) -> str:
        return f"loss {self.place_loss:.3f} (place) {self.repair_loss:.3f} (repair)"


def plan_epoch(rows: Sequence[Row], seed: str, batch_tokens: int) -> list[list[int]]:
    """The rows of each batch, in random order. Programs of a batch are about equally long, so that
    a batch of at most `batch_tokens` has little padding."""
    draw = random.Random(seed)
    order = list(range(len(rows)))
    draw.shuffle(order)
    batches = []
    for start in range(0, len(order), 1000):
        pool = sorted(order[start : start + 1000], key=lambda i: len(rows[i].program.texts))
        batch: list[int] = []
        for i in pool:
            if batch and (len(batch) + 1) * (1 + len(rows[i].program.texts)) > batch_tokens:
                batches.append(batch)
                batch = []
            batch.append(i)
        batches.append(batch)
    draw.shuffle(batches)
    return batches


def tell(text: str, is_last: bool = True) -> None:
    """Progress on a terminal, and last lines anywhere."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="\n" if is_last else "", file=sys.stderr, flush=True)
    elif is_last:
        print(text, file=sys.stderr, flush=True)


def save(state: dict[str, Any], path: str) -> None:
    torch.save(state, path + ".new")
    os.replace(path + ".new", path)


def load(path: str, device: torch.device) -> tuple[Detector, Vocabulary]:
    state = torch.load(path, map_location=device)
    vocabulary = Vocabulary(state["tokens"], state["repairs"])
    model = Detector(Shape(**state["shape"]), vocabulary.n_tokens, len(vocabulary.repairs))
    model.load_state_dict(state["weights"])
    return model.to(device), vocabulary


def rate_at(done: float) -> float:
    """The learning rate, as a share of the highest: a linear warm-up, then a linear decay."""
    return min(done / 0.05, (1 - done) / 0.95)


def train(args: argparse.Namespace) -> int:
    started = time.monotonic()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(args.seed)
    rows = [row for row in read_rows(args.rows) if len(row.program.texts) <= args.max_length]
    if not rows:
        sys.exit(f"no rows of at most {args.max_length} tokens to train on")
    if args.start:
        model, vocabulary = load(args.start, device)
    else:
        vocabulary = make_vocabulary(rows, args.vocabulary, args.repairs)
        shape = Shape(args.width, args.heads, args.layers, args.dropout)
        model = Detector(shape, vocabulary.n_tokens, len(vocabulary.repairs)).to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.rate, weight_decay=0.01)
    options = {k: v for k, v in vars(args).items() if k not in ("minutes", "threads", "run")}
    progress, part = Progress(), args.model + ".part"
    if os.path.exists(part):
        state = torch.load(part, map_location=device)
        if state["options"] != options:
            sys.exit(f"{part} is of a training with other options; remove it to begin anew")
        progress = Progress(**state["progress"])
        model.load_state_dict(state["weights"])
        optimizer.load_state_dict(state["optimizer"])
        torch.set_rng_state(state["random"].cpu())
        tell(f"continues after {progress.n_tokens:,} of {args.tokens:,} tokens")
    before = progress.seconds

    def save_part() -> None:
        save(
            {
                "options": options,
                "progress": asdict(progress),
                "weights": model.state_dict(),
                "optimizer": optimizer.state_dict(),
                "random": torch.get_rng_state(),
            },
            part,
        )

    model.train()
    saved = time.monotonic()
    while progress.n_tokens < args.tokens:
        draw = random.Random(f"{args.seed} {progress.epoch} correct")
        is_correct = [draw.random() < args.correct for _ in rows]
        batches = plan_epoch(rows, f"{args.seed} {progress.epoch}", args.batch)
        for chosen in batches[progress.batch :]:
            items = [
                (repaired(rows[i]), -1, "")
                if is_correct[i] and rows[i].bug >= 0
                else (rows[i].program, rows[i].bug, rows[i].repair)
                for i in chosen
            ]
            for group in optimizer.param_groups:
                group["lr"] = args.rate * max(0.0, rate_at(progress.n_tokens / args.tokens))
            place_loss, repair_loss = loss_of(model, make_batch(vocabulary, items, device))
            optimizer.zero_grad(set_to_none=True)
            torch.autograd.backward(place_loss + repair_loss)
            clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            progress.n_tokens += sum(len(program.texts) for program, _, _ in items)
            progress.n_steps += 1
            progress.batch += 1
            now = time.monotonic()
            progress.seconds = before + now - started
            weight = 1 / min(progress.n_steps, 200)
            progress.place_loss += weight * (place_loss.item() - progress.place_loss)
            progress.repair_loss += weight * (repair_loss.item() - progress.repair_loss)
            left = progress.seconds * (args.tokens / progress.n_tokens - 1)
            tell(
                f"{progress.n_tokens:,} of {args.tokens:,} tokens, {progress.words()}, "
                f"about {left / 60:.0f} min left",
                is_last=False,
            )
            if progress.n_tokens >= args.tokens:
                break
            if args.minutes and now - started > 60 * args.minutes:
                save_part()
                tell(f"stopped after {progress.n_tokens:,} of {args.tokens:,} tokens; run again")
                return STOPPED
            if now - saved > 60:
                save_part()
                saved = now
        else:
            progress.epoch, progress.batch = progress.epoch + 1, 0
    save(
        {
            "shape": asdict(model.shape),
            "tokens": vocabulary.tokens,
            "repairs": vocabulary.repairs,
            "weights": model.state_dict(),
            "options": options,
            "progress": asdict(progress),
        },
        args.model,
    )
    if os.path.exists(part):
        os.remove(part)
    n_weights = sum(weights.numel() for weights in model.parameters())
    print(json.dumps({"rows": len(rows), "weights": n_weights, **asdict(progress)}))
    tell(
        f"{len(rows):,} rows, {n_weights:,} weights, {progress.n_tokens:,} tokens in "
        f"{progress.seconds:,.0f} s, {progress.words()}"
    )
    return 0


# --------------------------------------------------------------------------------------- prediction


class Prediction(NamedTuple):
    place: int  # a token; -1: no bug
    repair: str
    probability: float


def best_repairs(
    log: Tensor, program: Program, vocabulary: Vocabulary, n: int
) -> list[tuple[str, float]]:
    """The most probable repairs, from log probabilities [L + R] of one program."""
    length = len(log) - len(vocabulary.repairs)
    found: dict[str, float] = {}
    top = log.topk(min(50, len(log)))
    for value, at in zip(top.values.exp().tolist(), top.indices.tolist()):
        text = program.texts[at - 1] if at < length else vocabulary.repairs[at - length]
        found[text] = found.get(text, 0.0) + value
    return sorted(found.items(), key=lambda item: -item[1])[:n]


@torch.no_grad()
def predict_batch(
    model: Detector, vocabulary: Vocabulary, rows: Sequence[Row], args: argparse.Namespace
) -> list[list[Prediction]]:
    device = next(model.parameters()).device
    batch = make_batch(vocabulary, [(r.program, r.bug, r.repair) for r in rows], device)
    logits, x = model(batch)
    if args.has_bug:
        logits[:, 0] = -1e9
    probabilities = logits.softmax(1)  # [B, L]
    n_places = 1 if args.given_place else min(args.k, logits.shape[1])
    places = probabilities.topk(n_places).indices  # [B, K]
    if args.given_place:
        places = batch.bug[:, None]
    found: list[list[Prediction]] = [[] for _ in rows]
    for column in places.unbind(1):
        log = model.repairs(batch, x, column)  # [B, L + R]
        for i, place in enumerate(column.tolist()):
            chance = 1.0 if args.given_place else probabilities[i, place].item()
            if place == 0:
                found[i].append(Prediction(-1, "", chance))
                continue
            for text, share in best_repairs(log[i], rows[i].program, vocabulary, args.k):
                found[i].append(Prediction(place - 1, text, chance * share))
    return [sorted(list_, key=lambda p: -p.probability)[: args.k] for list_ in found]


def lines_of(row: Row, predictions: Sequence[Prediction], has_place: bool) -> str:
    text = ""
    for rank, prediction in enumerate(predictions, 1):
        line: dict[str, Any] = {"id": row.id, "rank": rank}
        if prediction.place >= 0:
            if has_place:
                line["line"], line["column"] = row.places[prediction.place]
            line["repair"] = prediction.repair
        line["probability"] = round(min(prediction.probability, 1.0), 6)
        text += json.dumps(line, ensure_ascii=False) + "\n"
    return text


def predict(args: argparse.Namespace) -> int:
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model, vocabulary = load(args.model, device)
    model.eval()
    rows = list(read_rows(args.rows))
    if args.given_place:
        rows = [row for row in rows if row.bug >= 0]
    fit = [i for i, row in enumerate(rows) if len(row.program.texts) <= args.max_length]
    fit.sort(key=lambda i: len(rows[i].program.texts))
    texts, n_done = [""] * len(rows), 0
    while n_done < len(fit):
        length = 1 + len(rows[fit[min(n_done + 31, len(fit) - 1)]].program.texts)
        chosen = fit[n_done : n_done + max(1, min(32, args.batch // length))]
        predictions = predict_batch(model, vocabulary, [rows[i] for i in chosen], args)
        for i, list_ in zip(chosen, predictions):
            texts[i] = lines_of(rows[i], list_, not args.given_place)
        n_done += len(chosen)
        tell(f"{n_done:,} of {len(fit):,} programs", is_last=False)
    with open(args.output + ".new", "w", encoding="utf-8") as out:
        out.writelines(texts)
    os.replace(args.output + ".new", args.output)
    note = "" if len(fit) == len(rows) else f", {len(rows) - len(fit):,} are too long"
    tell(f"predictions for {len(fit):,} programs{note}")
    return 0


def set_threads(n: int) -> None:
    """PyTorch's threads, and those of OpenBLAS, which has its own."""
    torch.set_num_threads(n)
    try:
        ctypes.CDLL("libblas.so.3").openblas_set_num_threads(n)
    except (OSError, AttributeError):
        pass  # another BLAS


def main() -> int:
    text = __doc__ or ""
    parser = argparse.ArgumentParser(
        description=text, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True, metavar="train|predict")
    for run, words in ((train, "train a model"), (predict, "predict the bugs of programs")):
        command = commands.add_parser(
            run.__name__, help=words, formatter_class=argparse.ArgumentDefaultsHelpFormatter
        )
        command.set_defaults(run=run)
        command.add_argument("rows", nargs="+", help="rows of pairs or nbf (.jsonl, .jsonl.gz)")
        command.add_argument("--model", required=True, help="file of the model")
        command.add_argument("--batch", type=int, default=2048, help="tokens of a batch")
        command.add_argument("--threads", type=int, default=1, help="threads of PyTorch")
        command.add_argument(
            "--max-length", type=int, default=512 if run is train else 2048,
            help="tokens of the longest program that is read",
        )
        if run is predict:
            command.add_argument("-o", "--output", required=True, help="file of predictions")
            command.add_argument("--k", type=int, default=10, help="predictions for a program")
            command.add_argument(
                "--has-bug", action="store_true", help="each program has a bug: always name one"
            )
            command.add_argument(
                "--given-place", action="store_true", help="only repair, at the place of the bug"
            )
            continue
        command.add_argument("--tokens", type=int, required=True, help="tokens to train on")
        command.add_argument("--start", help="a model to begin with (fine-tuning)")
        command.add_argument("--seed", type=int, default=1)
        command.add_argument("--minutes", type=float, help=f"stop after them, with status {STOPPED}")
        command.add_argument(
            "--correct", type=float, default=0.0, help="share of bugs that are shown repaired"
        )
        command.add_argument("--rate", type=float, default=2e-3, help="highest learning rate")
        command.add_argument("--width", type=int, default=96)
        command.add_argument("--heads", type=int, default=4)
        command.add_argument("--layers", type=int, default=3)
        command.add_argument("--dropout", type=float, default=0.0)
        command.add_argument("--vocabulary", type=int, default=2000, help="tokens with a number")
        command.add_argument("--repairs", type=int, default=256, help="repairs with a number")
    args = parser.parse_args()
    set_threads(args.threads)
    run_command: Any = args.run
    return int(run_command(args))


if __name__ == "__main__":
    sys.exit(main())
