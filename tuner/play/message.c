/*
 * Players of a roster share prepared weights between manners, so these are sent once for each
 * place. A checksum tells whether the reader has them: players that stay from generation to
 * generation, with tables of any size, cost a few bytes.
 */
#include "tuner/play/message.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/games/games.h"
#include "engine/plugin/library.h"

struct message_head {
    char game[sizeof((struct game *)0)->name];
    uint64_t seed, purpose, generation;
    int32_t mixing, plies_max, manners, players;
    int64_t opening_first, opening_end;
};

struct message_name {
    char evaluator[sizeof((struct evaluator *)0)->name],
        layout[sizeof((struct evaluator *)0)->layout];
    int32_t before; /* the player's number in the last message; -1: prepared weights follow */
};

struct message_seat {
    struct search_limits limits;
    uint64_t epsilon, salt;
};

/* A player's prepared weights. */
struct message_player {
    const struct evaluator *evaluator;
    void *prepared; /* owned */
};

/* ---- writing ---- */

void message_writer_destroy(struct message_writer *writer) {
    free(writer->known.list);
    free(writer->written.list);
    *writer = (struct message_writer){0};
}

/* The range that the jobs use. */
static struct message_head message_head_of(const struct queue *queue) {
    const struct terms *terms = &queue->terms;
    struct message_head head = {.seed = terms->seed,
                                .purpose = terms->purpose,
                                .generation = terms->generation,
                                .mixing = (int32_t)terms->mixing,
                                .plies_max = terms->plies_max,
                                .opening_first = INT64_MAX};
    memcpy(head.game, terms->game->name, sizeof head.game);
    for (int64_t i = 0; i < queue->count; i++) {
        const struct job *job = &queue->jobs[i];
        head.manners = max_int(head.manners, job->manner + 1);
        head.players = max_int(head.players, max_int(job->a, job->b) + 1);
        if (job->opening < head.opening_first) head.opening_first = job->opening;
        if (job->opening >= head.opening_end) head.opening_end = job->opening + 1;
    }
    return head;
}

/* All players up to the last one in use are sent. */
bool message_is_possible(const struct queue *queue) {
    const struct message_head head = message_head_of(queue);
    for (int m = 0; m < head.manners; m++)
        for (int i = 0; i < head.players; i++)
            if (queue->terms.players[m][i]->mover_new) return false;
    return true;
}

