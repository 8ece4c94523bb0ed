/* Parallel files: the same number of lines, each a piece of code in the form of the format. */
#include "export/validate/validation.h"

#include "base/packed.h"
#include "base/lines.h"
#include "base/str.h"
#include "export/validate/row_formats.h"

#include <string.h>

struct side {
    struct validation *validation;
    const char *path;
    struct lines lines;
    char *line; /* the last line that was read; NULL at the end */
    size_t length;
};

/* The path of the other file: the same except for the part's name. */
static void add_other(struct str *out, const struct export_format *format, const char *path,
                      int part)
{
    const char *own = format->parts[part], *other = format->parts[1 - part];
    size_t tail = strlen(packing_suffix(packing_of(path)));
    str_add(out, path, strlen(path) - tail - strlen(own));
    str_add_text(out, other);
    str_add_text(out, path + strlen(path) - tail);
}

/* Reads the next line. Returns whether there is one; false also if the file is damaged, with a
 * finding. */
static bool next_line(struct side *side)
{
    struct err err;
    int status = lines_next(&side->lines, &side->line, &side->length, &err);
    if (status == 1)
        return true;
    side->line = NULL;
    if (status == ERR)
        validation_find(side->validation, side->path, side->lines.number + 1, "unreadable", "%s",
                        err.message);
    return false;
}

/* Takes what is wrong with a line. */
static void report_line(void *context, const char *rule, const char *detail)
{
    const struct side *side = context;
    validation_find(side->validation, side->path, side->lines.number, rule, "%s", detail);
}

static void check_line(struct side *side)
{
    struct rule_check check = {.context = side, .report = report_line};
    const struct export_format *format = side->validation->format;
    const char *zero = memchr(side->line, '\0', side->length);
    if (zero)
        rule_check_report(&check, "zero_byte", "a zero byte at byte %zu",
                          (size_t)(zero - side->line));
    if (!utf8_is_valid(side->line, side->length))
        rule_check_report(&check, "encoding", "not UTF-8");
    if (side->length == 0)
        rule_check_report(&check, "empty_line", "no code");
    if (!side->lines.ended)
        rule_check_report(&check, "line_end", "the last line has no line end");
    if (format->check_line)
        format->check_line(side->line, side->length, &check);
}

static void compare(struct validation *validation, size_t file, const struct side sides[2])
{
    struct digest digests[] = {digest_bytes(sides[0].line, sides[0].length),
                               digest_bytes(sides[1].line, sides[1].length)};
    struct row_traits traits = {0};
    traits.has[TRAIT_ROW] = traits.has[TRAIT_PROMPT] = true;
    traits.digests[TRAIT_ROW] = digest_bytes(digests, sizeof digests);
    traits.digests[TRAIT_PROMPT] = digests[0];
    compare_row(validation, file, sides[0].lines.number, &traits);
    if (digest_compare(digests[0], digests[1]) == 0)
        validation_find(validation, sides[0].path, sides[0].lines.number, "nothing_changed",
                        "both sides are the same, as for a correct program");
}

static void check_lines(struct validation *validation, size_t file, struct side sides[2])
{
    struct data_file *data = &validation->files.items[file];
    for (;;) {
        bool has[] = {next_line(&sides[0]), next_line(&sides[1])};
        if (!has[0] || !has[1])
            break;
        data->n_rows++;
        data->n_content_bytes += sides[0].length + 1;
        for (int i = 0; i < 2; i++)
            check_line(&sides[i]);
        compare(validation, file, sides);
    }
    for (int i = 0; i < 2; i++)
        if (sides[i].line)
            validation_find(validation, sides[i].path, sides[i].lines.number, "parallel_lines",
                            "'%s' ends before this line", sides[1 - i].path);
    if (data->n_rows == 0)
        validation_find(validation, data->path, 1, "empty_file", "no rows");
}

int rows_validate_parallel(struct validation *validation, size_t file, struct err *err)
{
    const char *path = validation->files.items[file].path;
    struct side sides[2] = {{.validation = validation}, {.validation = validation}};
    scoped(str) other = {0};
    int part, status = ERR;
    const struct export_format *wanted = validation->format;
    validation->format = row_format_detect_parallel(path, &part);
    if (!validation->format)
        return err_set(err, "'%s' is not one of %s's parallel files, NAME%s and NAME%s", path,
                       wanted->name, wanted->parts[0], wanted->parts[1]);
    add_other(&other, validation->format, path, part);
    sides[part].path = path;
    sides[1 - part].path = str_text(&other);
    if (lines_open(&sides[0].lines, sides[0].path, LINES_MAX_BYTES, err) == 0 &&
        lines_open(&sides[1].lines, sides[1].path, LINES_MAX_BYTES, err) == 0) {
        check_lines(validation, file, sides);
        validation->n_rows += validation->files.items[file].n_rows;
        status = 0;
    }
    lines_close(&sides[0].lines);
    lines_close(&sides[1].lines);
    return status;
}
