/* One command of git lists the commits, another one prints them. The commits are then numbered by
 * generation, which is one more than the largest of the parents', and by id. Parents have smaller
 * numbers than children, so every question about descent is one pass over the numbers.
 *
 * The whole text of a commit is decoded before it is read, as git does: people have names in its
 * encoding. */
#include "miner/git/commit_graph.h"

#include "base/date.h"
#include "base/encoding.h"
#include "base/interrupt.h"
#include "miner/git/objects.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_COMMIT_BYTES = 1 << 26, /* also of a tag */
    MAX_ROUNDS = 1000,          /* of reading parents that git does not list */
    MAX_TAGS = 100,             /* that lead from one to the next */
    ID_SIZE = 65,
};

const char *const relation_names[] = {"same", "before", "after", "side", "unreachable", NULL};

/* ---- The text of a commit ---- */

/* Returns what follows the word in the header of a commit, and sets its length. NULL: no line
 * begins with the word. */
static const char *find_line(const char *header, const char *word, size_t *length)
{
    size_t n_word = strlen(word);
    for (const char *at = header; *at && *at != '\n'; at += *length, at += *at == '\n') {
        *length = strcspn(at, "\n");
        if (*length > n_word && memcmp(at, word, n_word) == 0 && at[n_word] == ' ') {
            *length -= n_word + 1;
            return at + n_word + 1;
        }
    }
    return NULL;
}

static int64_t date_at(const char *text)
{
    int64_t date = isdigit((unsigned char)*text) ? strtoll(text, NULL, 10) : 0;
    return date_is_sound(date) ? date : 0;
}

struct commit_person commit_text_person(const struct commit_text *text, const char *line)
{
    struct commit_person person = {"", 0, 0};
    size_t length = 0;
    const char *at = find_line(text->header, line, &length);
    const char *open = at ? memchr(at, '<', length) : NULL;
    const char *close = open ? memchr(open, '>', length - (size_t)(open - at)) : NULL;
    const char *last = at ? memrchr(at, '>', length) : NULL;
    if (last)
        person.date = date_at(last + 1 + strspn(last + 1, " "));
    if (close) {
        person.text = at;
        person.length = (size_t)(close + 1 - at);
    }
    return person;
}

/* Returns the text, which a zero follows. `decoded` owns it if it is decoded. */
static struct commit_text decode_text(struct str *decoded, const char *text, size_t length)
{
    size_t n_name = 0, n_decoded;
    const char *name = find_line(text, "encoding", &n_name);
    const struct encoding *encoding = name ? encoding_find(name, n_name) : NULL;
    if (encoding && encoding->iconv && *encoding->iconv) {
        length = strnlen(text, length);
        n_decoded = encoding_decode(decoded, encoding, text, length);
        str_add(decoded, text + n_decoded, length - n_decoded);
        text = str_text(decoded);
    }
    const char *blank = *text == '\n' ? text : strstr(text, "\n\n");
    return (struct commit_text){text, blank ? blank + strspn(blank, "\r\n") : ""};
}

/* Returns the first line of the message, as valid UTF-8. */
static const char *subject_of(struct arena *arena, const struct commit_text *text)
{
    scoped(str) valid = {0};
    utf8_add_valid(&valid, text->message, strcspn(text->message, "\r\n"));
    size_t length = valid.length < COMMIT_MAX_SUBJECT ? valid.length : COMMIT_MAX_SUBJECT;
    return arena_copy_text(arena, str_text(&valid), utf8_valid_length(str_text(&valid), length));
}

/* ---- The objects ---- */

enum commit_state { COMMIT_UNREAD, COMMIT_READ, COMMIT_MISSING, COMMIT_DAMAGED };

/* A commit, by the number of its id. */
struct commit_object {
    const char *tree, *subject;
    int64_t date;
    size_t parents; /* in the ids of parents */
    uint32_t n_parents, note;
    uint8_t state; /* enum commit_state */
};

struct reading {
    struct commit_graph *graph;
    struct repository *repository;
    const struct commit_taker *taker; /* NULL: none */
    enum sight sight;
    atomic_size_t *n_read;
    bool has_unread;  /* git lists an object that it cannot read */
    bool is_listed;   /* whether git could list all objects, */
    bool is_reached;  /* or those that names reach, which it has then read */
    size_t n_listed;  /* of the ids: what git lists */
    struct table ids; /* of commits: those that git lists, then others that are named */
    ARRAY(struct commit_object) objects;
    ARRAY(uint32_t) parents; /* numbers of ids */
    struct table tags;
    struct text_list targets; /* where the tags lead; NULL: it is damaged */
    struct named_ids names;
    size_t n_asked;    /* of them, for the list of commits */
    uint32_t *numbers; /* of the commits that were read, by number of the id */
};

