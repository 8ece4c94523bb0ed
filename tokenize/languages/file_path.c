/* Names are split into words: at signs and digits, and where a capital begins one (`FooIT`,
 * `ITCase`). */
#include "tokenize/languages/file_path.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/str.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* Whether one of the folders of a path is of a kind. */
static bool has_folder(const char *path, bool (*is)(const char *name))
{
    scoped_memory char *copy = mem_copy_text(path, strlen(path));
    char *rest = NULL;
    for (char *part = strtok_r(copy, "/", &rest); part; part = strtok_r(NULL, "/", &rest))
        if (*rest && is(part))
            return true;
    return false;
}

static bool is_vendor(const char *name)
{
    static const char *const names[] = {
        "vendor", "_vendor",   "vendored", "third_party", "thirdparty",   "third-party", "3rdparty",
        "extern", "externals", "deps",     "bundled",     "node_modules", NULL};
    return text_is_one_of(name, names);
}

bool path_is_vendored(const char *path)
{
    return has_folder(path, is_vendor);
}

static bool is_of_products(const char *name)
{
    static const char *const names[] = {
        "dist",         "generated",     "single_include", "amalgamated",
        "singleheader", "single-header", "__snapshots__",  NULL};
    return text_is_one_of(name, names);
}

bool path_has_no_code(const char *path)
{
    static const char *const data[] = {"lock", "lockb", "lockfile",   "sum",  "map", "snap", "json",
                                       "yaml", "yml",   "xml",        "toml", "ini", "cfg",  "csv",
                                       "txt",  "md",    "properties", "rst",  NULL};
    const char *name = file_name(path), *dot = strrchr(name, '.');
    return (dot && text_is_one_of(dot + 1, data)) || has_folder(path, is_of_products) ||
           strstr(name, ".min.") || strstr(name, ".pb.") || strstr(name, "_pb2");
}

/* ---- Words ---- */

struct name_word {
    const char *at;
    size_t length;
};

/* Takes the first word of a name. Returns one of length 0 at the end. */
static struct name_word next_word(const char **at, const char *end)
{
    while (*at < end && !isalpha((unsigned char)**at))
        ++*at;
    struct name_word word = {*at, 0};
    while (*at < end && isalpha((unsigned char)**at)) {
        bool is_end = word.length && isupper((unsigned char)**at) &&
                      (islower((unsigned char)(*at)[-1]) ||
                       (*at + 1 < end && islower((unsigned char)(*at)[1])));
        if (is_end)
            break;
        ++*at;
        word.length++;
    }
    return word;
}

static bool word_begins(struct name_word word, const char *start)
{
    size_t length = strcspn(start, ".");
    bool is_long_enough = start[length] ? word.length == length : word.length >= length;
    return is_long_enough && strncasecmp(start, word.at, length) == 0;
}

bool name_has_word(const char *at, const char *end, const char *const *words)
{
    for (struct name_word word; (word = next_word(&at, end)).length;)
        for (const char *const *start = words; *start; start++)
            if (word_begins(word, *start))
                return true;
    return false;
}

/* ---- Tests ---- */

static bool word_is(struct name_word word, const char *const *list)
{
    for (; *list; list++)
        if (strlen(*list) == word.length && strncasecmp(*list, word.at, word.length) == 0)
            return true;
    return false;
}

static bool word_is_it(struct name_word word)
{
    return word.length == 2 && memcmp(word.at, "IT", 2) == 0;
}

static const char *const test_words[] = {"test",     "tests",     "unittest",  "unittests",
                                         "testcase", "testcases", "testsuite", NULL};

/* Whether the first or the last word is one of tests. What the last word is about may follow it, as
 * in test_util. Maven Surefire and Failsafe look for classes *Test, *Tests, *TestCase, Test*, *IT,
 * IT* and *ITCase. */
static bool is_name_of_test(const char *name, const char *end)
{
    static const char *const followers[] = {"case",    "util", "utils", "utilities", "helper",
                                            "helpers", "base", "lib",   "common",    NULL};
    struct name_word first = next_word(&name, end), last = first, before = {name, 0};
    for (struct name_word word = next_word(&name, end); word.length; word = next_word(&name, end)) {
        before = last;
        last = word;
    }
    if (before.length && word_is(last, followers))
        last = before;
    bool has_it = word_is_it(first) || word_is_it(last);
    return (before.length && has_it) || word_is(first, test_words) || word_is(last, test_words);
}

static bool is_folder_of_tests(const char *name)
{
    static const char *const names[] = {"testing", "testdata", "testsuites", NULL};
    return text_is_one_of(name, names) || is_name_of_test(name, name + strlen(name));
}

/* Maven has the sources of a product below it. */
static const char product[] = "src/main/";

bool path_is_test(const char *path)
{
    const char *main = strstr(path, product);
    bool is_product = main && (main == path || main[-1] == '/');
    scoped_memory char *above = mem_copy_text(path, is_product ? (size_t)(main - path) + 1 : 0);
    const char *name = file_name(path), *dot = strrchr(name, '.');
    if (is_product)
        return has_folder(above, is_folder_of_tests);
    return has_folder(path, is_folder_of_tests) || strncmp(path, "t/", 2) == 0 ||
           strncmp(name, "conftest.", 9) == 0 ||
           is_name_of_test(name, dot ? dot : name + strlen(name));
}

static bool is_folder_of_texts(const char *name)
{
    static const char *const names[] = {
        "doc", "docs", "documentation", "locale", "locales", "translations", NULL};
    return text_is_one_of(name, names);
}

bool path_is_companion(const char *path)
{
    return path_is_test(path) || (!strstr(path, product) && has_folder(path, is_folder_of_texts));
}
