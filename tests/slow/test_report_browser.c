/* The report page in a real browser: it shows the content of the database, whatever that is, and
 * everyone can use it. */
#include "tests/support/stores.h"
#include "tests/support/test.h"

/* Scripts of tests/browser/ run in $SCRATCH with what they need. */
#define BROWSER                                       \
    "cd \"$SCRATCH\" && B=\"$SAMPLE/../browser\" && " \
    "export NODE_PATH=\"$OUT/npm/node_modules\" && "

/* The texts that are searched: a word, a part of one, a phrase, and two words. */
#define TEXTS "range 'input(' '\"for i in range(n)\"' 'print p1'"

/* Fonts that browsers use by default. Charts must have room for the texts in each of them. */
static struct {
    const char *sans, *mono;
    bool is_there;
} fonts[] = {
    {.sans = "DejaVu Sans", .mono = "DejaVu Sans Mono"},
    {.sans = "Liberation Sans", .mono = "Liberation Mono"},
    {.sans = "Noto Sans", .mono = "DejaVu Sans Mono"},
};

static bool is_there;

static bool has(const char *test, const char *what)
{
    return can_run(test, "the report in a browser", printed("%s is missing", what));
}

static void find_fonts(void)
{
    for (size_t i = 0; i < N_ITEMS(fonts); i++)
        fonts[i].is_there =
            can_run(printed("fc-list -q '%s'", fonts[i].sans),
                    printed("the report in %s", fonts[i].sans), "this font is not installed");
}

/* Reports on the real pairs where they are, else on the sample, with all that can be known. */
static int make_report(void **state)
{
    (void)state;
    is_there = has("command -v node", "Node.js") &&
               has("test -x \"${CHROMIUM:-/usr/bin/chromium-headless-shell}\"", "Chromium") &&
               has("test -f \"$OUT/npm/installed\"", "Playwright");
    if (is_there) {
        find_fonts();
        run_valid(NULL,
                  "if [ -d \"$SHARED/data/atcoder\" ]; then D=\"$SHARED/data/atcoder\"; "
                  "else D=\"$SAMPLE/Project_CodeNet\"; fi; cd \"$SCRATCH\" && "
                  "\"$TOKFIX\" mine --language python \"$D\" -o r.db --force && "
                  "\"$TOKFIX\" dedup r.db && "
                  "\"$TOKFIX\" split r.db --seed 2024 && "
                  "sqlite3 r.db \"INSERT INTO set_exclusions SELECT '', fix_key, 'benchmark', "
                  "'quixbugs gcd: fixed' FROM fixes WHERE fix_key %% 7 = 1\" && "
                  "sqlite3 r.db \"UPDATE fixes SET region = 'message' "
                  "WHERE fix_key %% 5 = 1\" && "
                  "sqlite3 r.db <\"$SAMPLE/../browser/executed.sql\" && "
                  "\"$TOKFIX\" report r.db -o r.html --force");
    }
    return 0;
}

TEST(page__finds_what_the_store_has)
{
    if (!is_there)
        skip();
    scoped(str) output = output_of(BROWSER "node \"$B/used.cjs\" counts r.html " TEXTS " >counts");
    run_valid(&output, BROWSER "sh \"$B/from_store.sh\" counts r.db " TEXTS " >expected");
    run_valid(&output, BROWSER "diff counts expected && wc -l <expected");
    assert_true(atoi(str_text(&output)) > 50);
}

/* Most programs are shown whole, and as they are. */
static void assert_programs(const char *name)
{
    run_valid(NULL, BROWSER "node \"$B/shown.cjs\" programs %s.html >programs", name);
    run_valid(NULL,
              BROWSER "sh \"$B/from_store.sh\" programs %s.db >all && "
                      "awk 'NR == FNR { shown[$1]; next } $1 in shown' programs all >expected",
              name);
    run_valid(NULL, BROWSER "diff programs expected | cut -c 1-400; cmp programs expected && "
                            "test $(wc -l <programs) -gt $(($(wc -l <all) * 4 / 5))");
}

TEST(page__shows_the_programs_of_the_store)
{
    if (!is_there)
        skip();
    assert_programs("r");
}

#define LOOKS(theme) theme ": 0 violations\n"

/* A configuration of fontconfig in which generic fonts are of this family. */
#define FONT(generic)                                                \
    "<match><test name='family'><string>" generic "</string></test>" \
    "<edit name='family' mode='prepend' binding='strong'><string>%s</string></edit></match>"