static void reading_release(struct reading *reading)
{
    table_release(&reading->ids);
    array_release(&reading->objects);
    array_release(&reading->parents);
    table_release(&reading->tags);
    array_release(&reading->targets);
    array_release(&reading->names);
    free(reading->numbers);
}
SCOPED_VALUE(reading, reading_release)

/* Returns the number of the id of a commit. */
static uint32_t number_of(struct reading *reading, const char *id)
{
    uint32_t number = (uint32_t)table_number(&reading->ids, id);
    if (number == reading->objects.n)
        array_push(&reading->objects, (struct commit_object){.state = COMMIT_UNREAD});
    return number;
}

/* Takes a line "ID TYPE". */
static bool take_object(void *context, char *line, size_t length)
{
    struct reading *reading = context;
    char *type = strchr(line, ' ');
    bool is_blob = type && strcmp(type, " blob") == 0;
    if (type && (strcmp(type, " tree") == 0 || (is_blob && reading->sight != SIGHT_ALL)))
        return true; /* most objects */
    (void)length;
    if (!type || !git_is_id(line, (size_t)(type - line))) {
        damage_add(&reading->graph->damage, "git lists an object as '%.80s'", line);
        return true;
    }
    *type++ = '\0';
    bool is_unread = strcmp(type, "missing") == 0;
    reading->has_unread |= is_unread;
    if (is_unread || strcmp(type, "commit") == 0) /* it may be a commit */
        number_of(reading, line);
    else if (is_blob)
        table_number(&reading->graph->blobs, line);
    return true;
}

static void list_objects(struct reading *reading)
{
    static const char *const arguments[] = {
        "cat-file",    "--batch-all-objects",
        "--unordered", "--batch-check=%(objectname) %(objecttype)",
        "--buffer",    NULL};
    scoped(str) reason = {0}, warnings = {0};
    const struct git_talk talk = {'\n', NULL, take_object, reading, &warnings, 0};
    reading->is_listed = git_run(&reading->repository->place, arguments, &talk, &reason) == 0;
    if (!reading->is_listed)
        damage_add(&reading->graph->damage, "git cannot list all objects: %s", str_text(&reason));
    else if (warnings.length && !reading->has_unread) /* of packs, not objects */
        damage_add(&reading->graph->damage, "git cannot list all objects: %.*s",
                   (int)strcspn(warnings.text, "\n"), warnings.text);
}

static bool ask_for_name(void *context, struct str *out)
{
    struct reading *reading = context;
    if (reading->n_asked == reading->names.n)
        return false;
    str_print(out, "%s\n", reading->names.items[reading->n_asked++].id);
    return true;
}

static bool take_reached(void *context, char *line, size_t length)
{
    bool is_id = git_is_id(line, length);
    if (is_id)
        number_of(context, line);
    return is_id;
}

/* Lists the commits that names reach, which takes a fifth of the time. Returns false if git finds
 * damage. */
static bool list_reached(struct reading *reading)
{
    static const char *const arguments[] = {"rev-list", "--stdin", NULL};
    scoped(str) reason = {0};
    const struct git_talk talk = {'\n', ask_for_name, take_reached, reading, NULL, 0};
    reading->is_reached = git_run(&reading->repository->place, arguments, &talk, &reason) == 0;
    reading->is_listed = reading->is_reached;
    return reading->is_reached;
}

/* Takes a line "WORD ID" from the start of an object. */
static bool take_id(const char **at, const char *end, const char *word, size_t n_digits,
                    char id[ID_SIZE])
{
    size_t n_word = strlen(word);
    if ((size_t)(end - *at) < n_word + n_digits + 1 || memcmp(*at, word, n_word) != 0 ||
        (*at)[n_word + n_digits] != '\n' || n_digits >= ID_SIZE)
        return false;
    for (size_t i = 0; i < n_digits; i++) /* git reads upper case, too */
        id[i] = (char)tolower((unsigned char)(*at)[n_word + i]);
    id[n_digits] = '\0';
    *at += n_word + n_digits + 1;
    return git_is_id(id, n_digits) && strlen(id) == n_digits;
}

