/* The versions of a history are adjacent in the unit, and so are the histories of a language. The
 * pairs of one history after the other are compared. A text is read when the first pair needs it,
 * and kept as long as another pair may.
 *
 * The order of the stored rows, and so their keys, depends on the unit alone. Merging keeps it
 * (db/store.h). */
#include "miner/unit_miner.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "classify/classify.h"
#include "classify/dialect.h"
#include "miner/pair_journal.h"
#include "tokenize/comments.h"
#include "tokenize/scope.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const size_t NOT_USED = SIZE_MAX;

/* A version of the current history. */
struct entry {
    struct program_text text;
    bool is_read;
    size_t used; /* index into the result's `used`, or NOT_USED */
};

struct unit_miner {
    const struct mine_options *options;
    /* By the number of the language; all zero if it is not mined. Each owns its members. */
    struct text_comparison comparisons[MAX_LANGUAGES];
    const struct pair_source *source;
    struct program_parts parts;         /* of a buggy program */
    struct byte_ranges left_out;        /* of one of them */
    struct scopes scopes;               /* of the rest */
    struct unit_result *result;         /* of the current unit */
    struct language_result *counts;     /* of the current history's language; in the result */
    struct text_comparison *comparison; /* that of that language */
    const struct version *history;      /* the current one */
    int64_t first_failing_date;         /* of the current history */
    ARRAY(struct entry) entries;        /* memory is reused from history to history */
    double started;                     /* the current unit: clock_seconds() */
    size_t n_released; /* number of first entries that are released or kept for reuse */
};

enum {
    MAX_KEPT_ENTRIES = 64,    /* entries whose memory is kept between histories */
    MAX_TEXT_BYTES = 1 << 25, /* of the texts of a unit that are kept in memory */
    JOURNAL_AFTER_S = 1,      /* the journal takes the outcomes of a unit that takes longer */
};

struct unit_miner *unit_miner_new(const struct mine_options *options)
{
    struct unit_miner *miner = mem_alloc(1, sizeof *miner);
    miner->options = options;
    for (int i = 0; languages[i]; i++)
        if (language_set_has(options->languages, languages[i]))
            miner->comparisons[i] = (struct text_comparison){
                .parser = syntax_parser_new(languages[i]),
                .dialects = dialect_finder_new(languages[i]),
                .max_tokens = options->max_tokens,
            };
    return miner;
}

static void keep_entries(struct unit_miner *miner, size_t n)
{
    while (miner->entries.n > n)
        program_text_release(&miner->entries.items[--miner->entries.n].text);
}

void unit_miner_free(void *memory)
{
    struct unit_miner *miner = memory;
    if (!miner)
        return;
    keep_entries(miner, 0);
    array_release(&miner->entries);
    array_release(&miner->left_out);
    scopes_release(&miner->scopes);
    parts_release(&miner->parts);
    for (int i = 0; languages[i]; i++) {
        dialect_finder_free(miner->comparisons[i].dialects);
        syntax_parser_free(miner->comparisons[i].parser);
        parts_release(&miner->comparisons[i].parts);
    }
    free(miner);
}

static void read_entry(struct unit_miner *miner, size_t index)
{
    struct entry *entry = &miner->entries.items[index];
    if (entry->is_read)
        return;
    entry->text.is_tokenized = entry->text.is_parsed = false;
    entry->text.original_language = miner->history[index].original_language;
    miner->source->load(miner->source->context, miner->result->unit, miner->result->content,
                        &miner->history[index], &entry->text);
    entry->is_read = true;
    miner->counts->n_compared++;
}

/* Keeps the text of a version: in memory, or if there are many, in a file. Stays in memory if that
 * cannot be written. */
static void keep_text(struct unit_result *result, struct used_version *used, const char *code)
{
    size_t n = used->source.n_bytes;
    if (!result->texts && result->database && result->n_text_bytes > MAX_TEXT_BYTES) {
        scoped_memory char *folder = file_folder(result->database);
        int fd = file_open_unnamed(folder, NULL);
        result->texts = fd < 0 ? NULL : fdopen(fd, "w+");
    }
    used->spooled = result->texts ? ftello(result->texts) : -1;
    if (used->spooled >= 0 && fwrite(code, 1, n, result->texts) == n && fflush(result->texts) == 0)
        return;
    used->source.code = arena_copy_text(&result->content->arena, code, n);
    result->n_text_bytes += n;
}