static void choose_fonts(const char *sans, const char *mono)
{
    const char *text =
        printed("<fontconfig><include>/etc/fonts/fonts.conf</include>" FONT("system-ui")
                    FONT("sans-serif") FONT("monospace") "</fontconfig>\n",
                sans, sans, mono);
    write_test_text("fonts.conf", text);
}

/* The report fits windows of all widths in each font, and everyone can read it in the themes. */
static void assert_looks(const char *name, const char *themes, const char *expected)
{
    for (size_t i = 0; i < N_ITEMS(fonts); i++) {
        if (!fonts[i].is_there)
            continue;
        choose_fonts(fonts[i].sans, fonts[i].mono);
        scoped(str) sizes = output_of(
            BROWSER "FONTCONFIG_FILE=$PWD/fonts.conf node \"$B/looks.cjs\" %s.html", name);
        if (strcmp(str_text(&sizes), "1280: fits\n700: fits\n390: fits\n360: fits\n") != 0)
            fail_msg("%s.html in %s: %s", name, fonts[i].sans, str_text(&sizes));
    }
    scoped(str) output = output_of(BROWSER "node \"$B/looks.cjs\" %s.html %s", name, themes);
    assert_string_equal(str_text(&output), expected);
}

static char long_string[2][22000];

TEST(page__begins_with_what_was_found)
{
    if (!is_there)
        skip();
    scoped(str) output = output_of(
        BROWSER
        "\"$TOKFIX\" mine --language python \"$SAMPLE/Project_CodeNet\" -o b.db "
        "--force -q && sqlite3 b.db <\"$B/executed.sql\" && "
        "\"$TOKFIX\" dedup b.db >told && \"$TOKFIX\" split b.db --seed 1 >told && "
        "\"$TOKFIX\" report b.db -o b.html --force -q && node \"$B/shown.cjs\" beginning b.html");
    assert_contains(
        str_text(&output),
        "69 % of the pairs are single-token fixes; of those in the six categories, 24 % "
        "are wrong literals, against 29 % in the thesis.\n"
        "Categories, Three fixes, Most frequent edits, Patterns, Roles, Regions, "
        "Verdicts, Execution, Size of the programs, Place of the bug, Histories, Time, "
        "Problems, Contests, Duplicates, Largest clusters, Splits, All fixes, From "
        "pairs to fixes, What was read, Provenance\n"
        "all in the contents: true\n"
        "bars: Categories, Most frequent edits, Patterns, Roles, Regions, Size of the programs, "
        "Histories, Problems, Contests, Duplicates, From pairs to fixes\n"
        "examples: logical operator, comparison operator, variable misuse\n"
        "printed: true\n");
}

static const struct made_fix single_fixes[] = {
    {"p1", "u1", "print(1)\n", "print(2)\n", false},
    {"p2", "u1", "print(3)\n", "print(4)\n", false},
    {"p3", "u2", "print(a)\n", "print(b)\n", false},
};

/* Bars that are all 1 say nothing, and one thing is one fix. */
TEST(page__draws_nothing_of_what_occurs_once)
{
    if (!is_there)
        skip();
    made_store("o.db", single_fixes, N_ITEMS(single_fixes));
    store_changed("o.db",
                  "UPDATE run SET source = 'git'; "
                  "INSERT INTO commit_counts SELECT problem_id, 1, 'commits', 10 FROM problems");
    scoped(str) output = output_of(BROWSER "\"$TOKFIX\" report o.db -q -o o.html --force && "
                                           "node \"$B/shown.cjs\" beginning o.html");
    assert_contains(str_text(&output), "3 single-token fixes in 30 commits.\n");
    assert_contains(str_text(&output), "bars: Patterns, Regions, Commits, Size of the programs\n");
    assert_null(strstr(str_text(&output), "unwanted"));
}

static const struct made_fix colored_fixes[] = {
    {"p1", "u1", "\"\"\"One\ntwo\"\"\"\nx = len('a\x1b') + 10 # sum\nprint(x, 1)\n",
     "\"\"\"One\ntwo\"\"\"\nx = len('a\x1b') + 10 # sum\nprint(x, 2)\n", false},
    {"p2", "u1", "if True:\n    print(f'{1 if 2 else 3} wrong answer')\n",
     "if True:\n    print(f'{1 if 2 else 3} right answer')\n", false},
    {"p3", "u1", "x = 'no long string'\n", "x = 'a no longer string'\n", false},
    {"p4", "u1", "t = '''one\ntwo\nthree\nfour'''\n", "t = '''one\ntwo\nthrees\nfour'''\n", false},
    {"p5", "u1", long_string[0], long_string[1], false},
};

