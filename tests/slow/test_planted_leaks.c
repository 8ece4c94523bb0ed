/* A benchmark planted into training data in every form. The leaks found are compared with a
 * table of the expected leaks of each planted program, and with the definitions for all items
 * and fixes. */
#include "guard/leak.h"
#include "tests/support/forms.h"
#include "tests/support/naive_leaks.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

enum { N_MODES = 3 }; /* type1, type2, similar */

/* What must be found of a planted program, as "match relation"; of what is only similar, in short
 * programs with a text, see the definitions. */
#define EQUAL             "1="
#define CONTAINED         "1<"
#define RENAMED_EQUAL     "2="
#define RENAMED_CONTAINED "2<"
#define SIMILAR           "s~"
#define NOTHING           "--"
static const struct {
    const char *name;
    const char *found[N_MODES];
} forms[N_FORMS] = {
    [VERBATIM] = {"verbatim", {EQUAL, EQUAL, EQUAL}},
    [INDENTED_BY_TABS] = {"indented by tabs", {EQUAL, EQUAL, EQUAL}},
    [INDENTED_OTHERWISE] = {"indented otherwise", {EQUAL, EQUAL, EQUAL}},
    [COMMENTED] = {"commented", {EQUAL, EQUAL, EQUAL}},
    [RENAMED] = {"renamed", {NOTHING, RENAMED_EQUAL, RENAMED_EQUAL}},
    [AFTER_CODE] = {"after other code", {CONTAINED, CONTAINED, CONTAINED}},
    [AMONG_FUNCTIONS] = {"among functions", {CONTAINED, CONTAINED, CONTAINED}},
    [IN_CLASS] = {"in a class", {CONTAINED, CONTAINED, CONTAINED}},
    [IN_IF] = {"in an if", {CONTAINED, CONTAINED, CONTAINED}},
    [RENAMED_IN_CLASS] = {"renamed, in a class", {NOTHING, RENAMED_CONTAINED, RENAMED_CONTAINED}},
    [TOKEN_CHANGED] = {"one token changed", {NOTHING, NOTHING, SIMILAR}},
    [TOKEN_CHANGED_IN_CLASS] = {"changed, in a class", {NOTHING, NOTHING, NOTHING}},
    [NAME_SWAPPED] = {"renamed, two swapped", {NOTHING, NOTHING, NOTHING}},
    [FIRST_HALF] = {"first half", {NOTHING, NOTHING, NOTHING}},
    [WITHOUT_TEXTS] = {"without its text", {EQUAL, EQUAL, EQUAL}},
    [OTHER_PROGRAM] = {"another program", {NOTHING, NOTHING, NOTHING}},
};

/* Which programs of an item are planted into a pair. */
enum plant { PLANT_PAIR, PLANT_BUGGY, PLANT_FIXED, PLANT_SWAPPED, N_PLANTS };

struct planted {
    uint32_t item;
    enum form form;
    enum plant plant;
    uint32_t programs[2]; /* numbers of the buggy and the fixed one */
};

struct item {
    const char *name;
    const char *buggy, *fixed;
};

struct garden {
    const char *name;
    struct arena texts;
    ARRAY(struct item) items;
    ARRAY(struct naive_item) naive_items;
    ARRAY(struct made_fix) fixes;
    ARRAY(struct planted) planted; /* by fix */
    struct table programs;
    ARRAY(struct naive_program) naive_programs; /* by number in `programs` */
    int n_found[N_FORMS][N_MODES][N_PLANTS], n_planted[N_FORMS];
    bool is_exact; /* the table holds for what is only similar, too */
};

static const char *keep(struct garden *garden, const struct str *text)
{
    return arena_copy_text(&garden->texts, str_text(text), text->length);
}

static void add_fix(struct garden *garden, struct planted planted, const char *buggy,
                    const char *fixed)
{
    const char *problem = arena_print(&garden->texts, "p%05d", (int)planted.form + 1);
    const char *user = arena_print(&garden->texts, "u%05u", planted.item);
    const char *codes[2] = {buggy, fixed};
    for (int i = 0; i < 2; i++) {
        planted.programs[i] = (uint32_t)table_number(&garden->programs, codes[i]);
        if (planted.programs[i] == garden->naive_programs.n) {
            struct naive_program program;
            naive_program_read(&program, codes[i]);
            array_push(&garden->naive_programs, program);
        }
    }
    array_push(&garden->fixes, (struct made_fix){problem, user, buggy, fixed, .is_bare = true});
    array_push(&garden->planted, planted);
}

