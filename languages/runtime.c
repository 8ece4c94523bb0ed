/* The runtimes of all languages. The first that has the dialect of a program, or that has none,
 * runs it. Options are those of AtCoder's judge where Debian has the same programs. */
#include "languages/runtime.h"

#include "languages/language.h"

#include <string.h>
#include <unistd.h>

#define COMMON "PATH=/usr/bin:/bin", "HOME=/tmp", "TMPDIR=/tmp", "LANG=C.UTF-8"
#define MIB    ((size_t)1 << 20)

static const char *const environment[] = {COMMON, NULL};

/* ---- Python ---- */

static const char *const python3_files[] = {"/usr/bin/python3", NULL};
static const char *const python2_files[] = {"/usr/bin/python2", "/usr/bin/python2.7",
                                            "/usr/bin/pypy", NULL};
static const char *const pypy3_files[] = {"/usr/bin/pypy3", NULL};
/* PyPy takes 1.3 KB of memory for each call that the limit allows, so 10**7, which many programs
 * set, would be more than there is. */
static const char *const pypy3_run[] = {
    RUNTIME_EXECUTABLE, "-c",
    "import sys; sys.setrecursionlimit = (lambda f: lambda n: f(min(n, 5 * 10**5)))("
    "sys.setrecursionlimit); sys.argv = sys.argv[1:]; __file__ = sys.argv[0]; "
    "exec(compile(open(__file__, 'rb').read(), __file__, 'exec'))",
    RUNTIME_FOLDER "/main.py", NULL};
/* The libraries of numpy are links through it. */
static const char *const python_paths[] = {"/etc/alternatives", NULL};
static const char *const python_run[] = {RUNTIME_EXECUTABLE, RUNTIME_FOLDER "/main.py", NULL};

/* The standard modules that contest programs import most. */
#define PYTHON_ZYGOTE                                                                          \
    RUNTIME_EXECUTABLE, RUNTIME_ZYGOTE, "collections", "math", "bisect", "itertools", "heapq", \
        "functools", "copy", "typing", "random", "operator", "re", "decimal", "string", "io",  \
        "fractions", "time", "queue", "array", "datetime", "cmath", "statistics"
static const char *const python_modules[] = {PYTHON_ZYGOTE, NULL};
static const char *const python_numpy_modules[] = {PYTHON_ZYGOTE, "numpy", NULL};
/* These import numpy, which is slow to import, and which makes each fork slower. */
static const char *const python_numpy_words[] = {"numpy", "scipy", "numba", "pandas", NULL};
static const struct runtime_zygote python_zygotes[] = {{python_numpy_words, python_numpy_modules},
                                                       {NULL, python_modules}};

/* Hashes of strings, and so the order of sets, depend on the seed. A judge's Python converts
 * numbers of any length. */
#define PYTHON                                                                            \
    COMMON, "PYPY_GC_NURSERY=4M", "PYTHONINTMAXSTRDIGITS=0", "PYTHONDONTWRITEBYTECODE=1", \
        "OPENBLAS_NUM_THREADS=1"
static const char *const python_seed[] = {PYTHON, "PYTHONHASHSEED=0", NULL};
static const char *const python_other_seed[] = {PYTHON, "PYTHONHASHSEED=1", NULL};

static const char *const python_memory[] = {"MemoryError", NULL};
static const char *const python_start[] = {
    "ModuleNotFoundError:", "ImportError:", "SyntaxError:", NULL};

/* What all versions have in common. */
#define PYTHON_ROW                                                                    \
    .version_argument = "--version", .file = "main.py", .paths = python_paths,        \
    .environments = {python_seed, python_other_seed}, .memory_errors = python_memory, \
    .start_errors = python_start
#define CPYTHON_ROW \
    PYTHON_ROW, .run = python_run, .own_memory = 64 * MIB, .own_addresses = 512 * MIB

const struct runtime runtimes_python[] = {
    {
        .name = "Python 2",
        .package = "python2",
        .dialect = "2",
        .files = python2_files,
        CPYTHON_ROW,
    },
    {
        .name = "PyPy 3",
        .package = "pypy3",
        .judge_word = "pypy",
        .files = pypy3_files,
        .run = pypy3_run,
        .own_memory = 2048 * MIB,
        .own_addresses = 4096 * MIB,
        PYTHON_ROW,
    },
    {
        .name = "Python 3",
        .package = "python3",
        .files = python3_files,
        .zygotes = python_zygotes,
        CPYTHON_ROW,
    },
    {0},
};