/* Takes the content of a commit. Returns false if git could not read it. */
static bool take_commit(struct reading *reading, uint32_t number, const char *at, size_t length)
{
    const char *end = at + length;
    size_t n_digits = strlen(reading->ids.keys.items[number]);
    struct arena *arena = &reading->graph->arena;
    struct commit_object commit = {.state = COMMIT_READ, .parents = reading->parents.n};
    const struct commit_taker *taker = reading->taker;
    scoped(str) decoded = {0};
    char id[ID_SIZE];
    if (!take_id(&at, end, "tree ", n_digits, id))
        return false;
    commit.tree = arena_text(arena, id);
    while (take_id(&at, end, "parent ", n_digits, id)) {
        array_push(&reading->parents, number_of(reading, id));
        commit.n_parents++;
    }
    if (end - at >= 7 && memcmp(at, "parent ", 7) == 0) {
        reading->parents.n = commit.parents;
        return false;
    }
    const struct commit_text text = decode_text(&decoded, at, (size_t)(end - at));
    commit.date = commit_text_person(&text, "committer").date;
    commit.subject = subject_of(arena, &text);
    commit.note = taker ? taker->take(taker->context, &text) : 0;
    reading->objects.items[number] = commit;
    return true;
}

/* Notes that a commit cannot be read. `is_listed`: git says that the object is there. */
static void leave_out(struct reading *reading, uint32_t number, enum object_state state,
                      bool is_listed)
{
    struct damage *damage = &reading->graph->damage;
    const char *id = reading->ids.keys.items[number];
    bool is_missing = state == OBJECT_MISSING && !is_listed;
    reading->objects.items[number].state = is_missing ? COMMIT_MISSING : COMMIT_DAMAGED;
    if (is_missing)
        return; /* noted with what names it */
    if (state == OBJECT_MISSING)
        damage_add(damage, "object %s cannot be read", id);
    else
        damage_add(damage, "commit %s is %s", id,
                   state == OBJECT_TOO_LARGE ? "larger than 64 MiB" : "damaged");
}

/* Reads the commits with the numbers from `first` on. */
static int read_round(struct reading *reading, uint32_t first, struct err *err)
{
    scoped(objects) blobs = {.type = "commit"};
    uint32_t end = (uint32_t)reading->ids.keys.n;
    for (uint32_t i = first; i < end; i++)
        objects_add(&blobs, reading->ids.keys.items[i]);
    if (first == 0 && reading->is_reached)
        objects_expect(&blobs, reading->repository, MAX_COMMIT_BYTES);
    else if (objects_check(&blobs, reading->repository, MAX_COMMIT_BYTES, err) != 0)
        return ERR;
    for (uint32_t i = first; i < end; i++) {
        const char *bytes;
        size_t length;
        enum object_state state = objects_next(&blobs, reading->ids.keys.items[i], &bytes, &length);
        if (state != OBJECT_OK || !take_commit(reading, i, bytes, length))
            leave_out(reading, i, state, i < reading->n_listed);
        atomic_fetch_add(reading->n_read, 1);
    }
    return 0;
}

/* Reads the commits that git lists, and those that they name and git does not list. */
static int read_commits(struct reading *reading, struct err *err)
{
    uint32_t first = 0;
    int status = 0;
    for (int round = 0; status == 0 && first < reading->ids.keys.n; round++) {
        uint32_t end = (uint32_t)reading->ids.keys.n;
        if (round == MAX_ROUNDS || interrupt_signal()) {
            damage_add(&reading->graph->damage, "%zu commits are not looked for",
                       reading->ids.keys.n - first);
            break;
        }
        status = read_round(reading, first, err);
        first = end;
    }
    return status;
}

/* Reads those of the objects from `first` on that are tags. What they lead to is added. */
static int read_tags(struct reading *reading, struct table *objects, size_t first, struct err *err)
{
    scoped(objects) blobs = {.type = "tag"};
    size_t end = objects->keys.n;
    for (size_t i = first; i < end; i++)
        objects_add(&blobs, objects->keys.items[i]);
    if (objects_check(&blobs, reading->repository, MAX_COMMIT_BYTES, err) != 0)
        return ERR;
    for (size_t i = 0; i < end - first; i++) {
        const char *tag = objects->keys.items[first + i], *at;
        char id[ID_SIZE];
        size_t length;
        bool is_tag =
            blobs.states.items[i] == OBJECT_OK || blobs.states.items[i] == OBJECT_TOO_LARGE;
        bool is_read = objects_next(&blobs, tag, &at, &length) == OBJECT_OK &&
                       take_id(&at, at + length, "object ", strlen(tag), id);
        if (!is_tag)
            continue;
        if (is_read)
            table_number(objects, id);
        else
            damage_add(&reading->graph->damage, "tag %s is damaged", tag);
        const char *target = is_read ? arena_text(&reading->graph->arena, id) : NULL;
        table_number(&reading->tags, tag);
        array_push(&reading->targets, target);
    }
    return 0;
}

