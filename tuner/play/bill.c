/*
 * Players of a roster share what is prepared between manners, so that it is sent once for each
 * place. It is told by a checksum whether the reader has it: players who stay from generation to
 * generation, with tables of any size, cost a few bytes.
 */
#include "tuner/play/bill.h"

#include <stdlib.h>
#include <string.h>

#include "engine/games.h"

struct bill_head {
    char game[sizeof((struct game *)0)->name];
    uint64_t seed, purpose, generation;
    int32_t mixing, plies_max, manners, players;
    int64_t opening_first, opening_end;
};

struct bill_name {
    char evaluator[sizeof((struct evaluator *)0)->name],
        layout[sizeof((struct evaluator *)0)->layout];
    int32_t before; /* his number in the last bill; -1: what is prepared follows */
};

struct bill_seat {
    struct search_limits limits;
    uint64_t epsilon, salt;
};

/* What is prepared for a player. */
struct bill_sheet {
    const struct evaluator *evaluator;
    void *prepared; /* owned */
};

/* ---- writing ---- */

void bill_writer_destroy(struct bill_writer *writer) {
    free(writer->known.list);
    free(writer->written.list);
    *writer = (struct bill_writer){0};
}

/* Covers what the jobs use. */
static struct bill_head bill_head_of(const struct deal *deal) {
    const struct terms *terms = &deal->terms;
    struct bill_head head = {.seed = terms->seed,
                             .purpose = terms->purpose,
                             .generation = terms->generation,
                             .mixing = (int32_t)terms->mixing,
                             .plies_max = terms->plies_max,
                             .opening_first = INT64_MAX};
    memcpy(head.game, terms->game->name, sizeof head.game);
    for (int64_t i = 0; i < deal->count; i++) {
        const struct job *job = &deal->jobs[i];
        head.manners = max_int(head.manners, job->manner + 1);
        head.players = max_int(head.players, max_int(job->a, job->b) + 1);
        if (job->opening < head.opening_first) head.opening_first = job->opening;
        if (job->opening >= head.opening_end) head.opening_end = job->opening + 1;
    }
    return head;
}

/* All players up to the last one who plays are sent. */
bool bill_is_possible(const struct deal *deal) {
    const struct bill_head head = bill_head_of(deal);
    for (int m = 0; m < head.manners; m++)
        for (int i = 0; i < head.players; i++)
            if (deal->terms.players[m][i]->mover_new) return false;
    return true;
}

static uint64_t bill_mark(const struct player *player) {
    const struct evaluator *evaluator = player->evaluator;
    const char *bytes = player->prepared;
    size_t size = evaluator->prepared_size, at = 0;
    uint64_t mark = mix64((uint64_t)(uintptr_t)evaluator), word;
    for (; at + sizeof word <= size; at += sizeof word) {
        memcpy(&word, bytes + at, sizeof word);
        mark = mix64(mark ^ word);
    }
    return mark ^ bytes_checksum(bytes + at, size - at);
}

static int bill_find(const struct bill_writer *writer, uint64_t mark) {
    for (int i = 0; i < writer->known.count; i++)
        if (writer->known.list[i] == mark) return i;
    return -1;
}

static void bill_write_player(const struct bill_writer *writer, const struct player *player,
                              uint64_t mark, struct text *out) {
    const struct evaluator *evaluator = player->evaluator;
    struct bill_name name = {.before = bill_find(writer, mark)};
    memcpy(name.evaluator, evaluator->name, sizeof name.evaluator);
    memcpy(name.layout, evaluator->layout, sizeof name.layout);
    text_add_bytes(out, (const char *)&name, sizeof name);
    if (name.before < 0) text_add_bytes(out, player->prepared, evaluator->prepared_size);
}

static void bill_write_seat(const struct player *player, struct text *out) {
    struct bill_seat seat = {
        .limits = player->limits, .epsilon = player->epsilon, .salt = player->salt};
    seat.limits.adviser = NULL;
    seat.limits.advice = NULL;
    seat.limits.except = NULL;
    text_add_bytes(out, (const char *)&seat, sizeof seat);
}

void bill_write(struct bill_writer *writer, const struct deal *deal, struct text *out) {
    const struct terms *terms = &deal->terms;
    const struct bill_head head = bill_head_of(deal);
    uint64_t *marks = xmalloc((size_t)head.players * sizeof *marks);
    text_add_bytes(out, (const char *)&head, sizeof head);
    for (int i = 0; i < head.players; i++) {
        const struct player *player = terms->players[0][i];
        marks[i] = bill_mark(player);
        bill_write_player(writer, player, marks[i], out);
    }
    for (int m = 0; m < head.manners; m++)
        for (int i = 0; i < head.players; i++) bill_write_seat(terms->players[m][i], out);
    for (int64_t i = head.opening_first; i < head.opening_end; i++)
        text_add_bytes(out, (const char *)terms->openings->positions[i].bytes,
                       terms->game->state_size);
    free(writer->written.list);
    writer->written = (struct bill_marks){head.players, marks};
}