/* Returns the index of the version in the result's `used`. Adds the version if necessary. */
static int64_t use(struct unit_miner *miner, size_t index)
{
    struct unit_result *result = miner->result;
    struct entry *entry = &miner->entries.items[index];
    if (entry->used == NOT_USED) {
        const struct program_text *text = &entry->text;
        char hex[SHA256_HEX_SIZE];
        struct used_version used = {
            .version = &miner->history[index],
            .encoding = text->encoding,
            .source = {.n_bytes = text->n_bytes, .n_tokens = (int64_t)text->program.tokens.n},
        };
        sha256_hex(text->code, text->n_bytes, hex);
        used.source.sha256 = arena_text(&result->content->arena, hex);
        entry->used = result->used.n;
        keep_text(result, &used, text->code);
        array_push(&result->used, used);
    }
    return (int64_t)entry->used;
}

/* Whether the fix is a variable misuse, and the part of the buggy program binds both names at the
 * token. The text then has the tree of that part. */
static bool are_in_scope(struct unit_miner *miner, struct program_text *buggy,
                         struct byte_range part, const struct token_edit *edit,
                         const struct fix_row *row)
{
    static const char category[] = "variable_misuse";
    const struct program *program = &buggy->program;
    const struct token_text names[] = {{row->before, row->before_length},
                                       {row->after, row->after_length}};
    if (!program->language->scopes || strcmp(row->category, category) != 0)
        return false;
    struct lone_part binding = {.bytes = part};
    if (!lone_part_binding(&binding, &miner->left_out, program, edit->buggy_token, names) ||
        !program_text_parse_part(buggy, miner->comparison->parser, &binding))
        return false;
    uint32_t token = (uint32_t)edit->buggy_token;
    scopes_find(&miner->scopes, program);
    return scopes_has_name(&miner->scopes, token, names[0]) &&
           scopes_has_name(&miner->scopes, token, names[1]);
}

static void add_part(struct unit_miner *miner, const struct program *buggy,
                     const struct program_part *part, struct fix_row *row)
{
    const struct byte_range bytes = part->bytes;
    row->part_n_tokens =
        (int64_t)(program_token_from(buggy, bytes.end) - program_token_from(buggy, bytes.start));
    struct token_text name = part_function_name(part, buggy);
    if (part->kind != PART_FUNCTION)
        return;
    size_t end = bytes.end > bytes.start ? bytes.end - 1 : bytes.start;
    row->function = arena_copy_text(&miner->result->content->arena, name.bytes, name.length);
    row->function_line = text_position(buggy->source, buggy->length, bytes.start).line;
    row->function_end_line = text_position(buggy->source, buggy->length, end).line;
}

static void add_fix(struct unit_miner *miner, size_t buggy_index, size_t fixed_index,
                    const struct token_edit *edit)
{
    struct program_text *buggy = &miner->entries.items[buggy_index].text;
    const struct program_text *fixed = &miner->entries.items[fixed_index].text;
    const struct program *program = &buggy->program;
    struct unit_content *content = miner->result->content;
    const char *path = miner->source->path_of
                           ? miner->source->path_of(content, &miner->history[buggy_index])
                           : NULL;
    struct fix_row row = fix_row_of(program, &fixed->program, edit, path, &content->arena);
    struct program_part part = {.bytes = {0, program->length}};
    if (miner->source->kind->has_files) {
        part = parts_around(&miner->parts, program, edit->buggy_token);
        add_part(miner, program, &part, &row);
    }
    row.buggy = use(miner, buggy_index);
    row.fixed = use(miner, fixed_index);
    row.dialect = dialect_find(miner->comparison->dialects, miner->comparison->parser, program,
                               &part.bytes, miner->history[buggy_index].original_language);
    row.parses = buggy->parses && (fixed->parses || !fixed->is_parsed); /* the same tree */
    if (!miner->source->kind->has_files) /* files of repositories have no verdicts */
        row.verdict_in_comment =
            comments_name_verdict(program) || comments_name_verdict(&fixed->program);
    row.first_failing_date = miner->first_failing_date;
    row.in_scope = are_in_scope(miner, buggy, part.bytes, edit, &row);
    array_push(&miner->result->fixes, row);
    miner->counts->n_fixes++;
}

/* Compares a pair, after reading what is not read yet. Once the result will be dropped, any reason
 * will do. */
static enum reject_reason compare(struct unit_miner *miner, size_t buggy, size_t fixed,
                                  struct token_edit *edit)
{
    if (interrupt_is_overdue())
        return REJECT_TOO_MANY_PAIRS;
    for (; miner->n_released < buggy; miner->n_released++) /* they are in no further pair */
        if (miner->n_released >= MAX_KEPT_ENTRIES)
            program_text_release(&miner->entries.items[miner->n_released].text);
    read_entry(miner, buggy);
    read_entry(miner, fixed);
    return program_text_compare(miner->comparison, &miner->entries.items[buggy].text,
                                &miner->entries.items[fixed].text, edit);
}

static struct verdict_counts *counts_of(struct unit_miner *miner, const struct version *version)
{
    struct language_result *counts = miner->counts;
    const char *verdict = version->verdict ? version->verdict : "";
    size_t number = (size_t)table_number(&counts->verdicts, verdict);
    if (number == counts->by_verdict.n)
        array_push(&counts->by_verdict, (struct verdict_counts){.class = version->class});
    return &counts->by_verdict.items[number];
}

