#include "tests/support/golds.h"
#include "tests/support/test.h"

void gold_take(struct gold *gold, const struct gold_item *item)
{
    assert_true(table_add(&gold->ids, item->id) != TABLE_NONE);
    array_push(&gold->items, *item);
    gold->items.items[gold->items.n - 1].problem_number = gold->n_problems++;
    gold->n_correct += item->category == GOLD_CORRECT;
}
