/* The rows of a metadata file become submissions, rows of other languages, or reported errors. */
#include "miner/codenet/problem_list.h"
#include "tests/support/codenet.h"
#include "tests/support/test.h"

/* Reads `csv` as the metadata of p00001. Every row is counted once, whatever it holds. */
static struct unit_content *read_languages(const char *csv, size_t length, unsigned language_set)
{
    scoped(dataset) dataset = {0};
    struct unit_content *read = unit_content_new();
    const char *tree = codenet_make("tree");
    codenet_add_file(tree, "metadata/p00001.csv", csv, length);
    codenet_open(&dataset, tree);
    submissions_read(
        read, &dataset.metadata,
        codenet_problem(dataset.list.problems.items, dataset.list.problems.n, "p00001"),
        language_set);
    assert_int_equal(read->n_rows, read->n_other_languages + read->n_unusable + read->versions.n);
    return read;
}

static struct unit_content *read_metadata(const char *csv, size_t length)
{
    return read_languages(csv, length, LANGUAGE_SET_DEFAULT);
}

/* The submissions in their order, "id@line" each; in a static buffer. */
static const char *order_of(const struct unit_content *read)
{
    static struct str order;
    str_clear(&order);
    for (size_t i = 0; i < read->versions.n; i++)
        str_print(&order, "%s%s@%zu", i ? " " : "", read->versions.items[i].id,
                  read->versions.items[i].line);
    return str_text(&order);
}

struct reading_case {
    const char *csv, *order, *errors;
    size_t n_other_languages;
};

static void check_cases(const struct reading_case *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        scoped(unit_content) *read = read_metadata(cases[i].csv, strlen(cases[i].csv));
        assert_string_equal(order_of(read), cases[i].order);
        assert_string_equal(codenet_errors(&read->errors), cases[i].errors);
        assert_int_equal(read->n_other_languages, cases[i].n_other_languages);
    }
}

/* The columns that a file must have, in CodeNet's order. */
#define SHORT_HEADER "submission_id,user_id,date,language,status\n"

TEST(submissions__take_over_what_a_row_tells)
{
    static const char csv[] = CODENET_HEADER
        "s1,p00001,u1,1589213999,Python,Python3 (3.8.2),py,Wrong Answer,20,9000,300,0/4\r\n"
        "s2,p00001,u1,253402300799,Python,,py,Accepted,-1,,,4/4\r\n"
        "s3,p00001,\"u,2\",0,Python,PyPy3,py,,,,,\r\n";
    char sha256[SHA256_HEX_SIZE];
    scoped(unit_content) *read = read_metadata(csv, sizeof csv - 1);
    assert_string_equal(codenet_errors(&read->errors), "");
    assert_string_equal(order_of(read), "s3@4 s1@2 s2@3");
    const struct version *s = read->versions.items;
    assert_string_equal(s[0].user, "u,2");
    assert_string_equal(s[0].original_language, "PyPy3");
    assert_string_equal(s[0].verdict, "");
    assert_int_equal(s[0].class, VERDICT_UNDECIDED);
    assert_int_equal(s[0].date, 0);
    assert_string_equal(s[1].user, "u1");
    assert_string_equal(s[1].original_language, "Python3 (3.8.2)");
    assert_string_equal(s[1].verdict, "Wrong Answer");
    assert_int_equal(s[1].class, VERDICT_FAILING);
    assert_int_equal(s[1].date, 1589213999);
    assert_string_equal(s[2].original_language, "");
    assert_int_equal(s[2].class, VERDICT_ACCEPTED);
    assert_true(s[2].date == 253402300799);
    sha256_hex(csv, sizeof csv - 1, sha256);
    assert_string_equal(read->fingerprint, sha256);
}