TEST(page__colours_code_and_marks_what_differs)
{
    if (!is_there)
        skip();
    for (int side = 0; side < 2; side++) {
        char *text = long_string[side];
        memset(text, '\n', sizeof long_string[side]);
        memcpy(text, "'''", 3);
        strcpy(text + 21000, side ? "'''\nx = 1\n'''two'''" : "'''\nx = 2\n'''two'''");
    }
    made_store("c.db", colored_fixes, N_ITEMS(colored_fixes));
    scoped(str) output = output_of(BROWSER "\"$TOKFIX\" report c.db -q -o c.html --force && "
                                           "node \"$B/shown.cjs\" code c.html");
    assert_string_equal(
        str_text(&output),
        "1 → 2\n"
        "same ⟨string:\"\"\"One⟩\n"
        "same ⟨string:two\"\"\"⟩\n"
        "same x = ⟨name:len⟩(⟨string:'a{U+001B}'⟩) + ⟨number:10⟩ ⟨comment:# sum⟩\n"
        "removed ⟨keyword:print⟩(x, 1)\n"
        "added ⟨keyword:print⟩(x, 2)\n"
        " [wrong] answer →  [right] answer\n"
        "same ⟨keyword:if⟩ ⟨keyword:True⟩:\n"
        "removed     ⟨keyword:print⟩(⟨string:f'⟩{⟨number:1⟩ ⟨keyword:if⟩ ⟨number:2⟩ "
        "⟨keyword:else⟩ ⟨number:3⟩} [wrong] answer⟨string:'⟩)\n"
        "added     ⟨keyword:print⟩(⟨string:f'⟩{⟨number:1⟩ ⟨keyword:if⟩ ⟨number:2⟩ ⟨keyword:else⟩ "
        "⟨number:3⟩} [right] answer⟨string:'⟩)\n"
        "'[no long] string' → '[a no longer] string'\n"
        "removed x = '[no long] string'\n"
        "added x = '[a no longer] string'\n"
        "'''one{U+000A}two{U+000A}three[]{U+000A}four''' → "
        "'''one{U+000A}two{U+000A}three[s]{U+000A}four'''\n"
        "same t = '''one\n"
        "same two\n"
        "removed three[]\n"
        "added three[s]\n"
        "same four'''\n"
        "2 → 1\n"
        "same \n"
        "same \n"
        "same '''\n"
        "removed x = 2\n"
        "added x = 1\n"
        "same '''two'''\n");
    run_valid(&output, BROWSER "node \"$B/looks.cjs\" c.html light dark");
    assert_string_equal(str_text(&output), LOOKS("light") LOOKS("dark"));
}

/* Long lines: 10^5 characters on both sides of the token. */
static char long_line[2][200100];

static const struct made_fix hostile_fixes[] = {
    {"p1", "u1", "print('</script><script>alert(1)</script><!--', 1)\n",
     "print('</script><script>alert(1)</script><!--', 2)\n", false},
    {"\"><img src=x onerror=alert(1)>", "u1", "x = 1 # \xe2\x80\xae }\n",
     "x = 2 # \xe2\x80\xae }\n", false},
    {"p3%41", "u1", "s = '\xe2\x80\xae nigol \xe2\x81\xa6'\n",
     "s = '\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d'\n", false},
    {"p\xe2\x80\xae"
     "4",
     "u1", "a = 1\rb = 2\rprint(a)\r", "a = 1\rb = 2\rprint(b)\r", false},
    {"p5", "u1", "a = 1\r\nb = 2\r\nprint(a)\r\n", "a = 1\r\nb = 2\r\nprint(b)\r\n", false},
    {"p6", "u1", "x = '\x01\x1b[31m\x07\x7f\xc2\x85\xe2\x80\xa8\xef\xbb\xbf'\nprint(x, 1)\n",
     "x = '\x01\x1b[31m\x07\x7f\xc2\x85\xe2\x80\xa8\xef\xbb\xbf'\nprint(x, 2)\n", false},
    {"p7", "u1", "# one\nx = 1\n\n\n# four\nprint(x)\n", "x = 2\n# two\nprint(x)\n# more", false},
    {"p8", "u1", "t = '''one\ntwo\nthree'''\nprint(t)\n",
     "t = '''one\n2\nthree\nfour'''\nprint(t)\n", false},
    {"p9", "u1", "&lt;b&gt; = &amp;\n", "&lt;b&gt; = &amp;\n", true},
    {"p10", "u1", long_line[0], long_line[1], false},
};

