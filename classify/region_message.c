/* Texts that people read. */
#include "classify/region_spot.h"
#include "languages/region_rules.h"

#include <ctype.h>
#include <string.h>

static bool has_blank(const struct spot *spot)
{
    return memchr(spot->text.bytes, ' ', spot->text.length) != NULL;
}

/* Returns whether a call adds to a message: msg.append("a").append("b"), stderr.write(). */
static bool is_added_to_message(const struct spot *spot, size_t callee)
{
    static const char *const adders[] = {"append",    "add",           "write",   "extend",
                                         "push_back", "write_line",    "println", "print",
                                         "line",      "append_format", NULL};
    static const char *const streams[] = {"stdout", "stderr",  "errors",   "messages", "warnings",
                                          "info",   "console", "reporter", NULL};
    if (!place_is_one_of(&spot->place, callee, adders))
        return false;
    size_t start = place_name_start(&spot->place, callee);
    if (start == callee && callee > 1 && spot_has(spot, callee - 2, ")"))
        start = spot_statement(spot)->first;
    for (size_t i = start; i < callee && i < start + 3; i++)
        if (spot_has_word(spot, i, streams) || spot_has_word(spot, i, region_words.message_names))
            return true;
    return false;
}

/* Returns the name of the buffer that a call writes to: `msg` of snprintf(&a->msg, n, "bad"). */
static size_t buffer_of(const struct spot *spot, const struct place_frame *frame, size_t callee)
{
    static const char *const writers[] = {"cpy",    "cat",     "printf", "addstr",
                                          "addf",   "puts",    "append", "appendf",
                                          "Append", "AppendF", "format", NULL};
    if (callee == NO_TOKEN || frame->n_commas == 0)
        return NO_TOKEN;
    size_t comma = frame->first;
    while (comma < frame->first + 8 && !spot_has(spot, comma, ","))
        comma++;
    bool is_writer = quoted_ends(spot_text(spot, callee), writers);
    return is_writer && comma > frame->first && spot_has(spot, comma, ",") ? comma - 1 : NO_TOKEN;
}

/* Returns whether a call declares an option, and the text, the last argument, is its help. */
static bool is_help_of_option(const struct spot *spot, const struct place_frame *frame,
                              size_t callee)
{
    static const char *const words[] = {"opt", "option", "argument", "define", NULL};
    static const char *const verbs[] = {"add", "define", "option", "opt", NULL};
    size_t n, index = spot_argument(spot, frame, &n);
    bool is_macro = isupper((unsigned char)*spot_text(spot, callee).bytes) != 0;
    bool declares = spot_begins(spot, callee, verbs);
    return index > 1 && index + 1 == n && spot_has_word(spot, callee, words) &&
           (declares || is_macro) && (has_blank(spot) || (declares && is_macro));
}

/* Returns whether a name of Python or Java is that of a class, but not one of exceptions, or a
 * constant. */
static bool is_type(const struct spot *spot, size_t name)
{
    static const char *const exceptions[] = {"error",   "exception", "warning",
                                             "failure", "skipped",   NULL};
    return (spot->rules->dictionary || spot->rules->expects_first) &&
           isupper((unsigned char)*spot_text(spot, name).bytes) &&
           !spot_has_word(spot, name, exceptions);
}

/* Words of names with what is of a message, but not read. */
static const char *const kinds[] = {"code", "type", "id",   "key",   "keys", "class",
                                    "name", "file", "path", "level", "url",  NULL};

/* Returns whether the name of a call says that it takes no texts for people. */
static bool is_silent(const struct spot *spot, size_t callee)
{
    for (size_t i = place_name_start(&spot->place, callee); i <= callee; i++)
        if (spot_has_word(spot, i, region_words.buffers))
            return true;
    return spot_begins(spot, callee, region_words.silent_callees) ||
           quoted_contains(spot_text(spot, callee), "buf") ||
           (!has_blank(spot) && spot_has_word(spot, callee, kinds));
}

