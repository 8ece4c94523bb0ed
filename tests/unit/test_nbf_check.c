/* Rows of nbf, each wrong in one way. */
#include "export/nbf.h"
#include "tests/support/exported.h"
#include "tests/support/test.h"

/* `<` behind a character of two bytes. */
static const struct row_key good[] = {
    {"bug_type", "\"binop\""},
    {"project", "\"p1\""},
    {"project_url", "\"p1\""},
    {"commit_sha", "\"p1-b-f\""},
    {"comodified", "false"},
    {"input_text", "\"n = 1\\nif 'é' < n:\\n    print(n, True)\\n\""},
    {"error_marker", "[1, 7, 1, 8]"},
    {"repair", "\"<=\""},
    {NULL, NULL},
};

TEST(nbf_check__takes_a_good_row)
{
    static const struct broken_row rows[] = {
        {"", {{NULL, NULL}}},
        {"", {{"repair", "\"not in\""}}},
        {"", {{"repair", "\">>=\""}}},
        {"", {{"bug_type", "\"none\""}, {"error_marker", "[]"}, {"repair", "\"\""}}},
        {"",
         {{"bug_type", "\"varmisuse\""}, {"error_marker", "[1, 9, 1, 10]"}, {"repair", "\"m\""}}},
        {"", {{"bug_type", "\"numeric\""}, {"error_marker", "[0, 4, 0, 5]"}, {"repair", "\".5\""}}},
        {"",
         {{"bug_type", "\"litbool\""},
          {"error_marker", "[2, 13, 2, 17]"},
          {"repair", "\"False\""}}},
        /* a missing `not`, on the token that it must stand before */
        {"", {{"bug_type", "\"not\""}, {"error_marker", "[1, 3, 1, 6]"}, {"repair", "\"not\""}}},
        {"",
         {{"bug_type", "\"not\""},
          {"input_text", "\"if not a: pass\""},
          {"error_marker", "[0, 3, 0, 6]"},
          {"repair", "\"\""}}},
        {"",
         {{"bug_type", "\"not\""},
          {"input_text", "\"if not a: pass\""},
          {"error_marker", "[0, 3, 0, 6]"},
          {"repair", "\"not\""}}},
        /* a part of a program that does not parse by itself */
        {"", {{"input_text", "\"    else:\\n  x   < n)\""}, {"error_marker", "[1, 6, 1, 7]"}}},
        {"",
         {{"input_text", "\"  ) if a not   in b\""},
          {"error_marker", "[0, 9, 0, 17]"},
          {"repair", "\"in\""}}},
    };
    expect_broken_rows(&export_format_nbf, good, rows, N_ITEMS(rows));
}

TEST(nbf_check__finds_wrong_markers)
{
    static const struct broken_row rows[] = {
        {"error_marker", {{"error_marker", "[]"}}},
        {"error_marker", {{"error_marker", "[1, 7, 1]"}}},
        {"error_marker", {{"error_marker", "[1, 7, 1, 8, 9]"}}},
        {"error_marker", {{"error_marker", "[1, -7, 1, 8]"}}},
        {"error_marker", {{"error_marker", "[1, 7, 1, 7]"}}},
        {"error_marker", {{"error_marker", "[1, 8, 1, 7]"}}},
        {"error_marker", {{"error_marker", "[2, 7, 1, 8]"}}},
        {"error_marker", {{"error_marker", "[1, 7, 1, 80]"}}},
        {"error_marker", {{"error_marker", "[9007199254740991, 0, 9007199254740991, 1]"}}},
        {"error_marker", {{"error_marker", "[1, 9007199254740991, 1, 9007199254740991]"}}},
        {"wrong_type", {{"error_marker", "[1, 7, 1, 8.5]"}}},
        {"wrong_type", {{"error_marker", "[1, 1e300, 1, 8]"}}},
        {"wrong_type", {{"error_marker", "[1, 7, 1, \"8\"]"}}},
        {"wrong_type", {{"error_marker", "[[1, 7, 1, 8]]"}}},
        {"null_value", {{"error_marker", "null"}}},
        {"marked_token", {{"error_marker", "[1, 6, 1, 8]"}}},
        {"marked_token", {{"error_marker", "[1, 8, 1, 9]"}}},
        {"marked_token", {{"error_marker", "[1, 7, 1, 10]"}}},
        {"marked_token", {{"error_marker", "[2, 4, 2, 8]"}}},
        {"marked_token",
         {{"input_text", "\"    else:\\n  x   < n)\""}, {"error_marker", "[1, 5, 1, 7]"}}},
    };
    expect_broken_rows(&export_format_nbf, good, rows, N_ITEMS(rows));
}

TEST(nbf_check__finds_types_that_the_repair_contradicts)
{
    static const struct broken_row rows[] = {
        {"bug_type", {{"bug_type", "\"\""}}},
        {"bug_type", {{"bug_type", "\"comparison_operator\""}}},
        {"error_marker", {{"bug_type", "\"none\""}}},
        {"repair", {{"bug_type", "\"none\""}, {"error_marker", "[]"}}},
        {"repair", {{"repair", "\"<\""}}},
        {"bug_type_repair", {{"repair", "\"\""}}},
        {"bug_type_repair", {{"repair", "\"n\""}}},
        {"bug_type_repair", {{"repair", "\"<= n\""}}},
        {"bug_type_repair", {{"bug_type", "\"varmisuse\""}}},
        {"bug_type_repair", {{"bug_type", "\"numeric\""}}},
        {"bug_type_repair", {{"bug_type", "\"litbool\""}}},
        {"bug_type_repair", {{"bug_type", "\"not\""}}},
        {"bug_type_repair", {{"bug_type", "\"not\""}, {"repair", "\"\""}}},
    };
    expect_broken_rows(&export_format_nbf, good, rows, N_ITEMS(rows));
}
