/* The report page in a real browser: it shows the content of the database, whatever that is, and
 * everyone can use it. */
#include "tests/support/stores.h"
#include "tests/support/test.h"

/* Scripts of tests/browser/ run in $SCRATCH with what they need. */
#define BROWSER                                       \
    "cd \"$SCRATCH\" && B=\"$SAMPLE/../browser\" && " \
    "export NODE_PATH=\"$OUT/browser/node_modules\" && "

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
               has("test -f \"$OUT/browser/installed\"", "Playwright");
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

TEST(page__shows_the_numbers_of_the_store)
{
    if (!is_there)
        skip();
    scoped(str) output = output_of(BROWSER "node \"$B/counts.cjs\" r.html " TEXTS " >counts");
    run_valid(&output, BROWSER "sh \"$B/from_store.sh\" r.db counts " TEXTS " >expected");
    run_valid(&output, BROWSER "diff counts expected && wc -l <expected");
    printf("note: the report page has %d numbers of the store\n", atoi(str_text(&output)));
    assert_true(atoi(str_text(&output)) > 200);
}

/* A language of a page with several is shown as by a page of a database of only that language, or
 * by a page that was made with --language. */
TEST(page__shows_each_of_several_languages)
{
    if (!is_there)
        skip();
    run_valid(
        NULL, BROWSER
        "for l in all python cpp c java; do "
        "\"$TOKFIX\" mine \"$SAMPLE/../golden/languages/tree\" --language $l -o $l.db --force -q "
        "&& \"$TOKFIX\" dedup $l.db && sqlite3 $l.db <\"$B/executed.sql\" && "
        "\"$TOKFIX\" report $l.db -o $l.html --force || exit 1; done; "
        "for l in python cpp c java; do "
        "\"$TOKFIX\" report all.db --language $l -o view.html --force && "
        "node \"$B/counts.cjs\" $l.html >$l.counts && "
        "node \"$B/counts.cjs\" \"all.html#&language=$l\" | cmp - $l.counts && "
        "node \"$B/counts.cjs\" view.html | cmp - $l.counts || exit 1; done");
    scoped(str) output =
        output_of(BROWSER "node \"$B/languages.cjs\" all.html p00001-s000000001-s000000003; "
                          "node \"$B/languages.cjs\" java.html");
    assert_string_equal(
        str_text(&output),
        "switch: All languages 10, Python 3, C++ 2, C 3, Java 2\n"
        "first: All languages 10 | 10 of 10 fixes | 9 | side by side | \n"
        "Enter on C++: C++ 2 | 2 of 2 fixes | 2 | alone | #&language=cpp\n"
        "focus: cpp\n"
        "to a section: C++ 2 | 2 of 2 fixes | 2 | alone | #edits&language=cpp\n"
        "to a fix: C++ 2 | 2 of 2 fixes | 2 | alone | #p00001-s000000002-s000000004&language=cpp\n"
        "Java, and a filter: Java 2 | 1 of 2 fixes | 2 | alone | #&language=java\n"
        "all, with the filter: All languages 10 | 4 of 10 fixes | 9 | side by side | #&language=\n"
        "back: Java 2 | 1 of 2 fixes | 2 | alone | #&language=java\n"
        "back: C++ 2 | 1 of 2 fixes | 2 | alone | #p00001-s000000002-s000000004&language=cpp\n"
        "#&language=c: C 3 | 3 of 3 fixes | 2 | alone | #&language=c\n"
        "#p00001-s000000001-s000000003&language=c: All languages 10 | 10 of 10 fixes"
        " | 9 | side by side | #p00001-s000000001-s000000003\n"
        "#funnel&language=cobol: All languages 10 | 10 of 10 fixes | 9 | side by side"
        " | #funnel&language=cobol\n"
        "#%&language=c: All languages 10 | 10 of 10 fixes | 9 | side by side | #%&language=c\n"
        "switch: \n"
        "one language:  | 2 of 2 fixes | 2 | alone | \n");
}

