/*
 * depth_table: strength against depth: the champion's results against the start and the yardsticks
 * at each measured search depth, including those of its tuning. For a user's engine, at both of its
 * limits.
 */
#ifndef HONE_TUNER_REPORT_DEPTH_TABLE_H
#define HONE_TUNER_REPORT_DEPTH_TABLE_H

#include "tuner/play/manners.h"
#include "tuner/report/champion.h"

struct depth_row {
    int depth;                      /* plies; 0: greedy, or an engine without that limit */
    int turns;                      /* of the game in which a side moves several times; else 0 */
    struct text play;               /* "depth 2, width 12", "20000 nodes"; owned */
    bool tuned;                     /* measured with the champion, not besides */
    struct score gain;              /* against the start; 0 pairs: the champion is the start */
    struct figures_pool yardsticks; /* those that are weights; at the tuned depth all */
};

/* How a table is called. */
struct depth_words {
    const char *title, *about; /* "Strength against depth" */
    const char *column;        /* of the rows' names */
    const char *key;           /* that plays more of the rows with few pairs */
    const char *tune;          /* what to do about a loss */
};

struct depth_table {
    const struct depth_words *words;
    int count;
    struct depth_row rows[2 * MANNERS_MAX]; /* the shallowest first; of an engine its own limit */
};

/* Without rows where the champion was measured at no other depths or limits. depth_table_free in
 * any case. */
void depth_table_load(struct store *store, const struct stored_run *run,
                      const struct champion *champion, struct depth_table *out);
void depth_table_free(struct depth_table *table);

/* Whether the champion is shown to be weaker than its start at that depth. */
bool depth_row_is_loss(const struct depth_row *row);
/* Whether the row has less than a quarter of the tuned depth's pairs: its error is more than twice
 * as large, so it may seem to differ by chance. */
bool depth_row_is_little(const struct depth_table *table, const struct depth_row *row);

#endif
