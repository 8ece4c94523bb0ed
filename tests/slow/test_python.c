/* The Python package, as its wheel is installed: with and without pandas, its page, its types. */
#include "tests/support/test.h"

#define PYTHON "/usr/bin/python3"
#define SOURCE "\"$SAMPLE/../../setup/python\""
#define TESTS  "\"$SAMPLE/../python/test_package.py\""

static bool has_wheel;

/* Two environments with the wheel: $SCRATCH/plain, and $SCRATCH/system with Debian's packages. */
static int install(void **state)
{
    (void)state;
    has_wheel = is_release("the Python package") &&
                can_run(PYTHON " -c 'import ensurepip, venv'", "the Python package",
                        "python3-venv is missing");
    if (has_wheel)
        run_valid(NULL, "cd \"$SCRATCH\"; unset PYTHONPATH; export PIP_NO_INDEX=1; set -e; " PYTHON
                        " " SOURCE "/wheel.py " TOKFIX_VERSION " .; " PYTHON
                        " -m venv plain; " PYTHON " -m venv --system-site-packages system; "
                        "for one in plain system; do $one/bin/pip install *.whl; done");
    return 0;
}

SUITE_SETUP(install, NULL);

static void assert_passes(const char *environment)
{
    scoped(str) output = output_of("cd \"$SCRATCH\"; unset PYTHONPATH; %s/bin/python -I -W "
                                   "error::ResourceWarning " TESTS " 2>&1",
                                   environment);
    assert_contains(str_text(&output), "\nOK\n");
    printf("note: the package was tested %s",
           strstr(str_text(&output), "without pandas") ? "without pandas\n" : "with pandas\n");
}

TEST(python__package_passes_its_tests_without_pandas)
{
    if (!has_wheel)
        skip();
    assert_passes("plain");
}

TEST(python__package_passes_its_tests_with_pandas)
{
    if (!has_wheel ||
        !can_run(PYTHON " -c 'import pandas'", "fixes in pandas", "pandas is missing"))
        skip();
    assert_passes("system");
}

TEST(python__page_prints_what_it_shows)
{
    if (!has_wheel ||
        !can_run(PYTHON " -c 'import pandas'", "the page on Python", "pandas is missing"))
        skip();
    run_valid(NULL, "mkdir \"$SCRATCH/page\"; cd \"$SCRATCH/page\"; unset PYTHONPATH; "
                    "ln -s \"$SAMPLE/Project_CodeNet\" .; "
                    "../system/bin/python -m doctest \"$SAMPLE/../../doc/python.md\"");
}

/* The files of the wheel are those of the folder, with the hashes that RECORD has, and its bytes do
 * not depend on when and where it is made. */
TEST(python__wheel_is_whole_and_reproducible)
{
    if (!has_wheel)
        skip();
    run_valid(NULL, "cd \"$SCRATCH\"; mkdir again; set -e; "
                    "TZ=Asia/Tokyo " PYTHON " " SOURCE "/wheel.py " TOKFIX_VERSION " again; "
                    "cmp *.whl again/*.whl; " PYTHON " -m zipfile -e *.whl unpacked; "
                    "cmp unpacked/tokfix/__init__.py " SOURCE "/tokfix/__init__.py; "
                    "cd unpacked; sed -n 's/^\\(.*\\),sha256=\\(.*\\),.*/\\2 \\1/p' */RECORD | "
                    "while read -r hash name; do test $hash = $(sha256sum \"$name\" | cut -c-64 | "
                    "tr a-f A-F | basenc -d --base16 | basenc --base64url | tr -d =); done; "
                    "test $(cat */RECORD | wc -l) = $(find . -type f | wc -l)");
}

TEST(python__types_are_checked)
{
    if (!has_wheel || !has_program("mypy", "the types of the Python package"))
        skip();
    run_valid(NULL, "cd \"$SCRATCH\"; MYPYPATH=" SOURCE " mypy --strict " SOURCE "/tokfix " SOURCE
                    "/wheel.py " TESTS);
}
