/* Axolotl's segments (`input_output`): only segments with the label true count for the loss.
 *
 * In fixed code, this is the repaired token. If the fix deleted a token, it is the rest of the
 * line after it; if nothing follows in the line, the row is omitted. The segments after a repair
 * prompt are the fixed code; after the prompt of another task, they are its answer, all of which
 * counts. */
#include "export/format.h"

#include <string.h>

static const struct export_feature segment[] = {
    {"label", FEATURE_BOOL, "Whether the segment counts for the loss", WRITTEN},
    {"text", FEATURE_TEXT, "A part of the text", WRITTEN},
    {0},
};

static const struct export_feature features[] = {
    {"segments", FEATURE_RECORDS, "The text, cut where the part that counts begins and ends",
     .members = segment},
    {0},
};

static void push_segment(struct json *segments, bool label, const char *text, size_t length)
{
    scoped(str) copy = {0};
    if (!length)
        return;
    struct json *one = json_push_object(segments);
    str_add(&copy, text, length);
    json_add(one, J_BOOL("label", label), J_TEXT("text", str_text(&copy)));
}

/* The end of the part of fixed code that counts; its start if there is no such part. */
static size_t learnt_end(const struct excerpt *excerpt)
{
    const char *fixed = str_text(&excerpt->fixed);
    size_t start = excerpt->fixed_start, end = excerpt->fixed_end;
    if (start < end)
        return end;
    end += strcspn(fixed + end, "\r\n");
    if (start == end) /* only the line end is left */
        end += fixed[end] != '\0';
    return end;
}

static void push_fixed(struct json *segments, const struct excerpt *excerpt)
{
    const char *fixed = str_text(&excerpt->fixed);
    size_t start = excerpt->fixed_start, end = learnt_end(excerpt);
    push_segment(segments, false, fixed, start);
    push_segment(segments, true, fixed + start, end - start);
    push_segment(segments, false, fixed + end, excerpt->fixed.length - end);
}

static const char *write_row(const struct example *example, struct str *out)
{
    const struct excerpt *excerpt = &example->excerpt;
    bool is_repair = example->view->task->is_repair && !example->row->is_clean;
    if (is_repair && learnt_end(excerpt) == excerpt->fixed_start)
        return "the line ends after the deleted token, so no text would count for the loss";
    struct json *segments = json_array();
    scoped(str) prompt = {0};
    example_add_prompt(&prompt, example);
    push_segment(segments, false, str_text(&prompt), prompt.length);
    if (is_repair)
        push_fixed(segments, excerpt);
    else
        push_segment(segments, true, str_text(&example->answer), example->answer.length);
    export_add_row(out, json_make(J_VALUE("segments", segments)), example);
    return NULL;
}

const struct export_format export_format_segments = {
    .name = "segments",
    .summary = "Axolotl: only the repaired part counts for the loss",
    .help = "Axolotl: the loss covers only the repaired part",
    .features = features,
    .reads = "segments.text",
    .flags = FORMAT_ALL_TASKS | FORMAT_IDS | FORMAT_PROMPTS | FORMAT_NEGATIVES | FORMAT_MARKS,
    .write = write_row,
};