/* ---- C and C++ ---- */

static const char *const gcc_files[] = {"/usr/bin/gcc", NULL};
static const char *const gxx_files[] = {"/usr/bin/g++", NULL};
#define GCC RUNTIME_EXECUTABLE, RUNTIME_STANDARD, "-O2", "-w"
static const char *const c_compile[] = {GCC, "-o", "main", "main.c", "-lm", NULL};
static const char *const cpp_compile[] = {GCC, "-o", "main", "main.cpp", NULL};
/* Most of the time of a compilation is for the header of all headers: 1.2 of 1.6 seconds. */
#define CPP_HEADER RUNTIME_SHARED "/header.hpp"
static const char *const cpp_prepare[] = {GCC,        "-x", "c++-header", "-o", CPP_HEADER ".gch",
                                          CPP_HEADER, NULL};
static const char *const cpp_compile_prepared[] = {GCC,    "-include", CPP_HEADER, "-o",
                                                   "main", "main.cpp", NULL};
static const struct runtime_header cpp_header = {
    .name = "<bits/stdc++.h>",
    .shared = {"header.hpp", "#include <bits/stdc++.h>\n", cpp_prepare},
    .compile = cpp_compile_prepared,
};
static const char *const native_run[] = {RUNTIME_FOLDER "/main", NULL};
static const char *const native_memory[] = {"std::bad_alloc", NULL};

/* Debian 12's gcc does not know the name gnu23 yet; later ones know both. */
static const struct runtime_standard c_standards[] = {
    {"17", "-std=gnu17"}, {"23", "-std=gnu2x"}, {NULL, "-std=gnu11"}};
static const struct runtime_standard cpp_standards[] = {
    {"98", "-std=gnu++98"}, {"11", "-std=gnu++11"}, {"14", "-std=gnu++14"}, {"20", "-std=gnu++20"},
    {"23", "-std=gnu++23"}, {"26", "-std=gnu++26"}, {NULL, "-std=gnu++17"}};

/* What both languages have in common. */
#define NATIVE_ROW                                                      \
    .version_argument = "--version", .run = native_run,                 \
    .environments = {environment, environment}, .own_memory = 16 * MIB, \
    .own_addresses = 128 * MIB, .memory_errors = native_memory

const struct runtime runtimes_c[] = {
    {
        .name = "C",
        .package = "gcc",
        .files = gcc_files,
        .file = "main.c",
        .compile = c_compile,
        .standards = c_standards,
        NATIVE_ROW,
    },
    {0},
};
const struct runtime runtimes_cpp[] = {
    {
        .name = "C++",
        .package = "g++",
        .files = gxx_files,
        .file = "main.cpp",
        .compile = cpp_compile,
        .standards = cpp_standards,
        .header = &cpp_header,
        NATIVE_ROW,
    },
    {0},
};

/* ---- Java ---- */

#define JAVA_ARCHIVE "main.jar"
/* The compiler; the virtual machine is beside it. */
static const char *const java_files[] = {"/usr/bin/javac", NULL};
/* Its settings are links into a folder of its version: 17 in Debian 12, 21 and 25 in Debian 13. */
static const char *const java_paths[] = {"/etc/alternatives", "/etc/java-17-openjdk",
                                         "/etc/java-21-openjdk", "/etc/java-25-openjdk", NULL};
static const char *const java_environment[] = {COMMON, "LD_LIBRARY_PATH=" RUNTIME_HOME "/lib",
                                               NULL};
#define JAVAC(memory)                                                                              \
    RUNTIME_HOME "/bin/javac", "-J-Xmx" memory, "-J-XX:+UseSerialGC", "-J-XX:TieredStopAtLevel=1", \
        "-nowarn"
#define JAVA_OPTIONS "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"
#define JAVA         RUNTIME_HOME "/bin/java", "-Xmx1024m"
/* The memory is that of its server. */
static const char *const java_compile[] = {JAVAC("1024m"),
                                           "-encoding",
                                           "UTF-8",
                                           "-d",
                                           RUNTIME_FOLDER,
                                           RUNTIME_FOLDER "/" RUNTIME_FILE ".java",
                                           NULL};
static const char *const java_run[] = {JAVA,
                                       "-Xss256m",
                                       JAVA_OPTIONS,
                                       "-cp",
                                       RUNTIME_FOLDER "/" JAVA_ARCHIVE ":" RUNTIME_FOLDER,
                                       RUNTIME_CLASS,
                                       NULL};