static void assert_programs(const char *name)
{
    run_valid(NULL, BROWSER "node \"$B/programs.cjs\" %s.html >programs", name);
    run_valid(NULL, BROWSER "sh \"$B/programs_of_store.sh\" %s.db >expected", name);
    run_valid(NULL, BROWSER "diff programs expected | cut -c 1-400; cmp programs expected");
}

TEST(page__shows_the_programs_of_the_store)
{
    if (!is_there)
        skip();
    assert_programs("r");
}

#define LOOKS(theme) theme ": 0 violations\n" theme ": contrast holds\n"

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

/* The real pairs have more than the sample, so their edits are not named here. */
TEST(page__begins_with_what_was_found)
{
    if (!is_there)
        skip();
    scoped(str) real = output_of(BROWSER "node \"$B/begins.cjs\" r.html");
    assert_contains(str_text(&real),
                    "sections: key categories examples … fixes funnel provenance\n");
    assert_contains(str_text(&real),
                    " | Input, Expected output, Output of the buggy program | code");
    scoped(str) output =
        output_of(BROWSER "node \"$B/begins.cjs\" all.html; "
                          "node \"$B/begins.cjs\" \"all.html#&language=java\" | head -5");
    assert_string_equal(
        str_text(&output),
        "sections: key categories examples … fixes funnel provenance\n"
        "/ → % | binary operator | Input, Expected output, Output of the buggy program | code | "
        "2 fixes have this edit\n"
        "< → <= | comparison operator | no input | code | 2 fixes have this edit\n"
        "0 → 1 | literal | Input, Expected output, Output of the buggy program | code | 1 fix "
        "has this edit\n"
        "leads to as many: true\n"
        "leads to as many: true\n"
        "leads to as many: true\n"
        "Fixes by category: 4 more with none, 4 shown, expanded false; fewer, 8 shown, expanded "
        "true\n"
        "Executed fixes by verdict: 4 more with none, 5 shown, expanded false; fewer, 9 shown, "
        "expanded true\n"
        "Fixes by place: 15 more with none, 5 shown, expanded false; fewer, 20 shown, expanded "
        "true\n"
        "Histories by number of submissions: 18 more with none, 3 shown, expanded false; fewer, "
        "21 shown, expanded true\n"
        "Pairs: 13 more with none, 6 shown, expanded false; fewer, 19 shown, expanded true\n"
        "sections: key categories examples … fixes funnel provenance\n"
        "> → >= | comparison operator | no input | code | 1 fix has this edit\n"
        "10 → 100 | literal | no input | code | 1 fix has this edit\n"
        "leads to as many: true\n"
        "leads to as many: true\n");
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
                                           "node \"$B/code.cjs\" c.html");
    assert_string_equal(
        str_text(&output),
        "1 → 2\n"
        "same ⟨string:\"\"\"One⟩\n"
        "same ⟨string:two\"\"\"⟩\n"
        "same x = ⟨name:len⟩(⟨string:'a{ESC}'⟩) + ⟨number:10⟩ ⟨comment:# sum⟩\n"
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
        "'''one{LF}two{LF}three[]{LF}four''' → '''one{LF}two{LF}three[s]{LF}four'''\n"
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
    scoped(str) output =
        output_of(BROWSER "node \"$B/counts.cjs\" h.html alert | grep -v '^table'");
    assert_contains(str_text(&output), "search\talert\t2\n");
    assert_null(strstr(str_text(&output), "unwanted"));
    run_valid(&output, BROWSER "node \"$B/address.cjs\" h.html p3%%41-b00002-f00002 "
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
    run_valid(
        NULL, BROWSER
        "sqlite3 x.db <\"$B/executed.sql\" && sqlite3 x.db \""
        "UPDATE tests SET input = '</script><script>alert(1)</script><!--' || char(10, 27, 8238, "
        "8232, 8233, 9, 127, 65279) || ' &lt;' || char(13, 10, 13) || 'last'; "
        "UPDATE tests SET expected = replace(hex(zeroblob(1500)), '0', char(22793)); "
        "UPDATE test_runs SET detail = '<img src=x onerror=alert(1)>' || char(8238), output = ''; "
        "UPDATE verdicts SET detail = '<b>' || char(8238); "
        "UPDATE verify_run SET tests_name = '<i>' || char(8238), seed = '<svg onload=alert(1)>'; "
        "UPDATE verify_runtimes SET version = '</script>'\" && "
        "\"$TOKFIX\" report x.db -q -o x.html --force && "
        "node \"$B/executions.cjs\" x.html >shown && "
        "sh \"$B/executions_of_store.sh\" x.db >expected && diff shown expected");
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
        "node \"$B/executions.cjs\" n.html | cut -f 2- | sort -u && "
        "{ node \"$B/counts.cjs\" n.html | grep -ci execut; true; }");
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
    "text, CASE fix_key % 3 WHEN 0 THEN text WHEN 1 THEN '__proto__' END, fix_key, 1, NULL FROM "
    "fixes JOIN submissions ON submission_key = fixed_submission_key JOIN repositories "
    "USING (problem_id), texts;"
    "INSERT INTO file_versions SELECT fixed_submission_key, fix_key, text || fix_key, 'b', 0, "
    "iif(fix_key % 2, text, NULL), iif(fix_key % 2, 'tag', NULL) FROM fixes "
    "JOIN commits ON commit_key = fix_key, texts;"
    "UPDATE fixes SET function = CASE fix_key % 3 WHEN 0 THEN text WHEN 1 THEN '' END FROM texts "
    "WHERE fix_key IN (SELECT commit_key FROM commits);"
    "UPDATE submissions SET status = NULL WHERE problem_id IN (SELECT problem_id FROM "
    "repositories);";

TEST(page__shows_sources_side_by_side)
{
    if (!is_there)
        skip();
    made_store("g.db", hostile_fixes, N_ITEMS(hostile_fixes) - 1); /* without the long line */
    store_changed("g.db", hostile_git);
    scoped(str) output = output_of(
        BROWSER
        "\"$TOKFIX\" report g.db -q -o g.html --force && node \"$B/sources.cjs\" g.html >shown && "
        "sqlite3 -readonly g.db \"SELECT fix_id || iif(repository IS NULL, '', "
        "char(9) || hex(repository) || char(9) || hex(substr(commit_id, 1, 12)) || char(9) || "
        "hex(path) || iif(function IS NULL, '', char(9) || hex(function))) "
        "FROM fix_details LEFT JOIN fix_provenance USING (fix_key) ORDER BY fix_key\" >expected && "
        "head -n 9 shown && sed 1,9d shown | diff - expected");
    assert_string_equal(str_text(&output), "places: 2\n"
                                           "Fixes by source\n"
                                           "Share of each category, by source\n"
                                           "Fixes by repository, and of 1,000 commits with one "
                                           "parent\n"
                                           "Commits\n"
                                           "Fixes by the commit's keyword\n"
                                           "Fixes by the commit's files\n"
                                           "Fixes by place in the code\n"
                                           "Fixes by licence of the file\n");
    assert_looks("g", "light dark", LOOKS("light") LOOKS("dark"));
    run_valid(&output,
              BROWSER "node \"$B/counts.cjs\" g.html | grep -E '^unwanted|^table.Commits'");
    assert_string_equal(str_text(&output), "table\tCommits\tcommits\t540\n"
                                           "table\tCommits\t− merges\t54\n"
                                           "table\tCommits\t− no keyword\t300\n"
                                           "table\tCommits\tused\t186\n");
}

/* Of git alone, the page has repositories and file versions, and neither verdicts nor histories. */
TEST(page__calls_things_as_the_sources_do)
{
    if (!is_there)
        skip();
    made_store("g.db", hostile_fixes, N_ITEMS(hostile_fixes) - 1);
    store_changed("g.db", hostile_git);
    scoped(str) both = output_of(
        BROWSER "sqlite3 g.db \"UPDATE run SET dataset = 'git', source_options = '--o' WHERE "
                "source = 'git'\" && \"$TOKFIX\" report g.db -q -o g.html --force && "
                "node \"$B/words.cjs\" g.html");
    assert_string_equal(
        str_text(&both),
        "Data sets | Database | Language | Grammar | Pairing | Failing | Limits | tokfix | "
        "Options | MetadataN SHA-N | RepositoriesN SHA-N\n"
        "single-token fixes in the six categories | other single-token fixes | of N pairs are "
        "fixes | versions in N histories | of N problems and repositories have fixes\n"
        "Categories | Three fixes | Most frequent edits | Patterns and roles | Sources | "
        "Verdicts | Size of the programs | Place of the bug | Time | Problems and repositories | "
        "Duplicates | Splits | Leakage | The fixes | From files to fixes | Provenance\n"
        "funnel: tokfix pairs each failing submission in the language with later Accepted submi\n"
        "time: When the fixed programs were submitted or committed (UTC).\n"
        "problems: Fixes concentrate on popular problems and in large repositories. A split by "
        "fi\n"
        "Submissions | Pairs\n");
    scoped(str) git = output_of(
        BROWSER "sqlite3 g.db \"PRAGMA foreign_keys = OFF; UPDATE problems SET run_key = 2; "
                "UPDATE problem_runs SET run_key = 2; UPDATE problem_languages SET run_key = 2; "
                "UPDATE problem_statuses SET run_key = 2; "
                "DELETE FROM run WHERE run_key = 1\" && "
                "\"$TOKFIX\" report g.db -q -o g.html --force && node \"$B/words.cjs\" g.html");
    assert_string_equal(
        str_text(&git),
        "Data set | Database | Language | Grammar | Limits | Options | tokfix | RepositoriesN "
        "SHA-N\n"
        "single-token fixes in the six categories | other single-token fixes | of N pairs are "
        "fixes | file versions | of N repositories have fixes\n"
        "Categories | Three fixes | Most frequent edits | Patterns and roles | Sources | "
        "Size of the programs | Place of the bug | Time | Repositories | Duplicates | Splits | "
        "Leakage | The fixes | From files to fixes | Provenance\n"
        "funnel: tokfix pairs the versions of a file before and after each commit that it uses.\n"
        "funnel: Commits with a keyword also change 6 symbolic links and 12 submodules, which a\n"
        "time: When the fixed programs were committed (UTC).\n"
        "problems: Fixes concentrate in large repositories. A split by fixes instead of repositor\n"
        "Commits | Pairs\n");
}

/* A database of one CodeNet tree gets a page without the section. */
TEST(page__shows_sources_only_if_there_are_some)
{
    if (!is_there)
        skip();
    scoped(str) output =
        output_of(BROWSER "node \"$B/sources.cjs\" r.html | cut -f 2- -s | sort -u; "
                          "node \"$B/sources.cjs\" r.html | grep places");
    assert_string_equal(str_text(&output), "places: 0\n");
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
                          "node \"$B/bidi.cjs\" bidi.html");
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
                       "node \"$B/counts.cjs\" w.html");
    assert_null(strstr(str_text(&output), "unwanted"));
    assert_null(strstr(str_text(&output), "native code"));
    assert_null(strstr(str_text(&output), "object Object"));
    assert_contains(str_text(&output), "filter\tcategory\t__proto__\t");
    assert_contains(str_text(&output), "table\tPairs\t− constructor\t5\n");
    assert_contains(str_text(&output), "table\tSubmissions\tsubmissions in valueOf\t");
}