static void make_hostile_store(void)
{
    for (int side = 0; side < 2; side++) {
        char *line = long_line[side];
        memset(line, 'A', sizeof long_line[side]);
        memcpy(line, "x = '", 5);
        memcpy(line + 100000, side ? "'; y = 2; z = '" : "'; y = 1; z = '", 15);
        memcpy(line + sizeof long_line[side] - 3, "'\n", 3);
    }
    made_store("h.db", hostile_fixes, N_ITEMS(hostile_fixes));
    run_valid(NULL, "cd \"$SCRATCH\" && sqlite3 h.db \"DELETE FROM fixes WHERE before = ''; "
                    "UPDATE submissions SET status = '<b>Wrong' || char(8238) || 'Answer'; "
                    "UPDATE submissions SET original_language = '</script>' || char(27); "
                    "UPDATE fixes SET pattern = '<i>' || char(8294), role = '\\\"x';"
                    "UPDATE problems SET name = '<svg onload=alert(1)>' || char(8238)\" && "
                    "\"$TOKFIX\" report h.db -o h.html --force");
}

TEST(page__shows_hostile_texts_as_they_are)
{
    if (!is_there)
        skip();
    make_hostile_store();
    assert_programs("h");
    scoped(str) output = output_of(BROWSER "node \"$B/used.cjs\" counts h.html alert");
    assert_contains(str_text(&output), "search\talert\t2\n");
    assert_null(strstr(str_text(&output), "unwanted"));
    run_valid(&output, BROWSER "node \"$B/shown.cjs\" address h.html p3%%41-b00002-f00002 "
                               "'\"><img src=x onerror=alert(1)>-b00001-f00001'");
    assert_string_equal(str_text(&output),
                        "{\"id\":\"p3%41-b00002-f00002\",\"isInSight\":true}\n"
                        "{\"id\":\"\\\"><img src=x onerror=alert(1)>-b00001-f00001\","
                        "\"isInSight\":true}\n");
    assert_looks("h", "light", LOOKS("light"));
}

/* Hostile characters, several kinds of line ends, and one line of 3,000 characters. */
TEST(page__shows_evidence_as_it_is)
{
    if (!is_there)
        skip();
    made_store("x.db", hostile_fixes, N_ITEMS(hostile_fixes));
    scoped(str) output = output_of(
        BROWSER
        "sqlite3 x.db <\"$B/executed.sql\" && sqlite3 x.db \""
        "UPDATE tests SET input = '</script><script>alert(1)</script><!--' || char(27, 8238) || "
        "'&lt;'; UPDATE tests SET expected = replace(hex(zeroblob(1500)), '0', char(22793)); "
        "UPDATE test_runs SET detail = '<img src=x onerror=alert(1)>' || char(8238), output = ''; "
        "UPDATE verdicts SET detail = '<b>' || char(8238)\" && "
        "\"$TOKFIX\" report x.db -q -o x.html --force && "
        "node \"$B/shown.cjs\" executions x.html | cut -f 3 -s | sort -u | tail -1 | xxd -r -p");
    assert_string_equal(str_text(&output),
                        "</script><script>alert(1)</script><!--\x1b\xe2\x80\xae&lt;");
    assert_looks("x", "dark", LOOKS("dark"));
}

/* A database without verdicts gets a page without the section, the labels and the filter. */
TEST(page__shows_execution_only_if_there_was_one)
{
    if (!is_there)
        skip();
    scoped(str) output = output_of(
        BROWSER
        "\"$TOKFIX\" mine --language python \"$SAMPLE/Project_CodeNet\" -o n.db --force -q && "
        "\"$TOKFIX\" report n.db -q -o n.html --force && "
        "node \"$B/shown.cjs\" executions n.html | cut -f 2- | sort -u && "
        "{ node \"$B/used.cjs\" counts n.html | grep -ci execut; true; }");
    assert_string_equal(str_text(&output), "\nplaces: 0\n0\n");
}