void bill_sent(struct bill_writer *writer) {
    free(writer->known.list);
    writer->known = writer->written;
    writer->written = (struct bill_marks){0};
}

/* ---- reading ---- */

struct bill_bytes {
    const char *at, *end;
};

static void bill_take(struct bill_bytes *bytes, void *out, size_t size) {
    if (size > (size_t)(bytes->end - bytes->at)) die("a bill is cut short");
    memcpy(out, bytes->at, size);
    bytes->at += size;
}

static void bill_destroy_sheets(struct bill *bill) {
    for (int i = 0; i < bill->count; i++) free(bill->sheets[i].prepared);
    free(bill->sheets);
}

void bill_destroy(struct bill *bill) {
    bill_destroy_sheets(bill);
    free(bill->players);
    free(bill->seats);
    free(bill->openings.positions);
    *bill = (struct bill){0};
}

static const struct game *bill_game(const char *name) {
    struct error error;
    const struct game *game = games_find(name, &error);
    if (!game) die("a bill's game: %s", error.text);
    return game;
}

/* Copied, since two may have been the same one before. */
static struct bill_sheet bill_read_player(const struct bill *old, const struct game *game,
                                          struct bill_bytes *bytes) {
    struct bill_name name;
    struct error error;
    bill_take(bytes, &name, sizeof name);
    struct bill_sheet sheet = {.evaluator =
                                   games_evaluator(game, name.evaluator, name.layout, &error)};
    if (!sheet.evaluator || name.before >= old->count) die("a bill names a player nobody knows");
    size_t size = sheet.evaluator->prepared_size;
    sheet.prepared = xmalloc(size);
    if (name.before < 0)
        bill_take(bytes, sheet.prepared, size);
    else
        memcpy(sheet.prepared, old->sheets[name.before].prepared, size);
    return sheet;
}

static void bill_read_players(struct bill *bill, const struct game *game, int count,
                              struct bill_bytes *bytes) {
    struct bill_sheet *sheets = xmalloc((size_t)count * sizeof *sheets);
    for (int i = 0; i < count; i++) sheets[i] = bill_read_player(bill, game, bytes);
    bill_destroy_sheets(bill);
    bill->sheets = sheets;
    bill->count = count;
}

static void bill_read_seats(struct bill *bill, int manners, struct bill_bytes *bytes) {
    size_t seats = (size_t)manners * (size_t)bill->count;
    bill->players = xrealloc(bill->players, seats * sizeof *bill->players);
    bill->seats = xrealloc(bill->seats, seats * sizeof *bill->seats);
    for (size_t i = 0; i < seats; i++) {
        const struct bill_sheet *sheet = &bill->sheets[i % (size_t)bill->count];
        struct bill_seat seat;
        bill_take(bytes, &seat, sizeof seat);
        bill->players[i] = (struct player){.evaluator = sheet->evaluator,
                                           .prepared = sheet->prepared,
                                           .limits = seat.limits,
                                           .epsilon = seat.epsilon,
                                           .salt = seat.salt};
        bill->seats[i] = &bill->players[i];
    }
}

/* Those before the first are never asked for. */
static void bill_read_openings(struct bill *bill, const struct bill_head *head,
                               const struct game *game, struct bill_bytes *bytes) {
    free(bill->openings.positions);
    bill->openings.positions = xcalloc((size_t)head->opening_end, sizeof *bill->openings.positions);
    for (int64_t i = head->opening_first; i < head->opening_end; i++)
        bill_take(bytes, bill->openings.positions[i].bytes, game->state_size);
}

void bill_read(struct bill *bill, const char *start, size_t length) {
    struct bill_bytes bytes = {start, start + length};
    struct bill_head head;
    bill_take(&bytes, &head, sizeof head);
    const struct game *game = bill_game(head.game);
    bill_read_players(bill, game, head.players, &bytes);
    bill_read_seats(bill, head.manners, &bytes);
    bill_read_openings(bill, &head, game, &bytes);
    bill->terms = (struct terms){.game = game,
                                 .openings = &bill->openings,
                                 .seed = head.seed,
                                 .purpose = head.purpose,
                                 .generation = head.generation,
                                 .mixing = (enum mixing)head.mixing,
                                 .plies_max = head.plies_max};
    for (int m = 0; m < head.manners; m++)
        bill->terms.players[m] = bill->seats + (size_t)m * (size_t)bill->count;
}