TEST(page__opens_a_fix_by_its_address)
{
    if (!is_there)
        skip();
    run_valid(
        NULL, BROWSER
        "\"$TOKFIX\" report r.db -o few.html --programs 1 --force && "
        "F=$(sqlite3 r.db 'SELECT fix_id FROM fix_details ORDER BY fix_key LIMIT 1') && "
        "L=$(sqlite3 r.db 'SELECT fix_id FROM fix_details ORDER BY fix_key DESC LIMIT 1') && "
        "node \"$B/address.cjs\" few.html $F $L p0-none-none >shown && "
        "{ printf '{\"id\":\"%%s\",\"isInSight\":true}\\n' $F; "
        "printf '{\"id\":\"%%s\",\"isInSight\":true,\"command\":\"tokfix show r.db %%s\"}\\n' "
        "$L $L; echo '{\"missing\":\"tokfix show r.db p0-none-none\","
        "\"isInSight\":false}'; } >expected && diff shown expected");
}

TEST(page__quotes_the_commands_that_it_shows)
{
    if (!is_there)
        skip();
    scoped(str) output =
        output_of(BROWSER "cp r.db \"it's \\$(x).db\" && \"$TOKFIX\" report it*.db -q -o few.html "
                          "--programs 0 --force && node \"$B/address.cjs\" few.html 'p0;x-n-n'");
    assert_string_equal(
        str_text(&output),
        "{\"missing\":\"tokfix show 'it'\\\\''s $(x).db' 'p0;x-n-n'\",\"isInSight\":"
        "false}\n");
}