TEST(submissions__are_ordered_by_user_then_date_then_line)
{
    static const struct reading_case cases[] = {
        {SHORT_HEADER, "", "", 0},
        {SHORT_HEADER "s4,u2,10,Python,Accepted\n"
                      "s3,u1,30,Python,Accepted\n"
                      "s2,u1,20,Python,Accepted\n"
                      "s1,u2,5,Python,Accepted\n",
         "s2@4 s3@3 s1@5 s4@2", "", 0},
        /* equal dates: the line decides, not the id */
        {SHORT_HEADER "s9,u1,10,Python,Accepted\n"
                      "s1,u1,10,Python,Accepted\n"
                      "s5,u1,9,Python,Accepted\n"
                      "s3,u1,10,Python,Accepted\n",
         "s5@4 s9@2 s1@3 s3@5", "", 0},
        /* dates are numbers, users are texts */
        {SHORT_HEADER "s1,u1,100,Python,Accepted\n"
                      "s2,u1,99,Python,Accepted\n"
                      "s3,u10,1,Python,Accepted\n"
                      "s4,u2,1,Python,Accepted\n"
                      "s5,U1,500,Python,Accepted\n",
         "s5@6 s2@3 s1@2 s3@4 s4@5", "", 0},
        /* a row is where it starts, even when it goes on for lines */
        {SHORT_HEADER "\ns1,u1,1,Python,\"Wrong\nAnswer\"\n\ns2,u1,1,Python,Accepted", "s1@3 s2@6",
         "", 0},
    };
    check_cases(cases, N_ITEMS(cases));
}

TEST(submissions__find_their_columns_in_any_order)
{
    static const struct reading_case cases[] = {
        {"status,language,extra,date,user_id,submission_id\n"
         "Accepted,Python,,20,u1,s2\n"
         "Wrong Answer,Python,x,10,u1,s1\n",
         "s1@3 s2@2", "", 0},
        {"\xef\xbb\xbf"
         "user_id,submission_id,status,problem_id,date,language\r\n"
         "u1,s1,Accepted,p00001,1,Python\r\n",
         "s1@2", "", 0},
    };
    check_cases(cases, N_ITEMS(cases));
}

TEST(submissions__need_no_column_but_five)
{
    static const char csv[] = SHORT_HEADER "s1,u1,1,Python,Accepted\n";
    static const struct reading_case cases[] = {
        {"user_id,date,language,status\nu1,1,Python,Accepted\nu1,2,C++,Accepted\n", "",
         "metadata_unusable metadata/p00001.csv:1", 0},
        {"submission_id,date,language,status\ns1,1,Python,Accepted\n", "",
         "metadata_unusable metadata/p00001.csv:1", 0},
        {"submission_id,user_id,language,status\ns1,u1,Python,Accepted\n", "",
         "metadata_unusable metadata/p00001.csv:1", 0},
        {"submission_id,user_id,date,status\ns1,u1,1,Accepted\n", "",
         "metadata_unusable metadata/p00001.csv:1", 0},
        {"\nsubmission_id,user_id,date,language\ns1,u1,1,Python\n", "",
         "metadata_unusable metadata/p00001.csv:2", 0},
        /* one error is enough */
        {"a,b,c\nd,e,f\n", "", "metadata_unusable metadata/p00001.csv:1", 0},
        {"", "", "metadata_unusable metadata/p00001.csv", 0},
        {"\n\n", "", "metadata_unusable metadata/p00001.csv", 0},
    };
    check_cases(cases, N_ITEMS(cases));
    scoped(unit_content) *read = read_metadata(csv, sizeof csv - 1);
    assert_string_equal(order_of(read), "s1@2");
    assert_string_equal(read->versions.items[0].original_language, "");
    assert_string_equal(codenet_errors(&read->errors), "");
}