/* The other program of a pair when one is planted: the same, except for a token in some forms. */
static void write_other(struct str *out, enum form form, const char *code)
{
    bool is_alike = form == VERBATIM || form == COMMENTED || form == IN_CLASS;
    if (!is_alike || !rewrite_token(out, code, "6211"))
        str_add_text(out, "print(input())\n");
}

static void plant_form(struct garden *garden, uint32_t number, enum form form)
{
    const struct item *item = &garden->items.items[number];
    struct str texts[4] = {0}; /* buggy, fixed, and each with another token */
    if (form_write(form, &texts[0], item->buggy) && form_write(form, &texts[1], item->fixed)) {
        const char *codes[4];
        write_other(&texts[2], form, str_text(&texts[0]));
        write_other(&texts[3], form, str_text(&texts[1]));
        for (int i = 0; i < 4; i++)
            codes[i] = keep(garden, &texts[i]);
        add_fix(garden, (struct planted){number, form, PLANT_PAIR, {0}}, codes[0], codes[1]);
        add_fix(garden, (struct planted){number, form, PLANT_BUGGY, {0}}, codes[0], codes[2]);
        add_fix(garden, (struct planted){number, form, PLANT_FIXED, {0}}, codes[3], codes[1]);
        add_fix(garden, (struct planted){number, form, PLANT_SWAPPED, {0}}, codes[1], codes[0]);
    }
    for (int i = 0; i < 4; i++)
        str_release(&texts[i]);
}

static void add_item(struct garden *garden, const char *name, const char *buggy, const char *fixed)
{
    struct naive_item naive;
    array_push(&garden->items, (struct item){name, buggy, fixed});
    naive_program_read(&naive.sides[0], buggy);
    naive_program_read(&naive.sides[1], fixed);
    array_push(&garden->naive_items, naive);
}

static const char *describe(const struct leak *leak)
{
    static char texts[4][112];
    static int next;
    char *text = texts[next++ % 4];
    snprintf(text, sizeof texts[0], "%s %s %s %.4f, line %u of the %s%s",
             leak_kind_names[leak->kind], leak_match_names[leak->hit.match],
             leak_relation_names[leak->hit.relation], leak->hit.similarity, leak->hit.line,
             leak->is_in_fixed ? "fixed" : "buggy", leak->is_implied ? ", implied" : "");
    return text;
}

/* The sign of a kind among leaks. */
static const char *sign_of(const struct leak *leaks, size_t n, enum leak_kind kind)
{
    static const char *const signs[3][3] = {
        {EQUAL, CONTAINED, NULL}, {RENAMED_EQUAL, RENAMED_CONTAINED, NULL}, {NULL, NULL, SIMILAR}};
    for (size_t i = 0; i < n; i++)
        if (leaks[i].kind == kind)
            return signs[leaks[i].hit.match][leaks[i].hit.relation];
    return NOTHING;
}

/* Compares what was found of the planted item with the table. */
static void check_planted(struct garden *garden, int mode, const struct planted *planted,
                          const struct leak *leaks, size_t n)
{
    static const enum leak_kind kinds[N_PLANTS] = {LEAK_PAIR, LEAK_BUGGY, LEAK_FIXED,
                                                   LEAK_BUGGY_IN_FIXED};
    const char *expected = forms[planted->form].found[mode];
    const char *found = sign_of(leaks, n, kinds[planted->plant]);
    bool is_similar = match_presets[mode].match == MATCH_SIMILAR;
    const struct naive_item *item = &garden->naive_items.items[planted->item];
    bool has_same_sides = naive_find(&item->sides[0], &item->sides[1], &match_presets[1]).is_found;
    bool is_free = is_similar && (strcmp(expected, SIMILAR) == 0 || strcmp(expected, NOTHING) == 0);
    garden->n_found[planted->form][mode][planted->plant] += strcmp(found, NOTHING) != 0;
    garden->n_planted[planted->form] += mode == 0 && planted->plant == PLANT_PAIR;
    if (is_free && !garden->is_exact)
        return;
    if (strcmp(found, expected) != 0)
        fail_msg("%s: %s, %s, plant %d: %s, expected %s", garden->items.items[planted->item].name,
                 forms[planted->form].name, match_presets[mode].name, planted->plant, found,
                 expected);
    size_t n_listed = 0;
    for (size_t i = 0; i < n; i++)
        n_listed += !leaks[i].is_implied;
    size_t n_expected = strcmp(expected, NOTHING) == 0    ? 0
                        : planted->plant == PLANT_SWAPPED ? 2
                                                          : 1;
    if (!is_similar && n_listed != n_expected && !has_same_sides)
        fail_msg("%s: %s, %s, plant %d: %zu leaks, first %s",
                 garden->items.items[planted->item].name, forms[planted->form].name,
                 match_presets[mode].name, planted->plant, n_listed, n ? describe(leaks) : "");
}