/* The saved list is what `tokfix show --json` prints, and a spreadsheet runs none of its texts. */
static void assert_list(const char *name, const char *category, const char *text)
{
    scoped(str) output = output_of(BROWSER "sh \"$B/saves_of_store.sh\" %s.db saved '%s' '%s'",
                                   name, category, text);
    int n = 0, n_formulas = -1;
    assert_int_equal(sscanf(str_text(&output), "%d %d", &n, &n_formulas), 2);
    assert_true(n > 0 && n_formulas >= 0);
}

TEST(page__saves_pictures_and_the_list)
{
    if (!is_there)
        skip();
    scoped(str) output = output_of(BROWSER "rm -rf saved && mkdir saved && "
                                           "node \"$B/saves.cjs\" r.html saved literal 1");
    assert_contains(str_text(&output),
                    "saved/submissions.svg: a picture true; saved/submissions.png: of twice the "
                    "size true\n"
                    "saved/edits-from-the-buggy-token-to-the-fixed-token.svg: a picture true; "
                    "saved/edits-from-the-buggy-token-to-the-fixed-token.png: of twice the size "
                    "true\n"
                    "saved/fixes-by-number-of-tokens-in-the-buggy-program.svg: a picture true; "
                    "saved/fixes-by-number-of-tokens-in-the-buggy-program.png: of twice the size "
                    "true\n"
                    "saved/fixes-by-month.svg: a picture true; saved/fixes-by-month.png: of twice "
                    "the size true\n"
                    "saved: ");
    assert_null(strstr(str_text(&output), "lacks"));
    assert_null(strstr(str_text(&output), "needs"));
    assert_null(strstr(str_text(&output), "unwanted"));
    assert_list("r", "literal", "1");
}