/* Returns whether the name of a call says that it takes texts for people. */
static bool calls_people(const struct spot *spot, const struct place_frame *frame, size_t callee)
{
    static const char *const standard[] = {"stdout", "stderr", NULL};
    struct token_text name = spot_text(spot, callee);
    size_t start = place_name_start(&spot->place, callee);
    if (has_blank(spot) && spot_has_word(spot, callee, standard))
        return true;
    if (is_silent(spot, callee))
        return false;
    if (spot_begins(spot, callee, (const char *const[]){"wait", "await", NULL}))
        return frame->n_commas > 0 && !spot->rules->has_string_statements && has_blank(spot);
    if (spot_is_shown(spot, frame, callee))
        return true;
    if (place_is_one_of(&spot->place, callee, region_words.titles))
        return has_blank(spot) || (frame->n_commas == 0 && isupper((unsigned char)*name.bytes) &&
                                   quoted_count_words(quoted_inner(spot->text)) > 0);
    for (size_t i = start; i < callee; i++)
        if ((i == start || has_blank(spot)) && spot_has_word(spot, i, region_words.message_owners))
            return true;
    static const char *const levels[] = {"debug", "info", "warn", "warning", "error", NULL};
    if (!has_blank(spot) &&
        (is_type(spot, callee) ||
         (frame->n_commas > 0 && token_text_is_one_of(quoted_inner(spot->text), levels))))
        return false;
    static const char *const printers[] = {"printf", NULL},
                             *const to_files[] = {"fprintf", "fwprintf", NULL},
                             *const to_texts[] = {"sprintf", "aprintf", NULL};
    static const char *const with_words[] = {"status", "giterr", "seterr",      "hint",     "note",
                                             "fails",  "desc",   "description", "announce", NULL};
    static const char *const heads[] = {"setHeader", "setFooter", NULL};
    bool prints =
        frame->n_commas == 0 && quoted_ends(name, printers) && !quoted_ends(name, to_texts);
    bool is_status =
        !spot->rules->dictionary && frame->n_commas == 1 && spot_has(spot, callee, "Status");
    return prints || is_status || quoted_ends(name, to_files) ||
           (has_blank(spot) &&
            ((frame->n_commas == 0 && place_is_one_of(&spot->place, callee, heads)) ||
             spot_has_word(spot, callee, with_words) ||
             quoted_ends(name, (const char *const[]){"msg", "output", NULL}))) ||
           spot_has_word(spot, callee, region_words.message_callees);
}

/* Returns whether a call takes texts for people. */
static bool takes_message(const struct spot *spot, const struct place_frame *frame, size_t callee)
{
    static const char *const checkers[] = {
        "requireNonNull", "checkNotNull", "checkArgument", "checkState",
        "notNull",        "isTrue",       "notEmpty",      NULL};
    static const char *const throws[] = {"throw", "raise", NULL};
    static const char *const thrown[] = {"exception", "error", NULL};
    static const char *const buffers[] = {"errbuf", "ebuf", "msgbuf", "cause", "report", NULL};
    static const char *const shown[] = {"usage", "label", "title", NULL};
    if (place_is_one_of(&spot->place, callee, checkers))
        return frame->n_commas > 0;
    if (spot_has(spot, callee, "super"))
        return strstr(spot->path, "Exception.") || strstr(spot->path, "Error.");
    if (spot_is_assertion(spot, callee))
        return spot_is_assertion_message(spot, frame, callee) ||
               (!spot->is_test && frame->n_commas > 0 &&
                (quoted_is_prose(quoted_inner(spot->text), 2) ||
                 quoted_count_words(spot->text) > 3));
    if (spot_has_word(spot, callee, (const char *const[]){"assert", NULL}))
        return frame->n_commas > 0;
    size_t before = place_name_start(&spot->place, callee);
    size_t buffer = buffer_of(spot, frame, callee);
    before -= before > 1 && spot_has(spot, before - 1, "new");
    bool is_thrown =
        before > 0 && (place_is_one_of(&spot->place, before - 1, throws) ||
                       (!spot->rules->dictionary && spot_has_word(spot, before - 1, thrown)));
    return is_thrown || is_added_to_message(spot, callee) || spot_has_word(spot, buffer, buffers) ||
           (spot_has_word(spot, buffer, region_words.message_names) &&
            (has_blank(spot) || !spot_has_word(spot, buffer, shown))) ||
           is_help_of_option(spot, frame, callee) || calls_people(spot, frame, callee);
}