/* A pair is not a fix for the reason that an earlier run has kept, or that the comparison finds. */
static void compare_pair(void *context, size_t buggy, size_t fixed)
{
    struct unit_miner *miner = context;
    const struct version *history = miner->history;
    struct pair_journal *journal = miner->result->journal;
    struct token_edit edit;
    enum reject_reason reason =
        journal ? pair_journal_find(journal, &history[buggy], &history[fixed]) : REJECT_NONE;
    miner->counts->n_pairs++;
    if (reason != REJECT_NONE) {
        miner->counts->n_compared += 2;
    } else {
        reason = compare(miner, buggy, fixed, &edit);
        if (journal && clock_seconds() - miner->started >= JOURNAL_AFTER_S)
            pair_journal_add(journal, &history[buggy], &history[fixed], reason);
    }
    if (reason == REJECT_NONE)
        add_fix(miner, buggy, fixed, &edit);
    else
        counts_of(miner, &history[buggy])->n_rejects[reason]++;
}

static void leave_pairs_out(void *context, size_t buggy, size_t n_pairs)
{
    struct unit_miner *miner = context;
    miner->counts->n_pairs += n_pairs;
    counts_of(miner, &miner->history[buggy])->n_rejects[REJECT_TOO_MANY_PAIRS] += n_pairs;
}

static void mine_history(struct unit_miner *miner, const struct version *history, size_t n)
{
    const struct mine_options *options = miner->options;
    const struct pair_listener listener = {miner, compare_pair, leave_pairs_out};
    struct unit_result *result = miner->result;
    size_t n_languages = result->languages.n;
    if (!n_languages || result->languages.items[n_languages - 1].language != history->language)
        array_push(&result->languages, (struct language_result){.language = history->language});
    struct language_result *counts = &result->languages.items[result->languages.n - 1];
    miner->counts = counts;
    miner->comparison = &miner->comparisons[language_number(history->language)];
    while (counts->n_histories_of_size.n <= n)
        array_push(&counts->n_histories_of_size, 0);
    counts->n_histories_of_size.items[n]++;
    counts->n_histories++;
    counts->n_versions += n;
    for (size_t i = 0; i < n; i++)
        counts_of(miner, &history[i])->n++;
    miner->history = history;
    miner->first_failing_date = history_first_failure(options->failing, history, n);
    while (miner->entries.n < n)
        array_push(&miner->entries, (struct entry){0});
    for (size_t i = 0; i < n; i++)
        miner->entries.items[i] =
            (struct entry){.text = miner->entries.items[i].text, .used = NOT_USED};
    miner->n_released = 0;
    if (miner->source->kind->has_verdicts)
        pairing_each(options->pairing, options->failing, history, n, options->max_pairs, &listener);
    for (size_t i = 1; i < n && !miner->source->kind->has_verdicts; i++)
        compare_pair(miner, i - 1, i);
    keep_entries(miner, MAX_KEPT_ENTRIES);
}

void unit_miner_run(struct unit_miner *miner, const struct pair_source *source,
                    struct unit_result *result)
{
    result->content = unit_content_new();
    result->content->journal = result->journal;
    miner->result = result;
    miner->source = source;
    miner->started = clock_seconds();
    source->open(source->context, result->unit, result->content);
    const struct version *list = result->content->versions.items;
    size_t n = result->content->versions.n;
    for (size_t start = 0, end; start < n; start = end) {
        for (end = start + 1; end < n && list[end].history == list[start].history;)
            end++;
        mine_history(miner, &list[start], end - start);
    }
    if (source->read_used)
        source->read_used(source->context, result->unit, result->content, result->used.items,
                          result->used.n);
    source->close(source->context, result->content);
    result->is_cut = interrupt_is_overdue();
}

/* ---- The result ---- */

void unit_result_release(void *memory)
{
    struct unit_result *result = memory;
    unit_content_free(result->content);
    if (result->texts)
        fclose(result->texts);
    for (size_t i = 0; i < result->languages.n; i++) {
        array_release(&result->languages.items[i].n_histories_of_size);
        table_release(&result->languages.items[i].verdicts);
        array_release(&result->languages.items[i].by_verdict);
    }
    array_release(&result->languages);
    array_release(&result->used);
    array_release(&result->fixes);
}

int input_errors_store(const struct input_errors *errors, const char *unit_id, struct db *store,
                       struct err *err)
{
    for (size_t i = 0; i < errors->list.n; i++) {
        const struct input_error *error = &errors->list.items[i];
        struct input_error_row row = {
            .kind = input_error_name(error->kind),
            .file = error->file,
            .line = (int64_t)error->line,
            .detail = error->detail,
            .problem_id = error->unit_id ? error->unit_id : unit_id,
        };
        if (store_add_input_error(store, &row, err) != 0)
            return ERR;
    }
    return 0;
}