/* Formulas are operators; the other texts are hostile. */
TEST(page__saves_hostile_texts_as_they_are)
{
    if (!is_there)
        skip();
    make_hostile_store();
    scoped(str) output = output_of(
        BROWSER "sqlite3 h.db \"UPDATE fixes SET before = '=1+' || char(34, 13, 10) || '@', "
                "after = '+2,' || char(9) WHERE fix_key %% 2\" && "
                "\"$TOKFIX\" report h.db -o h.html --force -q && rm -rf saved && mkdir saved && "
                "node \"$B/saves.cjs\" h.html saved '' ''");
    assert_null(strstr(str_text(&output), "lacks"));
    assert_null(strstr(str_text(&output), "unwanted"));
    assert_list("h", "", "");
}

/* All fixes are of three months. */
#define GAPS                                                                                  \
    "sqlite3 k.db \"UPDATE submissions SET date = unixepoch(CASE submission_key %% 3 WHEN 0 " \
    "THEN '2001-03-31 23:59:59' WHEN 1 THEN '2002-04-01' ELSE '2020-12-01' END) "             \
    "WHERE submission_key IN (SELECT fixed_submission_key FROM fixes)\" && "

/* The axis leaves out years without fixes, and a table says which. */
TEST(page__leaves_out_long_gaps_in_time)
{
    if (!is_there)
        skip();
    scoped(str) output =
        output_of(BROWSER "cp r.db k.db && " GAPS "\"$TOKFIX\" report k.db -o k.html --force -q && "
                          "node \"$B/counts.cjs\" k.html | grep 'Months without'");
    assert_string_equal(str_text(&output),
                        "table\tMonths without fixes that the chart leaves out\t2001-04\t2002-03\t"
                        "12\n"
                        "table\tMonths without fixes that the chart leaves out\t2002-05\t2020-11\t"
                        "223\n");
}

