/* A source passes all gates of reading, or has the reason of the first that it fails; it is parsed on
 * demand, once. */
#include "miner/source.h"
#include "tests/support/codenet.h"
#include "tests/support/scratch.h"
#include "tests/support/test.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A tree with the problem p00001, and what reads its sources. */
struct fixture {
    const char *tree;
    struct dataset dataset;
    struct arena arena;
    struct input_errors errors;
    struct source_reader reader;
    struct syntax_parser *parser;
    struct source source;
};

static void open_fixture(struct fixture *fixture, const char *name)
{
    struct err err;
    *fixture = (struct fixture){.tree = codenet_make(name)};
    fixture->errors.arena = &fixture->arena;
    fixture->reader = (struct source_reader){
        .language = &language_python,
        .max_bytes = 1000,
        .errors = &fixture->errors,
    };
    codenet_add_problem(fixture->tree, "p00001", NULL, 0);
    codenet_open(&fixture->dataset, fixture->tree);
    assert_success(syntax_parser_new(&fixture->parser, &language_python, &err), err);
}

static void close_fixture(struct fixture *fixture)
{
    source_release(&fixture->source);
    syntax_parser_free(fixture->parser);
    dataset_close(&fixture->dataset);
    array_release(&fixture->errors.list);
    arena_release(&fixture->arena);
}

static void read_source(struct fixture *fixture, const char *submission_id)
{
    struct submission submission = {.submission_id = submission_id, .line = 7};
    source_reader_open(&fixture->reader, &fixture->dataset,
                       codenet_problem(&fixture->dataset, "p00001"));
    source_read(&fixture->source, &fixture->reader, &submission);
    source_reader_close(&fixture->reader);
}

static void read_bytes(struct fixture *fixture, const char *bytes, size_t length)
{
    codenet_add_file(fixture->tree, "data/p00001/Python/s1.py", bytes, length);
    read_source(fixture, "s1");
}

static void read_text(struct fixture *fixture, const char *text)
{
    read_bytes(fixture, text, strlen(text));
}

static void source__has_the_code_and_its_tokens(void **state)
{
    (void)state;
    static const struct {
        const char *file, *code;
        size_t n_tokens;
    } cases[] = {
        {"", "", 0},
        {"x = 1\n", "x = 1\n", 4},
        {"x = 1\r\n\r\n", "x = 1\r\n\r\n", 4},
        {"# only a comment", "# only a comment", 0},
        {"りんご = '🍎'\n", "りんご = '🍎'\n", 4},
        {"\xef\xbb\xbfx = 1\n", "x = 1\n", 4},
        {"\xef\xbb\xbf", "", 0},
        {"x = '\xef\xbb\xbf'\n", "x = '\xef\xbb\xbf'\n", 4},
        {"y\n", "y\n", 2}, /* shorter than the one before */
    };
    struct fixture fixture;
    open_fixture(&fixture, "good");
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        read_text(&fixture, cases[i].file);
        assert_int_equal(fixture.source.text_reason, REJECT_NONE);
        assert_int_equal(fixture.source.n_bytes, strlen(cases[i].code));
        assert_memory_equal(fixture.source.code, cases[i].code, fixture.source.n_bytes);
        source_parse(&fixture.source, fixture.parser, NULL);
        assert_int_equal(fixture.source.program_result, TOKENIZE_OK);
        assert_int_equal(fixture.source.program.tokens.n, cases[i].n_tokens);
        if (cases[i].n_tokens)
            assert_int_equal(fixture.source.program.tokens.items[0].start_byte, 0);
    }
    assert_string_equal(codenet_errors(&fixture.errors), "");
    close_fixture(&fixture);
}

static void source__is_rejected_for_what_its_bytes_are(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t length;
    } cases[] = {
        {"x = '\xff'\n", 8},
        {"# \x82\xa0\n", 5}, /* Shift JIS */
        {"\xff\xfex\0=\0", 6},
        {"x = (\xff\n", 7},
    };
    struct fixture fixture;
    open_fixture(&fixture, "bytes");
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        read_text(&fixture, "good = 1\n");
        assert_int_equal(fixture.source.text_reason, REJECT_NONE);
        array_clear(&fixture.errors.list);
        read_bytes(&fixture, cases[i].bytes, cases[i].length);
        assert_int_equal(fixture.source.text_reason, REJECT_ENCODING);
        assert_int_equal(fixture.source.n_bytes, 0);
        assert_string_equal(codenet_errors(&fixture.errors),
                            "source_encoding data/p00001/Python/s1.py");
    }
    close_fixture(&fixture);
}