TEST(submissions__report_rows_that_cannot_be_used)
{
    static const struct {
        const char *row, *error; /* NULL: it can be used */
    } cases[] = {
        {"s1,p00001,u1,1,Python,Accepted", NULL},
        {"s1,p00001,u1,1,Python", "row_malformed"},
        {"s1,p00001,u1,1,Python,Accepted,", "row_malformed"},
        {"x", "row_malformed"},
        {"s\xff,p00001,u1,1,Python,Accepted", "row_malformed"},
        {"s1,p00001,u1,1,Python,Acc\xe3\x81pted", "row_malformed"},
        {",p00001,u1,1,Python,Accepted", "row_id_unsafe"},
        {".,p00001,u1,1,Python,Accepted", "row_id_unsafe"},
        {"..,p00001,u1,1,Python,Accepted", "row_id_unsafe"},
        {"../s1,p00001,u1,1,Python,Accepted", "row_id_unsafe"},
        {"/s1,p00001,u1,1,Python,Accepted", "row_id_unsafe"},
        {"s\x1b,p00001,u1,1,Python,Accepted", "row_id_unsafe"},
        {"\"s\n1\",p00001,u1,1,Python,Accepted", "row_id_unsafe"},
        {"s1,p00002,u1,1,Python,Accepted", "row_value"},
        {"s1,,u1,1,Python,Accepted", "row_value"},
        {"s1,p00001,,1,Python,Accepted", "row_value"},
        {"s1,p00001,u1,,Python,Accepted", "row_value"},
        {"s1,p00001,u1,-1,Python,Accepted", "row_value"},
        {"s1,p00001,u1,+1,Python,Accepted", "row_value"},
        {"s1,p00001,u1,1.5,Python,Accepted", "row_value"},
        {"s1,p00001,u1,1.0,Python,Accepted", NULL}, /* written by pandas */
        {"s1,p00001,u1,1589213999.00,Python,Accepted", NULL},
        {"s1,p00001,u1,1.,Python,Accepted", "row_value"},
        {"s1,p00001,u1,45363,Python,Accepted", NULL},
        {"s1,p00001,u1,1e5,Python,Accepted", "row_value"},
        {"s1,p00001,u1,0x10,Python,Accepted", "row_value"},
        {"s1,p00001,u1,\" 1\",Python,Accepted", "row_value"},
        {"s1,p00001,u1,2020-05-11,Python,Accepted", "row_value"},
        {"s1,p00001,u1,253402300799,Python,Accepted", NULL},
        {"s1,p00001,u1,253402300800,Python,Accepted", "row_value"},
        {"s1,p00001,u1,9223372036854775808,Python,Accepted", "row_value"},
        {"s1,p00001,u1,18446744073709551617,Python,Accepted", "row_value"},
        {"s1,p00001,u1,1,Python,no status at all", NULL},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) error = {0};
        scoped(str) csv =
            str_of("submission_id,problem_id,user_id,date,language,status\n%s\n", cases[i].row);
        scoped(unit_content) *read = read_metadata(str_text(&csv), csv.length);
        if (cases[i].error)
            str_print(&error, "%s metadata/p00001.csv:2", cases[i].error);
        if (strcmp(codenet_errors(&read->errors), str_text(&error)) != 0)
            fail_msg("%s: '%s', not '%s'", cases[i].row, codenet_errors(&read->errors),
                     str_text(&error));
        assert_int_equal(read->n_unusable, cases[i].error != NULL);
        assert_int_equal(read->versions.n, cases[i].error == NULL);
    }
}

TEST(submissions__refuse_zero_bytes)
{
    static const char csv[] = SHORT_HEADER "s1\0,u1,1,Python,Accepted\n"
                                           "s2,u1,1,Python\0,Accepted\n"
                                           "s3,u1,1\0,Python,Accepted\n"
                                           "s4,u1,1,Python,Accepted\n";
    scoped(unit_content) *read = read_metadata(csv, sizeof csv - 1);
    assert_string_equal(order_of(read), "s4@5");
    assert_string_equal(codenet_errors(&read->errors),
                        "row_malformed metadata/p00001.csv:2; row_malformed metadata/p00001.csv:3; "
                        "row_malformed metadata/p00001.csv:4");
}

TEST(submissions__do_not_check_rows_of_other_languages_further)
{
    static const struct reading_case cases[] = {
        {"submission_id,problem_id,user_id,date,language,status\n"
         "../s1,p00009,,never,C++,\n"
         "s2,p00001,u1,1,python,Accepted\n"
         "s3,p00001,u1,1,Python3,Accepted\n"
         "s4,p00001,u1,1,,Accepted\n"
         "s5,p00001,u1,1,Standard ML,Accepted\n"
         "s6,p00001,u1,1,Python,Accepted\n"
         "s6,p00001,u1,1,C,Accepted\n",
         "s6@7", "", 6},
        /* but a row without a readable language is not a row of another language */
        {SHORT_HEADER "s1,u1,1,C++\n"
                      "s\xff,u1,1,C++,Accepted\n",
         "", "row_malformed metadata/p00001.csv:2; row_malformed metadata/p00001.csv:3", 0},
    };
    check_cases(cases, N_ITEMS(cases));
}