#define TASKS "sqlite3 k.db <\"$B/tasks.sql\" && \"$TOKFIX\" report k.db -o k.html --force -q && "

/* The tasks that need a decision come first, and the others in their order; no more than 500. Of a
 * task, 20 commits are in the order of their dates. */
TEST(page__shows_tasks_and_their_timelines)
{
    if (!is_there)
        skip();
    run_valid(NULL, BROWSER "cp r.db k.db && " GAPS TASKS
                            "node \"$B/tasks.cjs\" k.html ada__shop-500 ada__shop-4 >shown && "
                            "sh \"$B/tasks_of_store.sh\" k.db >expected && diff shown expected");
    assert_looks("k", "light dark", LOOKS("light") LOOKS("dark"));
}

/* Tasks are shown without fixes, too, and what needs a search is left out if there was none. */
TEST(page__shows_tasks_without_fixes_or_findings)
{
    if (!is_there)
        skip();
    scoped(str) output = output_of(
        BROWSER "\"$TOKFIX\" mine --language python \"$SAMPLE/Project_CodeNet\" -o k.db --force "
                "-q && sqlite3 k.db 'DELETE FROM fixes' && " TASKS
                "node \"$B/tasks.cjs\" k.html | sed -n 1,7p && sqlite3 k.db \"PRAGMA "
                "foreign_keys = ON; DELETE FROM task_findings; DELETE FROM task_texts; "
                "UPDATE task_run SET is_searched = 0\" && "
                "\"$TOKFIX\" report k.db -o k.html --force -q && "
                "node \"$B/tasks.cjs\" k.html | sed -n 1,5p; node \"$B/tasks.cjs\" r.html");
    assert_string_equal(str_text(&output),
                        "places: 2\n"
                        "Tasks by result\n"
                        "Tasks by evidence of their solution\n"
                        "Tasks by where their solution can be seen\n"
                        "The first 500 of 510 tasks\n"
                        "Timeline of a task\n"
                        "ada__shop-500\tada-shop\t0000000001f4\tdrop\n"
                        "places: 2\n"
                        "Tasks by result\n"
                        "Tasks by where commits beside the past of the base can be seen\n"
                        "The first 500 of 510 tasks\n"
                        "ada__shop-500\tada-shop\t0000000001f4\tdrop\n"
                        "places: 0\n");
}

TEST(page__takes_any_number_of_a_page_and_any_address)
{
    static const char *const expected = "typed '2': page 2, with fixes\n"
                                        "typed '1.5': page 1, with fixes\n"
                                        "typed '2.9': page 2, with fixes\n"
                                        "typed '0': page 1, with fixes\n"
                                        "typed '-3': page 1, with fixes\n"
                                        "typed '': page 1, with fixes\n"
                                        "#p0-none-none: tells of a missing fix\n"
                                        "#time: tells of none\n"
                                        "#p0-none-none: tells of a missing fix\n"
                                        "#: tells of none\n"
                                        "#p0-none-none: tells of a missing fix\n"
                                        "#%: tells of none\n";
    if (!is_there)
        skip();
    scoped(str) output = output_of(BROWSER "node \"$B/pages.cjs\" r.html");
    assert_string_equal(str_text(&output), expected);
}