static void check_same(const struct garden *garden, const struct planted *planted, uint32_t item,
                       const struct leak *found, size_t n_found, const struct leak *expected,
                       size_t n_expected)
{
    for (size_t i = 0; i < n_found || i < n_expected; i++) {
        const char *a = i < n_found ? describe(&found[i]) : "nothing";
        const char *b = i < n_expected ? describe(&expected[i]) : "nothing";
        if (strcmp(a, b) != 0)
            fail_msg("%s in %s of %s (plant %d): %s, by definition %s",
                     garden->items.items[item].name, forms[planted->form].name,
                     garden->items.items[planted->item].name, planted->plant, a, b);
    }
}

/* Every item in every fix: exactly what the definitions say, and of what is planted what the table
 * says. The leaks stand by item and pair; returns their number. */
static size_t check_leaks(struct garden *garden, int mode, const struct leaks *leaks)
{
    const struct naive_program *programs = garden->naive_programs.items;
    size_t at = 0;
    for (uint32_t item = 0; item < garden->items.n; item++)
        for (uint32_t pair = 0; pair < garden->fixes.n; pair++) {
            const struct planted *planted = &garden->planted.items[pair];
            const struct leak *found = leaks->list.items + at;
            struct leak expected[N_LEAK_KINDS];
            size_t n = 0;
            for (; at < leaks->list.n && leaks->list.items[at].item == item &&
                   leaks->list.items[at].pair == pair;
                 at++)
                n++;
            size_t n_expected = naive_leaks(expected, &garden->naive_items.items[item],
                                            &programs[planted->programs[0]],
                                            &programs[planted->programs[1]], &match_presets[mode]);
            check_same(garden, planted, item, found, n, expected, n_expected);
            if (planted->item == item)
                check_planted(garden, mode, planted, found, n);
        }
    assert_int_equal(at, leaks->list.n);
    return at;
}

static void search_in_mode(struct garden *garden, const char *benchmark, int mode)
{
    scoped(pairs) pairs = {0};
    scoped(leak_search) search = {0};
    struct program_visitor visitor;
    struct guard_options guard = {.n_jobs = 2};
    scoped(db) *db = store_opened("planted.db");
    assert_done(pairs_read(&pairs, db, true, &err));
    assert_int_equal(pairs.list.n, garden->fixes.n);
    struct leak_request request = {benchmark, &match_presets[mode], 0};
    assert_done(leak_search_begin(&search, &visitor, &request, db, &pairs, &err));
    assert_done(programs_visit(db, &pairs, &visitor, 1, &guard, &err));
    leak_search_end(&search, &pairs);
    assert_int_equal(search.benchmark.rejects.n, 0);
    assert_int_equal(search.benchmark.items.n, garden->items.n);
    for (size_t i = 0; i < garden->items.n; i++)
        assert_string_equal(search.benchmark.items.items[i].id, garden->items.items[i].name);
    size_t n = check_leaks(garden, mode, &search.leaks);
    printf("note: planted %s: --match %s: %zu leaks of %zu items in %zu fixes, all as defined\n",
           garden->name, match_presets[mode].name, n, garden->items.n, garden->fixes.n);
}

/* A line for each form: of how many items it was planted; then of each --match what is expected,
 * and of how many items it is found. */