static void source__tells_when_it_does_not_parse(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t length;
    } cases[] = {
        {"x = (\n", 6}, {"x = 1\n  y = 2\n z\n", 17},       {"x = 1\0\n", 7},
        {"\0", 1},      {"\xef\xbb\xbf\xef\xbb\xbfx\n", 8}, /* only one mark is none */
    };
    struct fixture fixture;
    open_fixture(&fixture, "syntax");
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        read_text(&fixture, "good = 1\n");
        source_parse(&fixture.source, fixture.parser, NULL);
        assert_int_equal(fixture.source.program_result, TOKENIZE_OK);
        read_bytes(&fixture, cases[i].bytes, cases[i].length);
        assert_int_equal(fixture.source.text_reason, REJECT_NONE);
        source_parse(&fixture.source, fixture.parser, NULL);
        assert_int_equal(fixture.source.program_result, TOKENIZE_SYNTAX_ERROR);
        assert_int_equal(fixture.source.program.tokens.n, 0);
    }
    assert_string_equal(codenet_errors(&fixture.errors), "");
    close_fixture(&fixture);
}

static void source__is_parsed_once_after_each_reading(void **state)
{
    (void)state;
    struct fixture fixture;
    open_fixture(&fixture, "once");
    read_text(&fixture, "x = 1\n");
    assert_false(fixture.source.is_parsed);
    source_parse(&fixture.source, fixture.parser, NULL);
    assert_true(fixture.source.is_parsed);
    array_clear(&fixture.source.program.tokens);
    source_parse(&fixture.source, fixture.parser, NULL);
    assert_int_equal(fixture.source.program.tokens.n, 0); /* it is not looked at again */
    read_text(&fixture, "y = 1 + 1\n");
    assert_false(fixture.source.is_parsed);
    source_parse(&fixture.source, fixture.parser, NULL);
    assert_int_equal(fixture.source.program.tokens.n, 6);
    close_fixture(&fixture);
}

static void source__is_unreadable_when_there_is_no_such_file(void **state)
{
    (void)state;
    static const struct {
        const char *submission_id, *error;
    } cases[] = {
        {"missing", "source_missing"},  {"folder", "source_unreadable"},
        {"dangling", "source_missing"}, {"outside", "source_outside"},
        {"pipe", "source_unreadable"},
    };
    struct fixture fixture;
    struct str expected = {0};
    open_fixture(&fixture, "files");
    read_text(&fixture, "good = 1\n");
    write_test_file(scratch_path("outside.py"), "x\n", 2);
    assert_int_equal(mkdir(scratch_path("files/data/p00001/Python/folder.py"), 0777), 0);
    assert_int_equal(symlink("nowhere.py", scratch_path("files/data/p00001/Python/dangling.py")),
                     0);
    assert_int_equal(
        symlink(scratch_path("outside.py"), scratch_path("files/data/p00001/Python/outside.py")),
        0);
    assert_int_equal(mkfifo(scratch_path("files/data/p00001/Python/pipe.py"), 0666), 0);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        array_clear(&fixture.errors.list);
        read_source(&fixture, cases[i].submission_id);
        assert_int_equal(fixture.source.text_reason, REJECT_UNREADABLE);
        assert_int_equal(fixture.source.n_bytes, 0);
        str_clear(&expected);
        str_print(&expected, "%s data/p00001/Python/%s.py", cases[i].error, cases[i].submission_id);
        assert_string_equal(codenet_errors(&fixture.errors), str_text(&expected));
        assert_non_null(strstr(fixture.errors.list.items[0].detail, "metadata/p00001.csv:7"));
    }
    read_source(&fixture, "s1");
    assert_int_equal(fixture.source.text_reason, REJECT_NONE);
    str_release(&expected);
    close_fixture(&fixture);
}

static void source__is_unreadable_without_a_folder_of_its_language(void **state)
{
    (void)state;
    struct fixture fixture;
    open_fixture(&fixture, "folders");
    read_source(&fixture, "s1");
    read_source(&fixture, "s2");
    assert_int_equal(fixture.source.text_reason, REJECT_UNREADABLE);
    assert_int_equal(mkdir(scratch_path("folders/data/p00001"), 0777), 0);
    assert_int_equal(symlink("/", scratch_path("folders/data/p00001/Python")), 0);
    read_source(&fixture, "s3");
    assert_int_equal(fixture.source.text_reason, REJECT_UNREADABLE);
    assert_string_equal(codenet_errors(&fixture.errors), "source_missing data/p00001/Python/s1.py; "
                                                         "source_missing data/p00001/Python/s2.py; "
                                                         "source_outside data/p00001/Python/s3.py");
    close_fixture(&fixture);
}

