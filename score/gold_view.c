/* Excerpts are cut as for an export. A row with ids says itself what was shown; its answer is where
 * its format has it. */
#include "score/gold_view.h"

#include "classify/classify.h"

#include <string.h>

void gold_show_all(struct gold_item *item)
{
    item->part_start = 0;
    item->part_end = item->program.length;
    item->shown = (struct position){.line = 1, .column = 0};
    item->right = "";
}

static void use_language(struct gold_viewer *viewer, const struct language *language)
{
    if (viewer->parser && viewer->language == language)
        return;
    syntax_parser_free(viewer->parser);
    viewer->language = language;
    viewer->parser = syntax_parser_new(language);
}

const char *gold_show(struct gold_item *item, const struct fix *row, const struct export_view *view,
                      struct gold_viewer *viewer, struct arena *arena)
{
    struct excerpt *excerpt = &viewer->excerpt;
    const struct export_task *task = view->task;
    gold_show_all(item);
    if (view->granularity == GRANULARITY_FUNCTION)
        use_language(viewer, item->language);
    if (!excerpt_cut(excerpt, row, view->granularity, view->n_context, viewer->parser,
                     &viewer->tree))
        return "the program does not parse";
    item->part_start = excerpt->part_start;
    item->part_end = excerpt->part_start + excerpt->buggy.length;
    item->shown = source_position(row->buggy_code, row->buggy_length,
                                  excerpt->part_start - excerpt->above.length);
    if (task->is_repair || row->is_clean)
        return NULL;
    str_clear(&viewer->answer);
    task->answer(&viewer->answer, row, excerpt);
    item->right = arena_copy_text(arena, str_text(&viewer->answer), viewer->answer.length);
    return NULL;
}

void gold_viewer_release(struct gold_viewer *viewer)
{
    excerpt_release(&viewer->excerpt);
    syntax_tree_release(&viewer->tree);
    str_release(&viewer->answer);
    syntax_parser_free(viewer->parser);
}

static const struct json *last_of(const struct json *list)
{
    return json_item(list, json_count(list) ? json_count(list) - 1 : 0);
}

/* The segments after the prompt. */
static void add_segments(struct str *out, const struct json *segments)
{
    const struct json *one = json_first(segments);
    while (one && (one = json_next(one))) {
        const char *text = json_text(json_get(one, "text"));
        str_add_text(out, text ? text : "");
    }
}

/* The answer of a row, as its format has it; false when there is none. */
static bool add_answer(struct str *out, const struct json *row)
{
    static const char *const keys[] = {"completion", "output", "chosen"};
    static const char start[] = "<answer>", end[] = "</answer>";
    const char *text = json_text(json_get(last_of(json_get(row, "messages")), "content"));
    for (size_t i = 0; i < sizeof keys / sizeof *keys && !text; i++)
        text = json_text(json_get(row, keys[i]));
    if (json_get(row, "segments"))
        add_segments(out, json_get(row, "segments"));
    else if (text)
        str_add_text(out, text);
    else if ((text = json_text(json_get(row, "text"))) && (text = strstr(text, start)) &&
             strlen(text) >= sizeof start + sizeof end - 2)
        str_add(out, text + sizeof start - 1, strlen(text) - (sizeof start + sizeof end - 2));
    return out->length > 0;
}

/* Takes the answer, by which the place is known, or the fixed code. */
static const char *take_answer(struct gold_item *item, const struct export_task *task,
                               const char *text, size_t length, struct arena *arena)
{
    if (task->is_repair) {
        item->fixed = (struct token_text){arena_copy_text(arena, text, length), length};
        item->is_unplaced = true;
        return NULL;
    }
    item->right = arena_copy_text(arena, text, length);
    struct answer answer = answer_read(item->right, task);
    if (answer.kind == ANSWER_UNREADABLE || answer.kind == ANSWER_NO_BUG)
        return "the answer is none of its task";
    item->line = answer.line;
    item->column = answer.column;
    if (answer.kind == ANSWER_CHANGE)
        item->after = arena_copy_text(arena, answer.after.bytes, answer.after.length);
    return NULL;
}

const char *gold_read_answer(struct gold_item *item, const struct export_task **task,
                             const struct json *row, struct arena *arena)
{
    const char *name = json_text(json_get(row, "task")), *code = json_text(json_get(row, "code"));
    const char *category = json_text(json_get(row, "category"));
    const char *language = json_text(json_get(row, "language"));
    struct str answer = {0};
    item->language = language ? language_find(language) : NULL;
    if (!item->language)
        return "the language is none that tokfix reads";
    *task = name ? export_task_find(name) : NULL;
    if (!*task)
        return "the task is none that tokfix knows";
    bool is_correct = json_is_true(json_get(row, "negative"));
    item->category = is_correct ? GOLD_CORRECT : category ? bug_category_find(category) : -1;
    if (item->category < 0)
        return "the category is none that tokfix knows";
    item->program.length = strlen(code);
    item->program.bytes = arena_copy_text(arena, code, item->program.length);
    item->fixed = item->program;
    item->after = "";
    gold_show_all(item);
    if (is_correct)
        return NULL;
    const char *problem = "the row has no answer such as those of messages, prompt-completion, "
                          "preference, alpaca, segments and text";
    if (add_answer(&answer, row))
        problem = take_answer(item, *task, str_text(&answer), answer.length, arena);
    str_release(&answer);
    return problem;
}