/* Returns the last name of what the text is sent to with `<<`: LOG of `LOG(INFO) << "a"`; NO_TOKEN
 * if there is none. */
static size_t stream_of(const struct spot *spot)
{
    size_t first = spot_statement(spot)->first, open = NO_TOKEN, depth = 0;
    for (size_t i = first; i < spot->place.token && i < first + 400; i++) {
        if (depth == 0 && spot_has(spot, i, "("))
            open = i;
        if (depth == 0 && spot_has(spot, i, "<<") && i > first)
            return spot_has(spot, i - 1, ")") ? (open > first ? open - 1 : NO_TOKEN) : i - 1;
        depth += spot_has(spot, i, "(");
        depth -= depth > 0 && spot_has(spot, i, ")");
    }
    return NO_TOKEN;
}

/* Returns whether the text is sent to a stream of messages, or after a message. */
static bool is_message_stream(const struct spot *spot)
{
    static const char *const logs[] = {"LOG", NULL};
    size_t name = stream_of(spot);
    if (name == NO_TOKEN || spot_token(spot, name)->kind != TOKEN_WORD)
        return false;
    size_t before = spot->place.text_first - 1; /* `<<` */
    if (spot_token(spot, before - 1)->kind == TOKEN_WORD &&
        spot_has_word(spot, before - 1, region_words.message_names))
        return true;
    if (spot_has(spot, name + 1, "(") &&
        spot_begins(spot, name, (const char *const[]){"print", NULL}))
        return true;
    for (size_t i = place_name_start(&spot->place, name); i <= name; i++)
        if (spot_has_word(spot, i, region_words.message_streams) ||
            quoted_ends(spot_text(spot, i), logs))
            return true;
    return false;
}

/* Returns whether the statement itself is one with a message: raise, assert, throw. */
static bool is_message_statement(const struct spot *spot)
{
    const struct place_frame *statement = spot_statement(spot);
    size_t first = statement->first;
    if (spot_has(spot, first, "assert") && !spot_has(spot, first + 1, "(")) {
        size_t before = spot->place.text_first - 1;
        return statement->n_commas > 0 ||
               (!spot->program->language->tokens.layout_has_meaning && before >= first &&
                (spot_has(spot, before, ":") || spot_has(spot, before, "+")));
    }
    static const char *const directives[] = {"error", "warning", NULL};
    return spot_has(spot, first, "raise") || spot_has(spot, first, "throw") ||
           (spot->place.is_directive &&
            place_is_one_of(&spot->place, spot->place.text_first - 1, directives)) ||
           (spot_has(spot, first, "print") && spot->rules->has_string_statements);
}

/* Returns whether something around a frame is expected by a test. */
static bool is_in_expectation(const struct spot *spot, const struct place_frame *frame)
{
    const struct place_frame *inner = frame;
    for (; frame <= spot_statement(spot); frame++)
        if ((frame != inner && spot_is_assertion(spot, place_callee(&spot->place, frame))) ||
            (frame->keyword != NO_TOKEN &&
             spot_has_word(spot, frame->keyword, region_words.expected)))
            return true;
    return false;
}

static const char *const times[] = {"date",  "time",   "strftime", "strptime",
                                    "scanf", "header", "sql",      NULL};

/* Returns whether the text in a call goes on to where the result goes. */
static bool passes_on(const struct spot *spot, size_t callee)
{
    static const char *const words[] = {"str", "string", "strdup", "xstrdup", "text",
                                        "fmt", "format", "printf", NULL};
    return place_is_one_of(&spot->place, callee, region_words.wrappers) ||
           (spot_has_word(spot, callee, words) && !spot_has_word(spot, callee, times) &&
            !spot_begins(spot, callee, region_words.silent_callees));
}

/* Returns whether the argument before it is a key of messages: put("reason", "not found"). */
static bool is_after_key(const struct spot *spot, const struct place_frame *frame)
{
    size_t key = frame->item - 2;
    return !spot->is_test && has_blank(spot) && frame->n_commas > 0 && frame->item > 2 &&
           place_is_text(spot->program, key) &&
           (spot_has(spot, key - 1, ",") || key == frame->first) &&
           spot_has_word(spot, key, region_words.message_names);
}