/* Makes all but the first three problems of a made store the repositories of a second run. */
static const char hostile_git[] =
    "CREATE TEMP TABLE texts AS SELECT '</script><script>alert(1)</script><!--' || "
    "char(8238, 8294, 27, 8232, 9, 127) || '&lt;<img src=x onerror=alert(1)>' AS text;"
    "INSERT INTO run SELECT 2, tool_version, 'all', failing, max_tokens, max_bytes, max_pairs, 1, "
    "1, 1, '89ab', NULL, 'git', '', languages, NULL, text, 'cdef', NULL, NULL FROM run, texts;"
    "UPDATE problems SET run_key = 2 WHERE rowid > 3;"
    "UPDATE problem_runs SET run_key = 2 WHERE problem_id IN (SELECT problem_id FROM problems "
    "WHERE run_key = 2);"
    "UPDATE problem_languages SET run_key = 2 WHERE problem_id IN (SELECT problem_id FROM problems "
    "WHERE run_key = 2);"
    "UPDATE problem_statuses SET run_key = 2 WHERE problem_id IN (SELECT problem_id FROM problems "
    "WHERE run_key = 2);"
    "INSERT INTO repositories SELECT problem_id, 'a.git', iif(problems.rowid % 2, "
    "'javascript:alert(1)//', '') || text, NULL, 0 FROM problems, texts WHERE run_key = 2;"
    "INSERT INTO commit_counts SELECT problem_id, 2, value ->> 0, value ->> 1 FROM repositories, "
    "json_each('[[\"commits\",90],[\"merge\",9],[\"no_keyword\",50],[\"used\",31],"
    "[\"symlink\",1],[\"submodule\",2]]');"
    "INSERT INTO commits SELECT fix_key, problem_id, printf('%040x', fix_key), 'p', 'u', 1, 2, "
    "text, CASE fix_key % 3 WHEN 0 THEN text WHEN 1 THEN '__proto__' END, fix_key, 1 FROM "
    "fixes JOIN submissions ON submission_key = fixed_submission_key JOIN repositories "
    "USING (problem_id), texts;"
    "INSERT INTO file_versions SELECT fixed_submission_key, fix_key, text || fix_key, 'b', 0, "
    "iif(fix_key % 2, text, NULL), iif(fix_key % 2, 'tag', NULL) FROM fixes "
    "JOIN commits ON commit_key = fix_key, texts;"
    "UPDATE fixes SET function = CASE fix_key % 3 WHEN 0 THEN text WHEN 1 THEN '' END FROM texts "
    "WHERE fix_key IN (SELECT commit_key FROM commits);"
    "UPDATE submissions SET status = NULL WHERE problem_id IN (SELECT problem_id FROM "
    "repositories);";

TEST(page__shows_repositories_and_hostile_names)
{
    if (!is_there)
        skip();
    made_store("g.db", hostile_fixes, N_ITEMS(hostile_fixes) - 1); /* without the long line */
    store_changed("g.db", hostile_git);
    scoped(str) output = output_of(
        BROWSER
        "\"$TOKFIX\" report g.db -q -o g.html --force && node \"$B/shown.cjs\" beginning g.html");
    assert_contains(str_text(&output), "Sources, Categories by source, Repositories, Commits, "
                                       "Keywords, Licences,");
    assert_null(strstr(str_text(&output), "unwanted"));
    assert_looks("g", "light dark", LOOKS("light") LOOKS("dark"));
}

#define SHALOM "\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d"

/* Calls all languages by another name, in every table that has them. */
#define LANGUAGE(table, name) "UPDATE " table " SET language = '" name "'; "
#define ALL_LANGUAGES(name)                 \
    LANGUAGE("run_languages", name)         \
    LANGUAGE("problem_languages", name)     \
    LANGUAGE("problem_rejects", name)       \
    LANGUAGE("problem_statuses", name)      \
    LANGUAGE("problem_history_sizes", name) \
    LANGUAGE("sources", name)               \
    LANGUAGE("submissions", name)           \
    LANGUAGE("rejects", name) LANGUAGE("statuses", name) LANGUAGE("history_sizes", name)

/* Hebrew beside punctuation and digits, with and without a control that turns writing around,
 * wherever a store has a text from elsewhere. */
