/* Runs one suite: `runner unit/test_lexer`. */
#include "tests/support/test.h"

#include "base/mem.h"

/* Made by the linker: the begin and the end of what SUITE_ENTRY left. */
extern const struct suite_entry *const __start_suites[], *const __stop_suites[];

static int compare_places(const void *a, const void *b)
{
    const struct suite_entry *x = *(const struct suite_entry *const *)a;
    const struct suite_entry *y = *(const struct suite_entry *const *)b;
    int files = strcmp(x->file, y->file);
    return files ? files : x->line - y->line;
}

/* Whether tests/NAME.c is the entry's file. */
static int is_of(const struct suite_entry *entry, const char *name)
{
    static const char folder[] = "tests/", suffix[] = ".c";
    const char *file = entry->file + strlen(folder);
    size_t length = strlen(name);
    return strncmp(file, name, length) == 0 && strcmp(file + length, suffix) == 0;
}

int main(int argc, char **argv)
{
    size_t n = (size_t)(__stop_suites - __start_suites), n_tests = 0;
    const char *suite = argc == 2 ? argv[1] : "(none named)";
    const struct suite_entry **entries = mem_alloc(n, sizeof *entries);
    const struct suite_entry none = {0}, *each = &none, *around = &none;
    scoped_memory struct CMUnitTest *tests = mem_alloc(n, sizeof *tests);
    for (size_t i = 0; i < n; i++)
        entries[i] = __start_suites[i];
    qsort(entries, n, sizeof *entries, compare_places);
    for (size_t i = 0; i < n; i++) {
        const struct suite_entry *entry = entries[i];
        if (!is_of(entry, suite))
            continue;
        if (entry->test)
            tests[n_tests++] = (struct CMUnitTest){.name = entry->name, .test_func = entry->test};
        else
            *(entry->name ? &around : &each) = entry;
    }
    for (size_t i = 0; i < n_tests; i++) {
        tests[i].setup_func = each->set_up;
        tests[i].teardown_func = each->tear_down;
    }
    int n_failed = 1;
    if (n_tests)
        n_failed =
            _cmocka_run_group_tests(suite, tests, n_tests, around->set_up, around->tear_down);
    else
        fprintf(stderr, "no such suite: %s\n", suite);
    free(entries);
    return n_failed != 0;
}