/* Reads the tags that are named, and those to which these lead. */
static int read_named_tags(struct reading *reading, struct err *err)
{
    scoped(table) objects = {0};
    int status = 0;
    for (size_t i = 0; i < reading->names.n; i++)
        table_number(&objects, reading->names.items[i].id);
    size_t first = 0;
    for (int i = 0; i < MAX_TAGS && status == 0 && first < objects.keys.n; i++) {
        size_t end = objects.keys.n;
        status = read_tags(reading, &objects, first, err);
        first = end;
    }
    return status;
}

/* Returns what the tags lead to that begin with an object: itself if it is not a tag; NULL
 * if one of them is damaged. */
static const char *peel(const struct reading *reading, const char *id)
{
    for (int i = 0; id && i < MAX_TAGS; i++) {
        int64_t tag = table_find(&reading->tags, id);
        if (tag == TABLE_NONE)
            return id;
        id = reading->targets.items[tag];
    }
    return NULL;
}

/* If git cannot list all objects, looks for commits with the ids of names and bases. */
static void add_named(struct reading *reading, const struct text_list *bases)
{
    for (size_t i = 0; i < reading->names.n && !reading->is_listed; i++) {
        const char *id = peel(reading, reading->names.items[i].id);
        if (id)
            number_of(reading, id);
    }
    for (size_t i = 0; bases && i < bases->n && !reading->is_listed; i++)
        number_of(reading, bases->items[i]);
}

/* ---- The numbers ---- */

struct generation {
    uint32_t generation, object;
    const char *id;
};

static int compare_generations(const void *a, const void *b)
{
    const struct generation *x = a, *y = b;
    return x->generation != y->generation ? COMPARE(x->generation, y->generation)
                                          : strcmp(x->id, y->id);
}

/* Sets the generation of each object, 1 for one without parents. Ids are hashes of the parents'
 * ids, so that none is its own ancestor. */
static void find_generations(const struct reading *reading, struct generation *generations)
{
    size_t n = reading->objects.n;
    scoped_array ARRAY(uint32_t) waiting = {0}; /* the last one is looked at */
    for (uint32_t i = 0; i < n; i++) {
        generations[i] = (struct generation){0, i, reading->ids.keys.items[i]};
        array_push(&waiting, i);
    }
    while (waiting.n) {
        uint32_t at = waiting.items[waiting.n - 1], generation = 1;
        const struct commit_object *object = &reading->objects.items[at];
        size_t n_before = waiting.n;
        for (uint32_t i = 0; !generations[at].generation && i < object->n_parents; i++) {
            uint32_t parent = reading->parents.items[object->parents + i];
            if (!generations[parent].generation)
                array_push(&waiting, parent);
            else if (generations[parent].generation >= generation)
                generation = generations[parent].generation + 1;
        }
        if (waiting.n > n_before)
            continue;
        if (!generations[at].generation)
            generations[at].generation = generation;
        waiting.n--;
    }
}

static void add_commit(struct reading *reading, uint32_t number)
{
    struct commit_graph *graph = reading->graph;
    const struct commit_object *object = &reading->objects.items[number];
    const char *id = reading->ids.keys.items[number];
    bool is_boundary = table_find(&reading->repository->shallow, id) != TABLE_NONE;
    struct past_commit commit = {.tree = object->tree,
                                 .subject = object->subject,
                                 .date = object->date,
                                 .note = object->note,
                                 .parents = (uint32_t)graph->parents.n};
    for (uint32_t i = 0; i < object->n_parents; i++) {
        uint32_t parent = reading->parents.items[object->parents + i];
        struct commit_object *other = &reading->objects.items[parent];
        if (other->state == COMMIT_READ) {
            array_push(&graph->parents, reading->numbers[parent]);
            commit.n_parents++;
            continue;
        }
        commit.is_cut = true;
        if (other->state == COMMIT_MISSING && !is_boundary)
            damage_add(&graph->damage, "commit %s is missing, a parent of %s",
                       reading->ids.keys.items[parent], id);
    }
    reading->numbers[number] = (uint32_t)table_add(&graph->numbers_by_id, id);
    commit.id = graph->numbers_by_id.keys.items[reading->numbers[number]];
    array_push(&graph->commits, commit);
}