/* Returns whether the name that an item is for says that people read it. */
static bool is_named_message(const struct spot *spot, const struct place_frame *frame)
{
    if (frame->keyword == NO_TOKEN)
        return false;
    struct token_text name = quoted_inner(spot_text(spot, frame->keyword));
    bool is_class = name.length > 0 && isupper((unsigned char)*name.bytes) &&
                    place_is_text(spot->program, frame->keyword);
    return (!is_class || has_blank(spot)) && quoted_count(name, " .,:/(){}<>%") == 0 &&
           spot_has_word(spot, frame->keyword, region_words.message_names) &&
           ((!spot->place.is_directive && !spot_has_word(spot, frame->keyword, kinds)) ||
            has_blank(spot));
}

/* Returns whether the place is one for texts that people read. */
static bool is_message_place(const struct spot *spot)
{
    static const char *const translations[] = {"_",        "__",       "N_", "gettext",
                                               "ngettext", "pgettext", "tr", NULL};
    static const char *const ends[] = {"sep", "end", NULL};
    const struct place *place = &spot->place;
    bool is_entry = false, is_sentence = spot->is_text && has_blank(spot) &&
                                         quoted_is_prose(quoted_inner(spot->text), 1);
    for (size_t i = 0; i < place->n_frames; i++) {
        const struct place_frame *frame = &place->frames[i];
        size_t callee = place_callee(place, frame);
        if (is_named_message(spot, frame) && (has_blank(spot) || !is_entry))
            return !spot->is_test || !is_in_expectation(spot, frame);
        is_entry |= frame->keyword != NO_TOKEN;
        if (frame->open == NO_TOKEN)
            return is_message_statement(spot) || is_message_stream(spot);
        if (callee == NO_TOKEN) {
            if (spot_has(spot, frame->open - 1, "in") || spot_is_index(spot, frame))
                return false;
            continue;
        }
        if (place_is_one_of(place, callee, translations) || is_after_key(spot, frame) ||
            (has_blank(spot) && spot_has(spot, callee, "translate")))
            return true;
        if (frame->keyword != NO_TOKEN && !place_is_one_of(place, frame->keyword, ends) &&
            spot->rules->dictionary && (spot->is_test || !is_sentence))
            return false;
        if (callee > 1 && spot_has(spot, callee - 2, "mark") && !spot_has(spot, callee, "skip"))
            return false; /* the condition of pytest.mark.xfail */
        if (takes_message(spot, frame, callee))
            return true;
        if (!passes_on(spot, callee) && (spot->is_test || !is_sentence ||
                                         spot_begins(spot, callee, region_words.silent_callees)))
            return false;
    }
    return false;
}

/* Returns whether the text is put into something that is printed or thrown later: a variable, a
 * buffer, a stream. */
static bool goes_to_message(const struct spot *spot)
{
    const struct place *place = &spot->place;
    const struct place_frame *frame = &place->frames[0], *statement = spot_statement(spot);
    size_t n_words = has_blank(spot) ? quoted_count_words(quoted_inner(spot->text)) : 0;
    if (n_words == 0)
        return false;
    size_t callee = place_callee(place, frame);
    size_t buffer = buffer_of(spot, frame, callee);
    if (buffer != NO_TOKEN)
        return n_words > 1 && !spot_has_word(spot, buffer, region_words.not_read) &&
               spot_goes_to(spot, buffer, is_message_place);
    static const char *const adders[] = {"append", "add", "push_back", NULL};
    if (callee != NO_TOKEN && callee > 1 && place_is_one_of(place, callee, adders))
        return spot_goes_to(spot,
                            spot_has(spot, callee - 2, ")") ? statement->first
                                                            : place_name_start(place, callee),
                            is_message_place);
    for (; frame != statement; frame++)
        if ((callee = place_callee(place, frame)) != NO_TOKEN && !passes_on(spot, callee))
            return false;
    size_t name = statement->keyword != NO_TOKEN ? statement->keyword : stream_of(spot);
    return name != NO_TOKEN && !spot_has_word(spot, name, region_words.expected) &&
           spot_goes_to(spot, name, is_message_place);
}