static void source__may_be_as_large_as_the_limit(void **state)
{
    (void)state;
    static const char code[] = "x = 12345\n";
    struct fixture fixture;
    open_fixture(&fixture, "bytes-limit");
    fixture.reader.max_bytes = strlen(code);
    read_text(&fixture, code);
    assert_int_equal(fixture.source.text_reason, REJECT_NONE);
    fixture.reader.max_bytes = strlen(code) - 1;
    read_text(&fixture, code);
    assert_int_equal(fixture.source.text_reason, REJECT_TOO_LARGE);
    assert_int_equal(fixture.source.n_bytes, 0);
    assert_string_equal(codenet_errors(&fixture.errors),
                        "source_too_large data/p00001/Python/s1.py");
    /* the earlier gate: what is too large is not looked at */
    read_text(&fixture, "x = (\xff\xff\xff\xff\xff\n");
    assert_int_equal(fixture.source.text_reason, REJECT_TOO_LARGE);
    fixture.reader.max_bytes = 0;
    read_text(&fixture, "");
    assert_int_equal(fixture.source.text_reason, REJECT_NONE);
    close_fixture(&fixture);
}

/* A program that somebody names, and what is said of it when it has no tokens. */
static void source__is_explained(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t length;
        const char *why; /* "": nothing; NULL: not read */
    } cases[] = {
        {"a = 1\n", 6, ""},
        {"\xef\xbb\xbf"
         "a = 1\n",
         9, ""},
        {"", 0, ""},
        {"a = 1\nb = )\nc = 2\n", 18, "a.py:2:4 does not parse"},
        {"\xef\xbb\xbf"
         "b = )\nc = 2\n",
         15, "a.py:1:4 does not parse"},
        {"a\0\n", 3, "a.py:1:1 does not parse: a zero byte"},
        {"if a:\n    b\n  c\n", 16,
         "a.py:3:2 does not parse: an indentation that fits no open block"},
        {"a = 1\ns = 'e\xcc\x81\xff'\n", 16, "a.py:2:7 is not UTF-8"},
        {"\x1f\x8b\x08", 3, NULL},
        {"SQLite format 3", 16, NULL},
    };
    struct err err;
    struct syntax_parser *parser;
    assert_success(syntax_parser_new(&parser, &language_python, &err), err);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct source source = {0};
        struct str why = {0};
        write_test_file(scratch_path("a.py"), cases[i].bytes, cases[i].length);
        assert_int_equal(source_read_file(&source, scratch_path("a.py"), &err),
                         cases[i].why ? 0 : ERR);
        if (cases[i].why) {
            if (source.text_reason == REJECT_NONE)
                source_parse(&source, parser, NULL);
            assert_int_equal(source_explain(&why, &source, "a.py"), *cases[i].why != '\0');
            assert_string_equal(str_text(&why), cases[i].why);
        }
        str_release(&why);
        source_release(&source);
    }
    struct source source = {0};
    assert_int_equal(source_read_file(&source, scratch_path(""), &err), ERR);
    assert_non_null(strstr(err.message, "is a folder, not a program; tokfix mine reads"));
    assert_int_equal(source_read_file(&source, scratch_path("missing"), &err), ERR);
    syntax_parser_free(parser);
}

static void source__has_the_names_of_reasons_that_the_store_knows(void **state)
{
    (void)state;
    static const char *const names[N_REJECT_REASONS] = {
        [REJECT_NONE] = "none",
        [REJECT_TOO_MANY_PAIRS] = "too_many_pairs",
        [REJECT_UNREADABLE] = "unreadable",
        [REJECT_TOO_LARGE] = "too_large",
        [REJECT_ENCODING] = "encoding",
        [REJECT_IDENTICAL] = "identical",
        [REJECT_MULTI_TOKEN] = "multi_token",
        [REJECT_SYNTAX_ERROR] = "syntax_error",
        [REJECT_TOO_MANY_TOKENS] = "too_many_tokens",
    };
    for (int i = 0; i < N_REJECT_REASONS; i++)
        assert_string_equal(reject_reason_name((enum reject_reason)i), names[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(source__has_the_code_and_its_tokens),
        cmocka_unit_test(source__is_rejected_for_what_its_bytes_are),
        cmocka_unit_test(source__tells_when_it_does_not_parse),
        cmocka_unit_test(source__is_parsed_once_after_each_reading),
        cmocka_unit_test(source__is_unreadable_when_there_is_no_such_file),
        cmocka_unit_test(source__is_unreadable_without_a_folder_of_its_language),
        cmocka_unit_test(source__may_be_as_large_as_the_limit),
        cmocka_unit_test(source__is_explained),
        cmocka_unit_test(source__has_the_names_of_reasons_that_the_store_knows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