TEST(page__keeps_its_own_texts_in_order)
{
    scoped(str) output = {0};
    if (!is_there)
        skip();
    run_valid(
        &output, BROWSER
        "cp r.db '" SHALOM " (1).db' && sqlite3 '" SHALOM " (1).db' \"PRAGMA foreign_keys = OFF; "
        "UPDATE fixes SET before = '" SHALOM " 2', after = char(8238) || '" SHALOM "!' "
        "WHERE fix_key %% 3 = 0; "
        "UPDATE fixes SET pattern = '" SHALOM "_3', role = '" SHALOM "_4' WHERE fix_key %% 3 = 1; "
        "INSERT INTO categories SELECT '" SHALOM "_5', max(sort_order) + 1, 1 FROM categories; "
        "UPDATE fixes SET category = '" SHALOM "_5' WHERE fix_key %% 4 = 2; "
        "INSERT INTO reject_reasons SELECT '" SHALOM
        "_6', max(sort_order) + 1, 0 FROM reject_reasons; "
        "INSERT INTO rejects VALUES ('python', '" SHALOM "_6', '" SHALOM " 7', 5); "
        "UPDATE problems SET name = '" SHALOM " (8)', contest = '" SHALOM " 9'; "
        "UPDATE submissions SET status = '" SHALOM "? 10' || char(8238) WHERE submission_key %% 2; "
        "UPDATE submissions SET original_language = '" SHALOM " (3.8)'; "
        "UPDATE run SET dataset = '" SHALOM " 11', tool_version = '" SHALOM " 12'; " ALL_LANGUAGES(
            SHALOM " 13") "UPDATE split_sets SET seed = '" SHALOM " 14'; "
                          "UPDATE set_exclusions SET evidence = '" SHALOM " (15)'\" && "
                          "\"$TOKFIX\" report '" SHALOM " (1).db' -q -o bidi.html --force && "
                          "node \"$B/shown.cjs\" bidi bidi.html");
    assert_string_equal(str_text(&output), "texts from right to left: many\n");
}

/* What every object of JavaScript has must not be found where a store's words are looked up. */
TEST(page__takes_names_of_objects_for_words)
{
    if (!is_there)
        skip();
    scoped(str) output = output_of(
        BROWSER
        "W=\"CASE fix_key %% 3 WHEN 0 THEN 'constructor' WHEN 1 THEN '__proto__' \" && "
        "W=\"$W ELSE 'toString' END\" && "
        "cp r.db w.db && sqlite3 w.db \"CREATE TABLE words AS SELECT column1 AS word "
        "FROM (VALUES ('constructor'), ('__proto__'), ('toString')); "
        "INSERT INTO categories SELECT word, (SELECT max(sort_order) FROM categories) + rowid, 1 "
        "FROM words; "
        "INSERT INTO reject_reasons SELECT word, "
        "(SELECT max(sort_order) FROM reject_reasons) + rowid, 0 FROM words; "
        "INSERT INTO rejects SELECT 'python', word, word, 5 FROM words; "
        "UPDATE fixes SET category = $W, pattern = $W, role = $W, before = $W; "
        "UPDATE submissions SET status = CASE submission_key %% 3 WHEN 0 THEN 'constructor' "
        "WHEN 1 THEN '__proto__' ELSE 'toString' END WHERE submission_key %% 2; " ALL_LANGUAGES(
            "valueOf") "DROP TABLE words\" && "
                       "\"$TOKFIX\" report w.db -q -o w.html --force && "
                       "node \"$B/used.cjs\" counts w.html");
    assert_null(strstr(str_text(&output), "unwanted"));
    assert_null(strstr(str_text(&output), "native code"));
    assert_null(strstr(str_text(&output), "object Object"));
    assert_contains(str_text(&output), "filter\tcategory\t__proto__\t");
}

TEST(page__opens_a_fix_by_its_address)
{
    if (!is_there)
        skip();
    run_valid(
        NULL, BROWSER
        "cp r.db many.db && \"$TOKFIX\" mutate many.db --per-program 100 -q >/dev/null && "
        "\"$TOKFIX\" report many.db -o many.html --force && "
        "F=$(sqlite3 many.db 'SELECT fix_id FROM fix_details ORDER BY fix_key LIMIT 1') && "
        "L=$(sqlite3 many.db 'SELECT fix_id FROM fix_details ORDER BY fix_key DESC LIMIT 1') && "
        "node \"$B/shown.cjs\" address many.html $F $L p0-none-none >shown && "
        "{ printf '{\"id\":\"%%s\",\"isInSight\":true}\\n' $F; "
        "printf '{\"id\":\"%%s\",\"isInSight\":true,"
        "\"command\":\"tokfix show many.db \\047%%s\\047\"}\\n' $L $L; "
        "echo '{\"missing\":\"tokfix show many.db p0-none-none\","
        "\"isInSight\":false}'; } >expected && diff shown expected");
}