/* Returns whether what the text is for, or the call that it is in, has texts for programs. */
static bool is_not_read(const struct spot *spot)
{
    static const char *const commands[] = {
        "run",        "pledge",       "system",   "Popen",        "popen",   "call",
        "check_call", "check_output", "exec",     "sh",           "sudo",    "local",
        "asm",        "__asm",        "volatile", "__volatile__", "__asm__", NULL};
    const struct place_frame *frame = &spot->place.frames[0];
    size_t last = spot->place.text_last, callee = place_callee(&spot->place, frame);
    for (size_t i = 0; i < spot->place.n_frames; i++)
        if (spot->place.frames[i].keyword != NO_TOKEN &&
            spot_has_word(spot, spot->place.frames[i].keyword, region_words.not_read))
            return true;
    return spot_is_in_call_of(spot, commands) || quoted_is_code(spot->words) ||
           quoted_is_query(quoted_inner(spot->text)) || quoted_count_patterns(spot->text) > 0 ||
           (callee != NO_TOKEN && spot_has_word(spot, callee, times)) ||
           spot_has(spot, spot->place.text_first - 2, "sizeof") ||
           (spot_has(spot, last + 1, ".") && spot_has(spot, last + 2, "split"));
}

static bool is_layout_of_log(const struct spot *spot, struct token_text text)
{
    static const char *const layouts[] = {"pattern", "layout", NULL};
    static const char *const parts[] = {"%m", "%l", "%-", "%c", "%p", NULL};
    const struct place_frame *frame = &spot->place.frames[0];
    size_t name = frame->open == NO_TOKEN ? frame->keyword : place_callee(&spot->place, frame);
    return quoted_contains(text, "%(message)s") || quoted_contains(text, "%(levelname)") ||
           (spot->rules->expects_first && quoted_count_parts(text, parts) > 0 &&
            spot_has_word(spot, name, layouts) && !spot_has_word(spot, name, kinds));
}

bool spot_is_message(const struct spot *spot)
{
    bool is_bytes =
        spot->text.length > 2 && spot->text.bytes[0] == 'b' && strchr("'\"", spot->text.bytes[1]);
    struct token_text text = quoted_inner(spot->text), words = quoted_inner(spot->words);
    is_bytes &= spot->is_test || !quoted_is_prose(text, 4);
    bool is_key = text.length > 0 && !has_blank(spot) && memchr(text.bytes, '.', text.length) &&
                  isalnum((unsigned char)text.bytes[text.length - 1]) && spot_is_identifier(spot);
    if (!spot->is_text || !spot->path || is_bytes || is_key || spot_is_compared(spot) ||
        spot_is_for_program(spot, text) || spot_is_expected(spot))
        return false;
    if (is_message_place(spot) || is_layout_of_log(spot, text) || spot_is_title_of_case(spot))
        return true;
    const char *slash = strrchr(spot->path, '/');
    const char *file = slash ? slash + 1 : spot->path;
    static const char *const helps[] = {"help",       "listhelp",  "usage", "errors",
                                        "exceptions", "exception", "about", NULL};
    bool is_help = (has_blank(spot) || spot->place.is_directive) &&
                   name_has_word((struct token_text){file, strlen(file)}, helps, false);
    if (!spot->is_test && (is_help || quoted_is_usage(words) || spot_is_among_choices(spot)))
        return true;
    if (is_not_read(spot) || goes_to_message(spot))
        return !is_not_read(spot);
    if (spot->is_test || quoted_is_long(spot->text) || spot_is_regex(spot))
        return spot_has(spot, spot->place.text_first - 1, "&&");
    bool is_line = quoted_contains(text, "\\n") && !quoted_contains(text, "\\r");
    static const char *const faults[] = {"unknown", "invalid", "unexpected",  "failed", "cannot",
                                         "missing", "illegal", "unsupported", "unable", "could",
                                         "bad",     "too",     NULL};
    bool is_short = is_line || quoted_ends(text, (const char *const[]){": ", NULL}) ||
                    name_has_word(text, faults, true) || quoted_contains(text, ": %") ||
                    quoted_contains(text, ": {") || spot_is_in_table(spot);
    return quoted_is_prose(text, is_short ? 2 : 3) ||
           (quoted_is_prose(words, 4) && (is_line || quoted_count_words(text) > 0));
}