static void print_matrix(const struct garden *garden)
{
    printf(
        "note: planted %s: the form, its items; then for each --match what is expected, and of how "
        "many items it is found: both sides, only buggy, only fixed, sides swapped\n",
        garden->name);
    for (enum form form = 0; form < N_FORMS; form++) {
        scoped(str) line = {0};
        for (int mode = 0; mode < N_MODES; mode++) {
            str_print(&line, "  %s %s", match_presets[mode].name, forms[form].found[mode]);
            for (enum plant plant = 0; plant < N_PLANTS; plant++)
                str_print(&line, " %2d", garden->n_found[form][mode][plant]);
        }
        printf("note:   %-20s %2d%s\n", forms[form].name, garden->n_planted[form], str_text(&line));
    }
}

static void release(struct garden *garden)
{
    for (size_t i = 0; i < garden->naive_items.n; i++)
        for (int side = 0; side < 2; side++)
            naive_program_release(&garden->naive_items.items[i].sides[side]);
    for (size_t i = 0; i < garden->naive_programs.n; i++)
        naive_program_release(&garden->naive_programs.items[i]);
    array_release(&garden->items);
    array_release(&garden->naive_items);
    array_release(&garden->fixes);
    array_release(&garden->planted);
    array_release(&garden->naive_programs);
    table_release(&garden->programs);
    arena_release(&garden->texts);
}

static void check_garden(struct garden *garden, const char *benchmark)
{
    for (enum form form = 0; form < N_FORMS; form++)
        for (uint32_t item = 0; item < garden->items.n; item++)
            plant_form(garden, item, form);
    made_store("planted.db", garden->fixes.items, garden->fixes.n);
    for (int mode = 0; mode < N_MODES; mode++)
        search_in_mode(garden, benchmark, mode);
    if (!garden->is_exact)
        print_matrix(garden);
    release(garden);
}

/* Bugs of one token. */
static const struct item own_items[] = {
    {"bisect",
     "def bisect(items, wanted):\n    low, high = 0, len(items)\n    while low < high:\n"
     "        middle = (low + high) // 2\n        if items[middle] <= wanted:\n"
     "            low = middle + 1\n        else:\n            high = middle\n    return low\n",
     "def bisect(items, wanted):\n    low, high = 0, len(items)\n    while low < high:\n"
     "        middle = (low + high) // 2\n        if items[middle] < wanted:\n"
     "            low = middle + 1\n        else:\n            high = middle\n    return low\n"},
    {"collatz",
     "n = int(input())\nsteps = 0\nwhile n != 1:\n    if n % 2 == 0:\n        n //= 2\n"
     "    else:\n        n = 3 * n - 1\n    steps += 1\nprint('steps:', steps)\n",
     "n = int(input())\nsteps = 0\nwhile n != 1:\n    if n % 2 == 0:\n        n //= 2\n"
     "    else:\n        n = 3 * n + 1\n    steps += 1\nprint('steps:', steps)\n"},
    {"factors",
     "def factors(number):\n    '''Prime factors,\n  with their powers'''\n    found = {}\n"
     "    for d in range(2, number):\n        while number % d == 0:\n"
     "            found[d] = found.get(d, 0) + 1\n            number //= d\n    return found\n",
     "def factors(number):\n    '''Prime factors,\n  with their powers'''\n    found = {}\n"
     "    for d in range(2, limit):\n        while number % d == 0:\n"
     "            found[d] = found.get(d, 0) + 1\n            number //= d\n    return found\n"},
    {"format",
     "rows = [line.split(',') for line in open(0)]\n"
     "widths = [max(map(len, c)) for c in zip(*rows)]\n"
     "for row in rows:\n    print(f'{row[0]:<{widths[0]}} | {row[1]:>9} of {len(rows) + 0}')\n"
     "    total = sum(float(x) for x in row[2:])\n    assert total > 10, 'too little'\n",
     "rows = [line.split(',') for line in open(0)]\n"
     "widths = [max(map(len, c)) for c in zip(*rows)]\n"
     "for row in rows:\n    print(f'{row[0]:<{widths[0]}} | {row[1]:>9} of {len(rows) + 1}')\n"
     "    total = sum(float(x) for x in row[2:])\n    assert total > 10, 'too little'\n"},
    {"graph",
     "from collections import deque\n\ndef reach(edges, start):\n    seen, queue = {start}, "
     "deque([start])\n    while queue:\n        at = queue.pop()\n        for to in edges[at]:\n"
     "            if to not in seen:\n                seen.add(to)\n                "
     "queue.append(to)\n    return len(seen) - 1\n",
     "from collections import deque\n\ndef reach(edges, start):\n    seen, queue = {start}, "
     "deque([start])\n    while queue:\n        at = queue.popleft()\n"
     "        for to in edges[at]:\n"
     "            if to not in seen:\n                seen.add(to)\n                "
     "queue.append(to)\n    return len(seen) - 1\n"},
    {"grid",
     "h, w = map(int, input().split())\ngrid = [input() for _ in range(h)]\nbest = 0\n"
     "for y in range(h):\n    for x in range(w):\n        if grid[y][x] == '#' and y > 0:\n"
     "            best = max(best, x + y * w)\nprint(best if best else 'NO')\n",
     "h, w = map(int, input().split())\ngrid = [input() for _ in range(h)]\nbest = 0\n"
     "for y in range(h):\n    for x in range(w):\n        if grid[y][x] == '#' or y > 0:\n"
     "            best = max(best, x + y * w)\nprint(best if best else 'NO')\n"},
    {"primes",
     "def primes(n):\n    sieve = [True] * (n + 1)\n    for i in range(2, n + 1):\n"
     "        if sieve[i]:\n            yield i\n            for j in range(2 * i, n + 1, 2):\n"
     "                sieve[j] = False\n",
     "def primes(n):\n    sieve = [True] * (n + 1)\n    for i in range(2, n + 1):\n"
     "        if sieve[i]:\n            yield i\n            for j in range(2 * i, n + 1, i):\n"
     "                sieve[j] = False\n"},
    {"words",
     "count = {}\nfor word in input().lower().split():\n    count[word] = count.get(word, 1) + 1\n"
     "for word, n in sorted(count.items(), key=lambda pair: (-pair[1], pair[0]))[:10]:\n"
     "    print(word, n, sep='\\t')\n",
     "count = {}\nfor word in input().lower().split():\n    count[word] = count.get(word, 0) + 1\n"
     "for word, n in sorted(count.items(), key=lambda pair: (-pair[1], pair[0]))[:10]:\n"
     "    print(word, n, sep='\\t')\n"},
};