TEST(page__quotes_the_commands_that_it_shows)
{
    if (!is_there)
        skip();
    scoped(str) output =
        output_of(BROWSER "cp r.db \"it's \\$(x).db\" && \"$TOKFIX\" report it*.db -q -o few.html "
                          "--force && node \"$B/shown.cjs\" address few.html 'p0;x-n-n'");
    assert_string_equal(
        str_text(&output),
        "{\"missing\":\"tokfix show 'it'\\\\''s $(x).db' 'p0;x-n-n'\",\"isInSight\":"
        "false}\n");
}

#define TASKS "sqlite3 k.db <\"$B/tasks.sql\" && \"$TOKFIX\" report k.db -o k.html --force -q && "

/* Tasks are shown without fixes, too. */
TEST(page__shows_tasks_and_their_commits)
{
    if (!is_there)
        skip();
    scoped(str) output = output_of(
        BROWSER "\"$TOKFIX\" mine --language python \"$SAMPLE/Project_CodeNet\" -o k.db --force "
                "-q && sqlite3 k.db 'DELETE FROM fixes' && " TASKS
                "node \"$B/shown.cjs\" beginning k.html");
    assert_contains(str_text(&output), "Tasks, The tasks, Commits of the tasks");
    assert_null(strstr(str_text(&output), "unwanted"));
    assert_looks("k", "light", LOOKS("light"));
}

TEST(page__works_by_keyboard)
{
    static const char *const expected = "first Tab: a skip\n"
                                        "Enter there: main main\n"
                                        "Enter on an edit: p filtercount\n"
                                        "as many as the chart says: true\n"
                                        "Enter on a fix: open true\n"
                                        "Tab in the fix: div scroll diff\n"
                                        "Enter on its address: summary summary\n"
                                        "Space on a fix: open false\n"
                                        "Enter on numbers: open true\n";
    if (!is_there)
        skip();
    scoped(str) output = output_of(BROWSER "node \"$B/used.cjs\" keys r.html");
    assert_string_equal(str_text(&output), expected);
}

TEST(page__is_for_everyone_in_both_themes)
{
    if (!is_there)
        skip();
    assert_looks("r", "light dark", LOOKS("light") LOOKS("dark"));
}

TEST(page__says_that_a_store_has_no_fixes)
{
    if (!is_there)
        skip();
    scoped(str) output = output_of(
        "cd \"$SCRATCH\" && \"$TOKFIX\" mine --language python \"$SAMPLE/Project_CodeNet\" -o e.db "
        "--force && sqlite3 e.db 'DELETE FROM fixes' && "
        "\"$TOKFIX\" report e.db -o e.html --force");
    assert_looks("e", "light", LOOKS("light"));
    run_valid(&output, BROWSER "node \"$B/used.cjs\" counts e.html");
    assert_string_equal(str_text(&output), "all\t0\n");
}

TEST(page__rounds_shares_once)
{
    if (!is_there)
        skip();
    scoped(str) output = output_of(
        BROWSER "{ cat \"$B/../../report/page/text.js\"; "
                "echo 'for (const [part, whole] of [[121, 404], [1, 404], [1, 3], [0, 3], [3, 3], "
                "[1, 250], [1, 9999], [9998, 9999], [1, 12345], [12344, 12345], [1, 0]]) "
                "console.log(`${part} of ${whole}: ${formatShare(part, whole)}`);'; } | "
                "node - | sed 's/\xc2\xa0/ /g'");
    assert_string_equal(str_text(&output), "121 of 404: 30.0 %\n"
                                           "1 of 404: 0.2 %\n"
                                           "1 of 3: 33 %\n"
                                           "0 of 3: 0 %\n"
                                           "3 of 3: 100 %\n"
                                           "1 of 250: 0.4 %\n"
                                           "1 of 9999: < 0.1 %\n"
                                           "9998 of 9999: > 99.9 %\n"
                                           "1 of 12345: 0.01 %\n"
                                           "12344 of 12345: 99.99 %\n"
                                           "1 of 0: –\n");
}

SUITE_SETUP(make_report, NULL);
