/* Two sandboxes. In the first, pack-objects reads the repository, which it cannot change, and
 * writes a pack to a pipe. In the second, index-pack reads the pack, sees nothing of the
 * repository, and writes to the new one.
 *
 * What index-pack stores is named by the hash that it computes, and it finds all objects that these
 * name. So the id of the commit decides what is copied, whatever the packs, indexes and bitmaps of
 * the repository say. */
#include "tasks/past.h"

#include "base/interrupt.h"

/* Defects of people's names, dates and modes, which old tools have written and which do no harm. A
 * commit with one cannot be repaired without another id for all its descendants. The other defects
 * that git knows (git-fsck(1)) are refused. */
#define HARMLESS(name) name "=ignore,"
#define STRICT                                                                                     \
    "--strict=" HARMLESS("badDate") HARMLESS("badDateOverflow") HARMLESS("badEmail")               \
        HARMLESS("badFilemode") HARMLESS("badName") HARMLESS("badTagName") HARMLESS("badTimezone") \
            HARMLESS("missingEmail") HARMLESS("missingNameBeforeEmail")                            \
                HARMLESS("missingSpaceBeforeDate") HARMLESS("missingSpaceBeforeEmail")             \
                    HARMLESS("missingTaggerEntry") HARMLESS("multipleAuthors")                     \
                        HARMLESS("nulInCommit") HARMLESS("nullSha1")                               \
                            HARMLESS("zeroPaddedDate") "zeroPaddedFilemode=ignore"

/* With several threads, the differences that are found depend on their speed. */
static const char *const packing[] = {
    "pack-objects",          "--stdout", "--revs", "--threads=1", "--delta-base-offset",
    "--no-use-bitmap-index", "-q",       NULL};
static const char *const indexing[] = {"index-pack", "--stdin", STRICT, NULL};

struct copying {
    const struct past *past;
    size_t next_cut, next_tag;
    bool has_base;
    struct git_process packer;
    bool is_ended; /* the packer has written all */
};

/* Asks the packer for the commit and the tags. It must know first where the history is cut. */
static bool ask_for_objects(void *context, struct str *out)
{
    struct copying *copying = context;
    const struct past *past = copying->past;
    if (copying->next_cut < past->cuts.n) {
        str_print(out, "--shallow %s\n", past->cuts.items[copying->next_cut++]);
        return true;
    }
    if (!copying->has_base) {
        copying->has_base = true;
        str_print(out, "%s\n", past->base);
        return true;
    }
    if (copying->next_tag == past->tags.n)
        return false;
    str_print(out, "%s\n", past->tags.items[copying->next_tag++].id);
    return true;
}

/* Hands on a part of the pack. */
static bool hand_on(void *context, struct str *out)
{
    struct copying *copying = context;
    char *bytes;
    size_t length;
    copying->is_ended = git_read_some(&copying->packer, &bytes, &length) != 1;
    if (copying->is_ended)
        return false;
    str_add(out, bytes, length);
    return true;
}

static bool take_name(void *context, char *line, size_t length)
{
    (void)context;
    (void)length;
    return strncmp(line, "pack\t", 5) == 0;
}

/* Returns the first defect that index-pack names, or what it says last. */
static const char *defect_of(struct str *messages, const struct str *reason)
{
    static const char start[] = "error: ";
    char *defect = messages->length ? strstr(messages->text, start) : NULL;
    if (!defect)
        return str_text(reason);
    defect[strcspn(defect, "\n")] = '\0';
    return defect + strlen(start);
}

int past_copy(const struct past *past, struct repository *from, const struct git_place *to,
              struct err *err)
{
    struct copying copying = {.past = past};
    scoped(str) packed = {0};
    scoped(str) indexed = {0};
    scoped(str) defects = {0};
    const struct git_talk talk = {'\n', hand_on, take_name, &copying, &defects};
    int status = git_start(&copying.packer, &from->place, packing, ask_for_objects, &copying, err);
    if (status != 0) {
        git_end(&copying.packer, NULL);
        return ERR;
    }
    copying.packer.idle_s = GIT_BUSY_S;
    int second = git_run(to, indexing, &talk, &indexed);
    int first = git_end(&copying.packer, &packed);
    if (interrupt_signal())
        return err_set(err, "stopped");
    if (copying.is_ended && first != 0)
        return err_set(err, "its objects cannot be read: %s", str_text(&packed));
    if (second != 0)
        return err_set(err, "its objects cannot be copied: %s", defect_of(&defects, &indexed));
    return 0;
}