TEST(planted_leaks__are_found_of_hand_written_items)
{
    struct garden garden = {.name = "own", .is_exact = true};
    run_valid(NULL, "mkdir -p \"$SCRATCH/own/buggy\" \"$SCRATCH/own/fixed\"");
    for (size_t i = 0; i < N_ITEMS(own_items); i++) {
        const struct item *item = &own_items[i];
        write_test_file(
            arena_print(&garden.texts, "%s/buggy/%s.py", scratch_path("own"), item->name),
            item->buggy, strlen(item->buggy));
        write_test_file(
            arena_print(&garden.texts, "%s/fixed/%s.py", scratch_path("own"), item->name),
            item->fixed, strlen(item->fixed));
        add_item(&garden, item->name, item->buggy, item->fixed);
    }
    check_garden(&garden, scratch_path("own"));
}

TEST(planted_leaks__are_found_of_quixbugs)
{
    struct garden garden = {.name = "quixbugs"};
    scoped(str) names = {0}, code = {0}, path = {0};
    if (!can_run("test -d \"$SHARED/data/benchmarks/quixbugs\"", "QuixBugs in training data",
                 "../shared/data/benchmarks is missing"))
        skip();
    run_valid(&names, "cd \"$SHARED/data/benchmarks/quixbugs/buggy\" && ls *.py | sort");
    char *rest = names.text;
    for (char *name; (name = strsep(&rest, "\n")) && *name;) {
        const char *sides[2] = {"buggy", "fixed"}, *codes[2];
        for (int side = 0; side < 2; side++) {
            str_set(&path, "$SHARED/data/benchmarks/quixbugs/%s/%s", sides[side], name);
            read_test_file(&code, str_text(&path));
            codes[side] = keep(&garden, &code);
        }
        add_item(&garden, arena_copy_text(&garden.texts, name, strlen(name) - 3), codes[0],
                 codes[1]);
    }
    assert_int_equal(garden.items.n, 40);
    run_valid(&path, "echo \"$SHARED/data/benchmarks/quixbugs\"");
    path.text[strcspn(path.text, "\n")] = '\0';
    check_garden(&garden, str_text(&path));
}
