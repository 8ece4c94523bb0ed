/* The corpus of a target, given to it input by input, without libFuzzer. A target that finds a
 * property broken ends the program; its last line then names the input. */
#include "base/file.h"
#include "tests/fuzz/target.h"

/* Appends the byte that an escape stands for, and returns the rest of the text. */
static const char *take_escape(struct str *out, const char *text)
{
    unsigned byte = 0;
    const char *at = strchr("n\nt\t\\\\", *text);
    if (*text == 'x' && sscanf(text + 1, "%2x", &byte) == 1) {
        str_add(out, &(char){(char)byte}, 1);
        return text + 3;
    }
    if (!*text || !at)
        fail_msg("an escape: \\%s", text);
    str_add(out, at + 1, 1);
    return text + 1;
}

/* In a buffer of exactly its size, so that a sanitizer detects a read after its end. */
static void replay(const char *text, int (*target)(const uint8_t *bytes, size_t length))
{
    scoped(str) input = {0};
    while (*text) {
        size_t n = strcspn(text, "\\");
        str_add(&input, text, n);
        text = text[n] ? take_escape(&input, text + n + 1) : text + n;
    }
    scoped_memory uint8_t *bytes = mem_alloc(input.length, 1);
    if (input.length)
        memcpy(bytes, input.text, input.length);
    assert_int_equal(target(bytes, input.length), 0);
}

void target_replay(const char *name, int (*target)(const uint8_t *bytes, size_t length))
{
    scoped(str) corpus = {0};
    const char *path = printed("tests/fuzz/corpus/%s.txt", name);
    int number = 0, n_inputs = 0;
    assert_done(file_read(&corpus, path, &err));
    for (char *line = corpus.text, *end; *line; line = end + 1) {
        end = strchr(line, '\n');
        *end = '\0';
        number++;
        if (strchr("#\"", *line))
            continue;
        char *text = strchr(line, ' ');
        assert_non_null(text);
        printf("%s:%d: %.*s\n", path, number, (int)(text - line), line);
        fflush(stdout);
        replay(text + 1, target);
        n_inputs++;
    }
    assert_true(n_inputs > 0);
}