TEST(submissions__keep_the_first_of_rows_with_one_id)
{
    static const struct reading_case cases[] = {
        {SHORT_HEADER "s1,u1,50,Python,Wrong Answer\n"
                      "s2,u1,40,Python,Accepted\n"
                      "s1,u1,10,Python,Accepted\n",
         "s2@3 s1@2", "row_duplicate metadata/p00001.csv:4", 0},
        /* whoever sent it, and however often */
        {SHORT_HEADER "s2,u9,1,Python,Accepted\n"
                      "s1,u5,1,Python,Accepted\n"
                      "s2,u1,1,Python,Accepted\n"
                      "s1,u1,9,Python,Accepted\n"
                      "s2,u9,1,Python,Accepted\n",
         "s1@3 s2@2",
         "row_duplicate metadata/p00001.csv:4; row_duplicate metadata/p00001.csv:5; "
         "row_duplicate metadata/p00001.csv:6",
         0},
        /* rows that cannot be used, or of other languages, take no id away */
        {SHORT_HEADER "s1,u1,never,Python,Accepted\n"
                      "s1,u1,1,C++,Accepted\n"
                      "s1,u1,2,Python,Accepted\n",
         "s1@4", "row_value metadata/p00001.csv:2", 1},
    };
    check_cases(cases, N_ITEMS(cases));
}

/* The order is that of the languages. An id belongs to its first row in one of these. */
TEST(submissions__are_in_the_chosen_languages)
{
    static const char csv[] = SHORT_HEADER "s1,u1,5,Java,Accepted\n"
                                           "s2,u1,4,C++,Accepted\n"
                                           "s3,u1,3,Python,Accepted\n"
                                           "s1,u1,2,C++,Accepted\n"
                                           "s2,u1,1,Python,Accepted\n"
                                           "s4,u1,0,Rust,Accepted\n";
    const unsigned java = 1u << language_number(&language_java);
    scoped(unit_content) *two = read_languages(csv, sizeof csv - 1, LANGUAGE_SET_DEFAULT | java);
    assert_string_equal(order_of(two), "s2@6 s3@4 s1@2");
    assert_string_equal(codenet_errors(&two->errors), "");
    assert_int_equal(two->n_other_languages, 3);
    scoped(unit_content) *all = read_languages(csv, sizeof csv - 1, ~0u);
    assert_string_equal(order_of(all), "s3@4 s2@3 s1@2");
    assert_string_equal(codenet_errors(&all->errors),
                        "row_duplicate metadata/p00001.csv:5; row_duplicate "
                        "metadata/p00001.csv:6");
    assert_int_equal(all->n_other_languages, 1);
    assert_ptr_equal(all->versions.items[1].language, &language_cpp);
}

TEST(submissions__are_none_when_the_file_cannot_be_read)
{
    scoped(dataset) dataset = {0};
    scoped(unit_content) *read = unit_content_new();
    const char *tree = codenet_make("vanishing");
    codenet_add_problem(tree, "p00001", NULL, 0);
    codenet_open(&dataset, tree);
    assert_int_equal(unlink(scratch_path("vanishing/metadata/p00001.csv")), 0);
    submissions_read(
        read, &dataset.metadata,
        codenet_problem(dataset.list.problems.items, dataset.list.problems.n, "p00001"),
        LANGUAGE_SET_DEFAULT);
    assert_int_equal(read->versions.n, 0);
    assert_int_equal(read->n_rows, 0);
    assert_string_equal(read->fingerprint, "");
    assert_string_equal(codenet_errors(&read->errors), "metadata_unusable metadata/p00001.csv");
}
