/* See tree_shape.h. */
#include "guard/tree_shape.h"

#include <stdlib.h>

/* No kind: beyond the root, and beside the first and last child. */
static const uint64_t NOTHING = UINT64_MAX;

struct shape {
    const struct syntax_tree *tree;
    const struct syntax_parser *parser;
    ARRAY(uint64_t) pieces;
};

static void add_piece(struct shape *shape, uint32_t anchor, const uint64_t window[3])
{
    const struct node *nodes = shape->tree->nodes.items;
    uint64_t parent = anchor ? nodes[nodes[anchor].parent].kind : NOTHING;
    uint64_t kinds[5] = {parent, nodes[anchor].kind, window[0], window[1], window[2]};
    array_push(&shape->pieces, hash_bytes(kinds, sizeof kinds, 0));
}

static void add_node(struct shape *shape, uint32_t anchor)
{
    const struct node *nodes = shape->tree->nodes.items;
    uint64_t window[3] = {NOTHING, NOTHING, NOTHING};
    bool has_children = false;
    for (uint32_t child = anchor + 1; child < nodes[anchor].next; child = nodes[child].next) {
        if (syntax_kind_class(shape->parser, nodes[child].kind) == NODE_SKIPPED)
            continue;
        has_children = true;
        window[0] = window[1];
        window[1] = window[2];
        window[2] = nodes[child].kind;
        add_piece(shape, anchor, window);
    }
    for (int i = 0; i < (has_children ? 2 : 1); i++) {
        window[0] = window[1];
        window[1] = window[2];
        window[2] = NOTHING;
        add_piece(shape, anchor, window);
    }
}

void tree_shape(struct bag *out, const struct program *program, const struct syntax_parser *parser)
{
    struct shape shape = {.tree = &program->tree, .parser = parser};
    for (uint32_t i = 0; i < program->tree.nodes.n; i++)
        if (syntax_kind_class(parser, program->tree.nodes.items[i].kind) != NODE_SKIPPED)
            add_node(&shape, i);
    bag_init(out, shape.pieces.items, shape.pieces.n);
    array_release(&shape.pieces);
}