static const char java_server_text[] = {
#include "languages/runs/Runs.java.inc"
};
static const char java_compiler_text[] = {
#include "languages/runs/Compile.java.inc"
};
#define JAVA_PREPARE JAVAC("512m"), "-d", RUNTIME_SHARED
static const char *const java_server_prepare[] = {JAVA_PREPARE, RUNTIME_SHARED "/Runs.java", NULL};
static const char *const java_compiler_prepare[] = {JAVA_PREPARE, RUNTIME_SHARED "/Compile.java",
                                                    NULL};
#define WORD_OF(NUMBER)     WORD_OF_IT(NUMBER)
#define WORD_OF_IT(NUMBER)  #NUMBER
#define JAVA_SERVER_OPTIONS JAVA_OPTIONS, "-XX:MinHeapFreeRatio=10", "-XX:MaxHeapFreeRatio=20"
static const char *const java_server_start[] = {
    JAVA,           JAVA_SERVER_OPTIONS, "-cp",         RUNTIME_SHARED,           "Runs",
    RUNTIME_FOLDER, JAVA_ARCHIVE,        RUNTIME_CLASS, WORD_OF(RUNTIME_FAST_MS), NULL};
static const char *const java_alone[] = {
#include "languages/words/java_alone.words.inc"
    NULL};
static const struct runtime_server java_server = {
    .shared = {"Runs.java", java_server_text, java_server_prepare},
    .compiler = {"Compile.java", java_compiler_text, java_compiler_prepare},
    .compiler_class = "Compile",
    .compiled = JAVA_ARCHIVE,
    .start = java_server_start,
    .alone = java_alone,
};
static const char *const java_memory[] = {"java.lang.OutOfMemoryError", NULL};

static const struct main_rules java_main = {
    .modifier = "public",
    .static_modifier = "static",
    .method = "main",
    .parameter = "String",
    .package = "package",
    .public_methods = "interface",
    .default_class = "Main",
};

const struct runtime runtimes_java[] = {
    {
        .name = "Java",
        .package = "default-jdk-headless",
        .files = java_files,
        .version_argument = "--version",
        .file = RUNTIME_FILE ".java",
        .main = &java_main,
        .compile = java_compile,
        .run = java_run,
        .server = &java_server,
        .environments = {java_environment, java_environment},
        .paths = java_paths,
        .own_memory = 4096 * MIB, /* each of its threads has the stack of the words */
        .own_addresses = 65536 * MIB,
        .stack = 8 * MIB,
        .memory_errors = java_memory,
    },
    {0},
};

/* Returns the first runtime, from this one on, for the dialect and the judge. */
static const struct runtime *find(const struct runtime *runtime, const char *dialect,
                                  const char *judge_name)
{
    while ((runtime->dialect && (!dialect || strcmp(runtime->dialect, dialect) != 0)) ||
           (runtime->judge_word && (!judge_name || !strcasestr(judge_name, runtime->judge_word))))
        runtime++;
    return runtime;
}

const struct runtime *runtime_choose(const struct language *language, const char *dialect,
                                     const char *judge_name)
{
    const struct runtime *runtime = find(language->runtimes, dialect, judge_name);
    return runtime->judge_word && !runtime_executable(runtime)
               ? find(runtime + 1, dialect, judge_name)
               : runtime;
}

const char *runtime_replaced(const struct language *language, const char *dialect,
                             const char *judge_name)
{
    const struct runtime *runtime = find(language->runtimes, dialect, judge_name);
    return runtime->judge_word && !runtime_executable(runtime) ? runtime->name : NULL;
}

const struct runtime_standard *runtime_standard(const struct runtime *runtime, const char *dialect)
{
    static const struct runtime_standard none = {.option = ""};
    const struct runtime_standard *standard = runtime->standards;
    while (standard && standard->dialect && (!dialect || strcmp(standard->dialect, dialect) != 0))
        standard++;
    return standard ? standard : &none;
}

const struct runtime_zygote *runtime_zygote(const struct runtime *runtime, const char *code,
                                            size_t length)
{
    const struct runtime_zygote *zygote = runtime->zygotes;
    for (; zygote && zygote->words; zygote++)
        for (const char *const *word = zygote->words; *word; word++)
            if (memmem(code, length, *word, strlen(*word)))
                return zygote;
    return zygote;
}

const char *runtime_executable(const struct runtime *runtime)
{
    const char *const *file = runtime->files;
    while (*file && access(*file, X_OK) != 0)
        file++;
    return *file;
}
