/* Which class starts a program. */
#include "tests/support/test.h"
#include "tokenize/languages/language.h"
#include "tokenize/languages/runtime.h"
#include "verify/command_words.h"

#define MAIN "public static void main(String[] args) {}"

TEST(main_class__is_the_one_with_a_main_method)
{
    static const struct {
        const char *code, *name, *file;
    } cases[] = {
        {"class Solution { " MAIN " }", "Solution", "Solution"},
        {"public class A { " MAIN " }", "A", "A"},
        {"class Helper { int f() { return 1; } } class Start { " MAIN " }", "Start", "Start"},
        {"public class A { int f; } class B { " MAIN " }", "B", "A"},
        {"class B { " MAIN " } public class A { " MAIN " }", "A", "A"},
        {"class B { " MAIN " } class Main { " MAIN " } class C { " MAIN " }", "Main", "Main"},
        {"class B { " MAIN " } class C { " MAIN " }", "B", "B"},
        {"package a.b.c; import java.util.*; public class A { " MAIN " }", "a.b.c.A", "A"},
        {"package a; class A { " MAIN " }", "a.A", "A"},
        {"interface I { static void main(String[] a) {} }", "I", "I"},
        {"record R(int x, String[] y) { " MAIN " }", "R", "R"},
        {"enum E { A, B { int f() { return 1; } }; " MAIN " }", "E", "E"},
        {"final class A<T extends B<T>> extends C<T> implements D { " MAIN " }", "A", "A"},
        {"class A {} class B { static public final synchronized void main(final String a[]) {} }",
         "B", "B"},
        {"class A {} class B { public static void main(String... a) {} }", "B", "B"},
        {"class A {} class B { public static void main(java.lang.String[] a) {} }", "B", "B"},
        {"class A {} class B { @Deprecated public static <T> void main(String[] a) {} }", "B", "B"},
        /* not main methods */
        {"class A { public static void main(String[] a, int b) {} } class B { " MAIN " }", "B",
         "B"},
        {"class A { public static void main(String[][] a) {} } class B { " MAIN " }", "B", "B"},
        {"class A { public static void main(int[] a) {} } class B { " MAIN " }", "B", "B"},
        {"class A { public static void main(String a) {} } class B { " MAIN " }", "B", "B"},
        {"class A { void f() { B.main(null); } } class B { " MAIN " }", "B", "B"},
        {"class A { class C { " MAIN " } } class B { " MAIN " }", "B", "B"},
        {"// class A { " MAIN " }\nclass B { String s = \"class C { " MAIN " }\"; " MAIN " }", "B",
         "B"},
        {"@A({\"x\"}) @interface C {} class B { int[] a = {1, 2}; " MAIN " }", "B", "B"},
        /* of newer versions, after all others */
        {"class A { void main() {} }", "A", "A"},
        {"class A { void f() {} } class B { static void main(String[] a) {} }", "B", "B"},
        {"class A { void main() {} } class B { " MAIN " }", "B", "B"},
        {"void main() { System.out.println(1); }", "Main", "Main"},
        /* none: inherited, or a mistake */
        {"class A {} public class B extends C {}", "B", "B"},
        {"class A { public void mian(String[] a) {} } class B {}", "A", "A"},
        {"", "Main", "Main"},
        {"class", "Main", "Main"},
        {"class A { public static void main(", "A", "A"},
        {"package", "Main", "Main"},
        {"public class \"x/y\" { " MAIN " }", "Main", "Main"},
    };
    struct syntax_parser *parser = syntax_parser_new(&language_java);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(program) program = {0};
        struct main_class found;
        program_tokenize(&program, syntax_parser_lexical(parser), cases[i].code,
                         strlen(cases[i].code));
        main_class_find(&found, language_java.runtimes[0].main, &program);
        if (strcmp(found.name, cases[i].name) != 0 || strcmp(found.file, cases[i].file) != 0)
            fail_msg("%s: %s in %s", cases[i].code, found.name, found.file);
    }
    syntax_parser_free(parser);
}