static uint64_t message_mark(const struct player *player) {
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

static int message_find(const struct message_writer *writer, uint64_t mark) {
    for (int i = 0; i < writer->known.count; i++)
        if (writer->known.list[i] == mark) return i;
    return -1;
}

static void message_write_player(const struct message_writer *writer, const struct player *player,
                                 uint64_t mark, struct text *out) {
    const struct evaluator *evaluator = player->evaluator;
    struct message_name name = {.before = message_find(writer, mark)};
    memcpy(name.evaluator, evaluator->name, sizeof name.evaluator);
    memcpy(name.layout, evaluator->layout, sizeof name.layout);
    text_add_bytes(out, (const char *)&name, sizeof name);
    if (name.before < 0) text_add_bytes(out, player->prepared, evaluator->prepared_size);
}

static void message_write_seat(const struct player *player, struct text *out) {
    struct message_seat seat = {
        .limits = player->limits, .epsilon = player->epsilon, .salt = player->salt};
    seat.limits.adviser = NULL;
    seat.limits.advice = NULL;
    seat.limits.except = NULL;
    text_add_bytes(out, (const char *)&seat, sizeof seat);
}

/* A library by its path; both ranks read the file, and must find the same. */
struct message_library {
    uint64_t checksum;
    int32_t length; /* of the path, which follows; 0: there are no more */
};

static void message_write_libraries(struct text *out) {
    const struct library *library;
    struct message_library end = {0};
    for (int i = 0; (library = library_at(i)); i++) {
        struct message_library line = {library->checksum, (int32_t)strlen(library->path)};
        text_add_bytes(out, (const char *)&line, sizeof line);
        text_add_bytes(out, library->path, strlen(library->path));
    }
    text_add_bytes(out, (const char *)&end, sizeof end);
}

void message_write(struct message_writer *writer, const struct queue *queue, struct text *out) {
    const struct terms *terms = &queue->terms;
    const struct message_head head = message_head_of(queue);
    uint64_t *marks = xmalloc((size_t)head.players * sizeof *marks);
    message_write_libraries(out);
    text_add_bytes(out, (const char *)&head, sizeof head);
    for (int i = 0; i < head.players; i++) {
        const struct player *player = terms->players[0][i];
        marks[i] = message_mark(player);
        message_write_player(writer, player, marks[i], out);
    }
    for (int m = 0; m < head.manners; m++)
        for (int i = 0; i < head.players; i++) message_write_seat(terms->players[m][i], out);
    for (int64_t i = head.opening_first; i < head.opening_end; i++)
        text_add_bytes(out, (const char *)terms->openings->positions[i].bytes,
                       terms->game->state_size);
    free(writer->written.list);
    writer->written = (struct message_marks){head.players, marks};
}

void message_sent(struct message_writer *writer) {
    free(writer->known.list);
    writer->known = writer->written;
    writer->written = (struct message_marks){0};
}

/* ---- reading ---- */

struct message_bytes {
    const char *at, *end;
};

static void message_take(struct message_bytes *bytes, void *out, size_t size) {
    if (size > (size_t)(bytes->end - bytes->at)) die("a message is cut short");
    memcpy(out, bytes->at, size);
    bytes->at += size;
}

static void message_load_library(const char *path, uint64_t checksum) {
    struct error error;
    const struct library *library = library_load(path, &error);
    if (!library) die("a rank cannot load what rank 0 has loaded: %s", error.text);
    if (library->checksum != checksum)
        die("plug-in %s is another one here: checksum %016" PRIx64 ", and %016" PRIx64
            " at rank 0; all ranks need the same file",
            path, library->checksum, checksum);
}

static void message_read_libraries(struct message_bytes *bytes) {
    struct message_library line;
    for (;;) {
        char path[4096];
        message_take(bytes, &line, sizeof line);
        if (line.length == 0) return;
        if (line.length < 0 || line.length >= (int32_t)sizeof path) die("a message's plug-in");
        message_take(bytes, path, (size_t)line.length);
        path[line.length] = '\0';
        message_load_library(path, line.checksum);
    }
}

static void message_destroy_sheets(struct message *message) {
    for (int i = 0; i < message->count; i++) free(message->entries[i].prepared);
    free(message->entries);
}

void message_destroy(struct message *message) {
    message_destroy_sheets(message);
    free(message->players);
    free(message->seats);
    free(message->openings.positions);
    *message = (struct message){0};
}

static const struct game *message_game(const char *name) {
    struct error error;
    const struct game *game = games_find(name, &error);
    if (!game) die("a message's game: %s", error.text);
    return game;
}

/* Copied, since two may have come from the same old one. */
static struct message_player message_read_player(const struct message *old, const struct game *game,
                                                 struct message_bytes *bytes) {
    struct message_name name;
    struct error error;
    message_take(bytes, &name, sizeof name);
    struct message_player entry = {.evaluator =
                                       games_evaluator(game, name.evaluator, name.layout, &error)};
    if (!entry.evaluator || name.before >= old->count) die("a message names an unknown player");
    size_t size = entry.evaluator->prepared_size;
    entry.prepared = xmalloc(size);
    if (name.before < 0)
        message_take(bytes, entry.prepared, size);
    else
        memcpy(entry.prepared, old->entries[name.before].prepared, size);
    return entry;
}

static void message_read_players(struct message *message, const struct game *game, int count,
                                 struct message_bytes *bytes) {
    struct message_player *entries = xmalloc((size_t)count * sizeof *entries);
    for (int i = 0; i < count; i++) entries[i] = message_read_player(message, game, bytes);
    message_destroy_sheets(message);
    message->entries = entries;
    message->count = count;
}

static void message_read_seats(struct message *message, int manners, struct message_bytes *bytes) {
    size_t seats = (size_t)manners * (size_t)message->count;
    message->players = xrealloc(message->players, seats * sizeof *message->players);
    message->seats = xrealloc(message->seats, seats * sizeof *message->seats);
    for (size_t i = 0; i < seats; i++) {
        const struct message_player *entry = &message->entries[i % (size_t)message->count];
        struct message_seat seat;
        message_take(bytes, &seat, sizeof seat);
        message->players[i] = (struct player){.evaluator = entry->evaluator,
                                              .prepared = entry->prepared,
                                              .limits = seat.limits,
                                              .epsilon = seat.epsilon,
                                              .salt = seat.salt};
        message->seats[i] = &message->players[i];
    }
}

/* Those before the first are never asked for. */
static void message_read_openings(struct message *message, const struct message_head *head,
                                  const struct game *game, struct message_bytes *bytes) {
    free(message->openings.positions);
    message->openings.positions =
        xcalloc((size_t)head->opening_end, sizeof *message->openings.positions);
    for (int64_t i = head->opening_first; i < head->opening_end; i++)
        message_take(bytes, message->openings.positions[i].bytes, game->state_size);
}

void message_read(struct message *message, const char *start, size_t length) {
    struct message_bytes bytes = {start, start + length};
    struct message_head head;
    message_read_libraries(&bytes);
    message_take(&bytes, &head, sizeof head);
    const struct game *game = message_game(head.game);
    message_read_players(message, game, head.players, &bytes);
    message_read_seats(message, head.manners, &bytes);
    message_read_openings(message, &head, game, &bytes);
    message->terms = (struct terms){.game = game,
                                    .openings = &message->openings,
                                    .seed = head.seed,
                                    .purpose = head.purpose,
                                    .generation = head.generation,
                                    .mixing = (enum mixing)head.mixing,
                                    .plies_max = head.plies_max};
    for (int m = 0; m < head.manners; m++)
        message->terms.players[m] = message->seats + (size_t)m * (size_t)message->count;
}
