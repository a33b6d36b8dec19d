#include "tuner/external/outsiders.h"

#include <stdlib.h>
#include <string.h>

/* What one thread has before it. */
struct table {
    struct external *engines; /* by player; those of external players are in use */
    move_t opening[GAME_PLIES_MAX], moves[GAME_PLIES_MAX];
    int opening_count;
    enum external_end end;
    struct external *loser;
    bool outside; /* an external engine plays */
};

struct arena {
    struct outsiders_settings settings;
    struct table *tables;             /* by thread */
    int64_t (*counts)[EXTERNAL_ENDS]; /* by player */
};

struct arena *arena_open(const struct outsiders_settings *settings) {
    struct arena *arena = xcalloc(1, sizeof *arena);
    arena->settings = *settings;
    arena->tables = xcalloc((size_t)settings->threads, sizeof *arena->tables);
    arena->counts = xcalloc((size_t)settings->players, sizeof *arena->counts);
    for (int t = 0; t < settings->threads; t++) {
        struct external *engines = xcalloc((size_t)settings->players, sizeof *engines);
        arena->tables[t].engines = engines;
        for (int i = 0; i < settings->players; i++)
            if (settings->specs[i]) external_init(&engines[i], settings->specs[i], settings->game);
    }
    return arena;
}

static void for_all_engines(struct arena *arena, void (*act)(struct external *engine)) {
    for (int t = 0; t < arena->settings.threads; t++)
        for (int i = 0; i < arena->settings.players; i++)
            if (arena->settings.specs[i]) act(&arena->tables[t].engines[i]);
}

/* All are asked to end before any is waited for. */
void arena_close(struct arena *arena) {
    for_all_engines(arena, external_dismiss);
    for_all_engines(arena, external_stop);
    for (int t = 0; t < arena->settings.threads; t++) free(arena->tables[t].engines);
    free(arena->tables);
    free(arena->counts);
    free(arena);
}

int arena_try(struct arena *arena, struct error *error) {
    for (int i = 0; i < arena->settings.players; i++) {
        struct external *engine = &arena->tables[0].engines[i];
        if (!engine->spec) continue;
        enum external_end end = external_begin(engine, 0, NULL, 0);
        if (end == EXTERNAL_NORMAL || end == EXTERNAL_INTERRUPTED) continue;
        const char *errors = text_get(&engine->errors);
        return error_set(error, "%s cannot be used (%s): it %s%s%.1000s", engine->spec->name,
                         engine->spec->command, engine->detail, *errors ? " and said:\n" : "",
                         errors);
    }
    return 0;
}

/* ---- a game ---- */

/* A game at a thread's table. */
struct sitting {
    const struct arena *arena;
    struct table *table;
    const struct outside_game *game;
    struct external *engines[2]; /* by side; NULL: plays in this process */
};

static struct sitting sit_down(const struct arena *arena, const struct outside_game *game) {
    struct table *table = &arena->tables[game->thread];
    struct sitting sitting = {.arena = arena, .table = table, .game = game};
    for (int side = 0; side < 2; side++)
        if (arena->settings.specs[game->players[side]])
            sitting.engines[side] = &table->engines[game->players[side]];
    table->outside = sitting.engines[0] || sitting.engines[1];
    table->end = EXTERNAL_NORMAL;
    table->loser = NULL;
    return sitting;
}

/* Whether the game goes on for this engine. */
static bool goes_on(struct sitting *sitting, struct external *engine, enum external_end end) {
    if (end == EXTERNAL_NORMAL) return true;
    sitting->table->end = end;
    sitting->table->loser = engine;
    return false;
}

static bool begin(struct sitting *sitting) {
    const struct outsiders_settings *settings = &sitting->arena->settings;
    const struct outside_game *game = sitting->game;
    struct table *table = sitting->table;
    table->opening_count = openings_moves(&settings->source, settings->set, 0, game->opening,
                                          game->bout->start, table->opening);
    for (int side = 0; side < 2; side++) {
        struct external *engine = sitting->engines[side];
        search_new_game(game->referee->searches[side]);
        if (engine && !goes_on(sitting, engine,
                               external_begin(engine, side, table->opening, table->opening_count)))
            return false;
    }
    return true;
}

static bool choose(struct sitting *sitting, int side, const void *state, struct rng *rng,
                   move_t *move) {
    const struct outside_game *game = sitting->game;
    struct external *engine = sitting->engines[side];
    if (engine) return goes_on(sitting, engine, external_move(engine, move));
    *move = player_move(game->bout->players[side], game->referee->searches[side], state, rng, NULL);
    return true;
}

static bool tell(struct sitting *sitting, int side, move_t move) {
    struct external *engine = sitting->engines[side];
    return !engine || goes_on(sitting, engine, external_tell(engine, move));
}

/* Plays to the end or until an engine has lost otherwise; whether the rules ended it. */
static bool play_moves(struct sitting *sitting, struct state *state, struct record *record) {
    const struct game *game = sitting->arena->settings.game;
    struct rng rng = sitting->game->bout->rng;
    bool on = begin(sitting);
    while (on && !game->over(game, state) && record->plies < sitting->game->bout->plies_max) {
        int side = game->side(state);
        move_t move;
        if (!choose(sitting, side, state, &rng, &move)) return false;
        game->play(game, state, move);
        record->moves_hash = record_hash_add(record->moves_hash, move);
        sitting->table->moves[record->plies++] = move;
        on = game->over(game, state) || tell(sitting, !side, move);
    }
    return on && game->over(game, state);
}

static bool play_outside(struct sitting *sitting, struct record *record) {
    const struct game *game = sitting->arena->settings.game;
    struct state state;
    memcpy(&state, sitting->game->bout->start, game->state_size);
    *record = (struct record){.moves_hash = record_hash_start(game->hash(&state))};
    if (play_moves(sitting, &state, record)) {
        record->margin = (int16_t)game->margin(game, &state);
        record->outcome = (int8_t)((record->margin > 0) - (record->margin < 0));
    }
    if (sitting->table->loser) record->outcome = sitting->table->loser->side == 0 ? -1 : 1;
    for (int side = 0; side < 2; side++)
        if (sitting->engines[side]) external_finish(sitting->engines[side]);
    return sitting->table->end != EXTERNAL_INTERRUPTED;
}

static bool play(void *context, const struct outside_game *game, struct record *record) {
    struct sitting sitting = sit_down(context, game);
    if (sitting.table->outside) return play_outside(&sitting, record);
    referee_play(game->referee, game->bout, record, NULL);
    return true;
}

static void played(void *context, const struct outside_game *game, const struct record *record) {
    struct arena *arena = context;
    const struct outsiders_settings *settings = &arena->settings;
    const struct table *table = &arena->tables[game->thread];
    if (!table->outside) return;
    if (table->loser) arena->counts[game->players[table->loser->side]][table->end]++;
    const struct outside_log log = {
        game, record, table->opening, table->moves, table->opening_count, table->end, table->loser};
    if (settings->keep) settings->keep(settings->context, &log);
}

struct outsiders arena_outsiders(struct arena *arena) {
    return (struct outsiders){.play = play, .played = played, .context = arena};
}

int64_t arena_count(const struct arena *arena, int player, enum external_end end) {
    return arena->counts[player][end];
}
