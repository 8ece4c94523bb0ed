/* Data files are written first, because the documents describe them. */
#include "export/publish/edition.h"

#include "base/file.h"
#include "export/publish/contents.h"

/* What `sha256sum -c` reads. People edit the card and the citation, so they are not in it. */
static void add_sums(struct str *out, const struct edition *edition, const struct str *croissant)
{
    char sha256[SHA256_HEX_SIZE];
    for (size_t i = 0; i < edition->files.n; i++)
        str_print(out, "%s  %s\n", edition->files.items[i].sha256, edition->files.items[i].path);
    sha256_hex(str_text(croissant), croissant->length, sha256);
    str_print(out, "%s  croissant.json\n", sha256);
}

static int write_documents(const struct target *target, const struct edition *edition,
                           struct db *db, struct err *err)
{
    struct str texts[EDITION_DOCUMENTS + 1] = {0};
    int status = edition_describe(texts, edition, db, err);
    add_sums(&texts[EDITION_DOCUMENTS], edition, &texts[EDITION_DOCUMENTS - 1]);
    for (size_t i = 0; i <= EDITION_DOCUMENTS; i++) {
        if (status == 0)
            status = target_write(target, contents_documents[i], str_text(&texts[i]),
                                  texts[i].length, err);
        str_release(&texts[i]);
    }
    return status;
}

int publish_write(struct edition *edition, struct db *db, struct err *err)
{
    scoped(target) target = {0};
    if (target_open_folder(&target, edition->folder, &contents_rules, edition->is_replacing, err) !=
            0 ||
        edition_write_data(edition, db, target.partial_path, err) != 0 ||
        write_documents(&target, edition, db, err) != 0)
        return ERR;
    return target_commit(&target, err);
}