static void number_commits(struct reading *reading)
{
    size_t n = reading->objects.n;
    scoped_memory struct generation *order = mem_alloc(n + 1, sizeof *order);
    reading->numbers = mem_alloc(n + 1, sizeof *reading->numbers);
    find_generations(reading, order);
    qsort(order, n, sizeof *order, compare_generations);
    for (size_t i = 0; i < n; i++)
        if (reading->objects.items[order[i].object].state == COMMIT_READ)
            add_commit(reading, order[i].object);
}

/* ---- What is in sight ---- */

int64_t commit_graph_find(const struct commit_graph *graph, const char *id)
{
    return table_find(&graph->numbers_by_id, id);
}

static int compare_sightings(const void *a, const void *b)
{
    const struct sighting *x = a, *y = b;
    int order = x->place != y->place ? COMPARE(x->place, y->place) : strcmp(x->name, y->name);
    return order ? order : COMPARE(x->commit, y->commit);
}

/* Adds the names that lead to commits. Of the others, `unknown` gets those whose object may be
 * missing. */
static void add_sightings(struct reading *reading, struct named_ids *unknown)
{
    struct commit_graph *graph = reading->graph;
    for (size_t i = 0; i < reading->names.n; i++) {
        struct named_id name = reading->names.items[i];
        const char *id = peel(reading, name.id);
        int64_t number = id ? commit_graph_find(graph, id) : TABLE_NONE;
        if (number != TABLE_NONE)
            array_push(&graph->sightings,
                       ((struct sighting){name.name, name.place, (uint32_t)number}));
        else if (name.is_reference && (!id || table_find(&reading->ids, id) != TABLE_NONE))
            damage_add(&graph->damage, "%s leads to an object that is damaged", name.name);
        else if (id) {
            name.id = id;
            array_push(unknown, name);
        }
    }
    array_sort(&graph->sightings, compare_sightings);
}

/* A reference to a tree or a blob is not damage. Other names may be of objects that are gone. */
static int check_unknown(struct reading *reading, const struct named_ids *unknown, struct err *err)
{
    scoped(objects) trees = {.type = "tree"};
    for (size_t i = 0; i < unknown->n; i++)
        objects_add(&trees, unknown->items[i].id);
    if (unknown->n && objects_check(&trees, reading->repository, SIZE_MAX, err) != 0)
        return ERR;
    for (size_t i = 0; i < unknown->n; i++)
        if (trees.states.items[table_find(&trees.ids, unknown->items[i].id)] != OBJECT_MISSING)
            continue;
        else if (unknown->items[i].is_reference)
            damage_add(&reading->graph->damage, "%s leads to an object that is missing",
                       unknown->items[i].name);
        else
            array_push(&reading->graph->gone, unknown->items[i].name);
    return 0;
}

/* Adds to the places of each commit those of its children. */
static void spread_places(struct commit_graph *graph)
{
    for (size_t i = 0; i < graph->sightings.n; i++) {
        const struct sighting *sighting = &graph->sightings.items[i];
        graph->commits.items[sighting->commit].places |= (uint16_t)(1u << sighting->place);
    }
    for (size_t i = graph->commits.n; i-- > 0;) {
        const struct past_commit *commit = &graph->commits.items[i];
        for (uint32_t j = 0; j < commit->n_parents; j++)
            graph->commits.items[graph->parents.items[commit->parents + j]].places |=
                commit->places;
    }
}

/* Marks commits and their ancestors. */
static void spread_marks(const struct commit_graph *graph, uint32_t last, bool *is_marked)
{
    for (size_t i = (size_t)last + 1; i-- > 0;) {
        const struct past_commit *commit = &graph->commits.items[i];
        for (uint32_t j = 0; j < commit->n_parents && is_marked[i]; j++)
            is_marked[graph->parents.items[commit->parents + j]] = true;
    }
}