/* Returns the source of a version. Its text is in `text` if the unit's file has it. */
static int read_source(struct source_row *source, struct str *text,
                       const struct unit_result *result, const struct used_version *used,
                       struct err *err)
{
    *source = used->source;
    if (source->code)
        return 0;
    str_clear(text);
    source->code = str_reserve(text, source->n_bytes);
    if (pread(fileno(result->texts), text->text, source->n_bytes, used->spooled) !=
        (ssize_t)source->n_bytes)
        return err_set_errno(err, "cannot read a temporary file beside '%s'", result->database);
    return 0;
}

static int store_fixes(const struct unit_result *result, const struct pair_source *source,
                       struct db *store, struct err *err)
{
    size_t n = result->used.n;
    scoped(str) text = {0};
    struct source_row program;
    for (size_t i = 0; i < n; i++) {
        struct used_version *used = &result->used.items[i];
        const struct version *version = used->version;
        struct submission_row row = {
            .problem_id = result->unit->id,
            .submission_id = version->id,
            .user_id = version->user,
            .date = version->date,
            .language = version->language->name,
            .original_language = version->original_language,
            .status = version->verdict,
            .encoding = used->encoding,
        };
        if (read_source(&program, &text, result, used, err) != 0 ||
            store_add_program(store, &row, &program, &used->key, err) != 0)
            return ERR;
    }
    if (source->store_versions &&
        source->store_versions(source->context, result->unit, result->content, result->used.items,
                               n, store, err) != 0)
        return ERR;
    for (size_t i = 0; i < result->fixes.n; i++) {
        struct fix_row row = result->fixes.items[i];
        row.buggy = result->used.items[row.buggy].key;
        row.fixed = result->used.items[row.fixed].key;
        if (store_add_fix(store, &row, err) != 0)
            return ERR;
    }
    return 0;
}

static int store_verdict(const struct problem_language *key, const char *verdict,
                         const struct verdict_counts *counts, struct db *store, struct err *err)
{
    if (counts->class != VERDICT_NONE &&
        store_add_problem_status(store, key, verdict, verdict_class_name(counts->class),
                                 (int64_t)counts->n, err) != 0)
        return ERR;
    for (int reason = 0; reason < N_REJECT_REASONS; reason++) {
        const char *name = reject_reason_name((enum reject_reason)reason);
        int64_t n = (int64_t)counts->n_rejects[reason];
        if (n && store_add_problem_reject(store, key, name, verdict, n, err) != 0)
            return ERR;
    }
    return 0;
}

static int store_language(const char *problem_id, const struct language_result *result,
                          struct db *store, struct err *err)
{
    const struct problem_language_row row = {
        .key = {problem_id, result->language->name},
        .n_submissions = (int64_t)result->n_versions,
        .n_histories = (int64_t)result->n_histories,
        .n_pairs = (int64_t)result->n_pairs,
        .n_fixes = (int64_t)result->n_fixes,
        .n_compared = (int64_t)result->n_compared,
    };
    if (store_add_problem_language(store, &row, err) != 0)
        return ERR;
    for (size_t i = 0; i < result->by_verdict.n; i++)
        if (store_verdict(&row.key, result->verdicts.keys.items[i], &result->by_verdict.items[i],
                          store, err) != 0)
            return ERR;
    for (size_t size = 0; size < result->n_histories_of_size.n; size++) {
        int64_t n = (int64_t)result->n_histories_of_size.items[size];
        if (n && store_add_problem_history_size(store, &row.key, (int64_t)size, n, err) != 0)
            return ERR;
    }
    return 0;
}

int unit_result_store(const struct unit_result *result, const struct pair_source *source,
                      struct db *store, struct err *err)
{
    const struct unit_content *content = result->content;
    struct problem_row row = {
        .problem_id = result->unit->id,
        .name = result->unit->name,
        .contest = result->unit->contest,
        .metadata_sha256 = content->fingerprint[0] ? content->fingerprint : NULL,
        .n_rows = (int64_t)content->n_rows,
        .n_unusable = (int64_t)content->n_unusable,
        .n_other_languages = (int64_t)content->n_other_languages,
    };
    if (store_add_problem(store, &row, err) != 0)
        return ERR;
    for (size_t i = 0; i < result->languages.n; i++)
        if (store_language(row.problem_id, &result->languages.items[i], store, err) != 0)
            return ERR;
    if ((source->store_unit &&
         source->store_unit(source->context, result->unit, content, store, err) != 0) ||
        input_errors_store(&content->errors, row.problem_id, store, err) != 0)
        return ERR;
    return store_fixes(result, source, store, err);
}