TEST(page__works_by_keyboard)
{
    static const char *const expected = "first Tab: a skip\n"
                                        "Enter there: main main\n"
                                        "Enter on numbers: open true\n"
                                        "Space on numbers: open false\n"
                                        "arrows in the matrix: other cells true\n"
                                        "cells in the order of Tab: 1\n"
                                        "Enter on a cell: p filtercount\n"
                                        "as many as the cell says: true\n"
                                        "Enter on a fix: open true\n"
                                        "Tab in the fix: div scroll diff\n"
                                        "Enter on its address: summary summary\n"
                                        "Space on a fix: open false\n";
    if (!is_there)
        skip();
    scoped(str) output = output_of(BROWSER "node \"$B/keys.cjs\" r.html");
    assert_string_equal(str_text(&output), expected);
}

TEST(page__is_for_everyone_in_both_themes)
{
    if (!is_there)
        skip();
    assert_looks("r", "light dark", LOOKS("light") LOOKS("dark"));
}

/* Mutants have their own bars, columns, filter and mark; all else is as it is without them. Of
 * programs that the page cuts there are none: what is cut away is not found in it. */
TEST(page__shows_mutants_beside_real_fixes)
{
    if (!is_there)
        skip();
    scoped(str) output =
        output_of(BROWSER "cp r.db m.db && \"$TOKFIX\" mutate m.db --max-tokens "
                          "1024 && "
                          "\"$TOKFIX\" report m.db -o m.html --force -q --programs 10000");
    run_valid(&output, BROWSER "node \"$B/counts.cjs\" m.html " TEXTS " >counts");
    run_valid(&output, BROWSER "sh \"$B/from_store.sh\" m.db counts " TEXTS " >expected");
    run_valid(&output, BROWSER "diff counts expected && grep 'filter.origin.mutant' counts");
    run_valid(&output, BROWSER "node \"$B/mutants.cjs\" m.html r.html");
    assert_string_equal(str_text(&output),
                        "bars: here, within 1,024 tokens of these, taken by exports mutants "
                        "Takada 2024 GitHub\n"
                        "duplicates are shares of real fixes: true\n"
                        "mutants found, and marked as such: true\n"
                        "cell of mutants leads to mutants: true\n"
                        "category leads to real fixes: true\n");
    assert_looks("m", "dark", LOOKS("dark"));
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
    run_valid(&output, BROWSER "node \"$B/counts.cjs\" e.html | grep -v '^table'");
    assert_string_equal(str_text(&output), "all\t0\n");
}

TEST(page__writes_percentages_with_the_decimals_that_things_are_worth)
{
    if (!is_there)
        skip();
    scoped(str) output =
        output_of(BROWSER "node \"$B/format.cjs\" \"$B/../../report/page/format.js\"");
    assert_string_equal(str_text(&output),
                        "0% <1% <1% <1% 33% >99% >99% 100% –\n"
                        "0% <0.1% <0.1% 0.4% 33.3% 99.6% >99.9% 100.0% –\n"
                        "0% <0.01% 0.04% 0.40% 33.33% 99.60% >99.99% 100.00% –\n");
}

TEST(page__is_complete_and_quiet)
{
    static const char *const lines[] = {
        "title: tokfix report of r.db\n",
        "all in the contents: true\n",
        "rgb(21, 23, 26), button: Light theme\nrgb(255, 255, 255), button: Dark theme\n",
        "printed: true\n",
        "paper: rgb(255, 255, 255)\n",
    };
    if (!is_there)
        skip();
    scoped(str) output = output_of(BROWSER "node \"$B/report.cjs\" r.html");
    scoped(str) contests =
        output_of(BROWSER "sqlite3 r.db 'SELECT count(DISTINCT contest) > 1 FROM fix_details "
                          "JOIN problems USING (problem_id)'");
    int n = 20 + atoi(str_text(&contests)); /* contests have a figure if there are several */
    assert_contains(
        str_text(&output),
        printed("{\"figures\":%d,\"captions\":%d,\"charts\":%d,\"tables\":%d}\n", n, n, n, n));
    for (size_t i = 0; i < N_ITEMS(lines); i++)
        assert_contains(str_text(&output), lines[i]);
    assert_null(strstr(str_text(&output), "unwanted"));
}

SUITE_SETUP(make_report, NULL);