/* Sets which places reach the commits, and which of them are visible. */
static void show_commits(struct commit_graph *graph, enum sight sight,
                         const struct text_list *bases)
{
    size_t n = graph->commits.n;
    scoped_memory bool *is_marked = mem_alloc(n + 1, sizeof *is_marked);
    spread_places(graph);
    for (size_t i = 0; sight == SIGHT_ANCESTORS && i < bases->n; i++) {
        int64_t number = commit_graph_find(graph, bases->items[i]);
        if (number != TABLE_NONE)
            is_marked[number] = true;
    }
    if (n)
        spread_marks(graph, (uint32_t)n - 1, is_marked);
    for (size_t i = 0; i < n; i++) {
        struct past_commit *commit = &graph->commits.items[i];
        commit->is_visible = sight == SIGHT_ALL || commit->places || is_marked[i];
    }
}

int commit_graph_read(struct commit_graph *graph, struct repository *repository, enum sight sight,
                      const struct text_list *bases, const struct commit_taker *taker,
                      atomic_size_t *n_read, struct err *err)
{
    *graph = (struct commit_graph){.damage = {0}};
    scoped(reading) reading = {
        .graph = graph, .repository = repository, .taker = taker, .sight = sight, .n_read = n_read};
    scoped_array struct named_ids unknown = {0};
    if (repository->hides_objects)
        damage_add(&graph->damage, "%s", str_text(&repository->left_out));
    object_names_find(&reading.names, &graph->arena, repository, sight, &graph->damage);
    if (read_named_tags(&reading, err) != 0)
        return ERR;
    bool is_enough = taker && !bases && sight != SIGHT_ALL && !repository->is_shallow;
    if (!is_enough || !list_reached(&reading))
        list_objects(&reading);
    reading.n_listed = reading.ids.keys.n;
    add_named(&reading, sight == SIGHT_ANCESTORS ? bases : NULL);
    if (read_commits(&reading, err) != 0)
        return ERR;
    number_commits(&reading);
    add_sightings(&reading, &unknown);
    if (check_unknown(&reading, &unknown, err) != 0)
        return ERR;
    show_commits(graph, sight, bases);
    return 0;
}

void commit_graph_release(struct commit_graph *graph)
{
    arena_release(&graph->arena);
    array_release(&graph->commits);
    array_release(&graph->parents);
    array_release(&graph->sightings);
    array_release(&graph->gone);
    table_release(&graph->blobs);
    table_release(&graph->numbers_by_id);
    damage_release(&graph->damage);
}

/* ---- Descent ---- */

/* Marks the descendants of the commits that are marked, from the first of these on. */
static void mark_descendants(const struct commit_graph *graph, uint32_t first, bool *is_marked)
{
    for (size_t i = (size_t)first + 1; i < graph->commits.n; i++) {
        const struct past_commit *commit = &graph->commits.items[i];
        for (uint32_t j = 0; j < commit->n_parents && !is_marked[i]; j++)
            is_marked[i] = is_marked[graph->parents.items[commit->parents + j]];
    }
}

void commit_graph_relate(const struct commit_graph *graph, uint32_t base, uint8_t *relations)
{
    size_t n = graph->commits.n;
    scoped_memory bool *is_before = mem_alloc(n + 1, sizeof *is_before);
    scoped_memory bool *is_after = mem_alloc(n + 1, sizeof *is_after);
    is_before[base] = is_after[base] = true;
    spread_marks(graph, base, is_before);
    mark_descendants(graph, base, is_after);
    for (size_t i = 0; i < n; i++)
        relations[i] = i == base                         ? RELATION_SAME
                       : is_before[i]                    ? RELATION_BEFORE
                       : !graph->commits.items[i].places ? RELATION_UNREACHABLE
                       : is_after[i]                     ? RELATION_AFTER
                                                         : RELATION_SIDE;
}

void commit_graph_sightings_of(const struct commit_graph *graph, const uint32_t *commits, size_t n,
                               struct number_list *out)
{
    scoped_memory uint64_t *past = mem_alloc(graph->commits.n + 1, sizeof *past); /* bits */
    for (size_t i = 0; i < n; i++)
        past[commits[i]] |= UINT64_C(1) << i;
    for (size_t i = 0; i < graph->commits.n; i++) {
        const struct past_commit *commit = &graph->commits.items[i];
        for (uint32_t j = 0; j < commit->n_parents; j++)
            past[i] |= past[graph->parents.items[commit->parents + j]];
    }
    for (uint32_t s = 0; s < graph->sightings.n; s++)
        for (uint64_t bits = past[graph->sightings.items[s].commit]; bits; bits &= bits - 1)
            array_push(&out[__builtin_ctzll(bits)], s);
}
