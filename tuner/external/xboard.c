/*
 * xboard_drive: an engine that speaks the protocol of XBoard. It is in force mode, where it takes
 * moves and plays none, but while it is asked.
 *
 * An interface's duties, by the protocol's text (Mann and Muller, "engine-intf"):
 *
 *     protover 2, then up to two seconds for features, and longer after done=0; an engine without
 *         any is one of version 1, until it tells some: xboard_drive_hear_features, …_hear_move
 *     each feature is accepted or rejected: xboard_drive_take_feature
 *     new, then variant, the limits, easy (no thinking on the opponent's time): …_begin
 *     usermove before moves only for those that ask for it; SAN for those that want that
 *     time and otim in hundredths of a second before go; st and sd for whole seconds and plies
 *     ping is answered by pong when all before it is done, if the engine has it: what it said of
 *         the move before is heard then
 *     the move is in coordinates or in SAN, behind "move" or, of old engines, "1. ..." or "My move
 *         is :", or both: xboard_drive_is_move, xboard_drive_repeats
 *     "0-1 {White resigns}" is White's resignation, as "resign" is: xboard_drive_resigns
 *     Illegal move, of a move that is legal, is a fault; of commands that it does not know, not
 *     lines that begin with # and thinking lines comment: …_hear_move
 *     reuse=0: started anew for each game: xboard_drive_renew
 */
#include "engine/protocol/xboard/wire.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "tuner/external/drive.h"

static const double feature_seconds = 2;

/* What it says that it can do; bits of external.dialect. */
enum xboard_trait {
    XBOARD_KNOWS_PING = 1 << 0,
    XBOARD_KNOWS_BOARD = 1 << 1,
    XBOARD_WANTS_WORD = 1 << 2, /* usermove */
    XBOARD_WANTS_SAN = 1 << 3,
    XBOARD_PLAYS_ONCE = 1 << 4,
    XBOARD_KNOWS_MEMORY = 1 << 5,
    XBOARD_HAS_GAME = 1 << 6, /* its variants name the game */
    XBOARD_HAS_GAMES = 1 << 7 /* … it has told its variants */
};

/* ---- features -------------------------------------------------------------------------------- */

static void xboard_drive_set_trait(struct external *engine, int trait, bool has) {
    engine->dialect = has ? engine->dialect | trait : engine->dialect & ~trait;
}

/* Whether a list "normal,xiangqi" has the game. */
static bool xboard_drive_lists(const char *list, const char *name) {
    size_t length = strlen(name);
    for (const char *at = list; *at; at += strcspn(at, ","), at += strspn(at, ", "))
        if (strcspn(at, ", ") == length && strncmp(at, name, length) == 0) return true;
    return false;
}

static void xboard_drive_read_check(const char *values, struct text *out) {
    text_add(out, "check default %s", *values == '1' ? "true" : "false");
}

/* "16 1 64" */
static void xboard_drive_read_spin(const char *values, struct text *out) {
    long long initial, lower, upper;
    bool whole = sscanf(values, "%lld %lld %lld", &initial, &lower, &upper) == 3;
    if (whole)
        text_add(out, "spin default %lld min %lld max %lld", initial, lower, upper);
    else
        text_add(out, "string default %s", values);
}

/* "Solid /// *Normal /// Wild": the star is before the default. */
static void xboard_drive_read_combo(const char *values, struct text *out) {
    static const char between[] = "///";
    struct text choices = {0};
    text_add(out, "combo default");
    for (const char *at = values; at;) {
        const char *end = strstr(at, between), *next = end ? end + strlen(between) : NULL;
        int length = end ? (int)(end - at) : (int)strlen(at);
        while (length > 0 && *at == ' ') at++, length--;
        while (length > 0 && at[length - 1] == ' ') length--;
        bool initial = *at == '*';
        if (initial) at++, length--, text_add(out, " %.*s", length, at);
        text_add(&choices, " var %.*s", length, at);
        at = next;
    }
    text_add(out, "%s", text_get(&choices));
    text_free(&choices);
}

static void xboard_drive_read_button(const char *values, struct text *out) {
    (void)values;
    text_add(out, "button");
}

static void xboard_drive_read_string(const char *values, struct text *out) {
    text_add(out, "string default %s", values);
}

/* "Hash -spin 16 1 64" in the words of UCI. */
static void xboard_drive_read_option(struct external *engine, const char *value) {
    static const struct {
        const char *type;
        void (*read)(const char *values, struct text *out);
    } kinds[] = {{"check", xboard_drive_read_check},   {"spin", xboard_drive_read_spin},
                 {"slider", xboard_drive_read_spin},   {"combo", xboard_drive_read_combo},
                 {"button", xboard_drive_read_button}, {"save", xboard_drive_read_button},
                 {"reset", xboard_drive_read_button},  {"string", xboard_drive_read_string},
                 {"file", xboard_drive_read_string},   {"path", xboard_drive_read_string}};
    const char *type = strstr(value, " -");
    struct text line = {0};
    if (!type) return;
    size_t length = strcspn(type + 2, " ");
    const char *values = type + 2 + length + strspn(type + 2 + length, " ");
    text_add(&line, "name %.*s type ", (int)(type - value), value);
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        if (strlen(kinds[i].type) == length && strncmp(type + 2, kinds[i].type, length) == 0)
            kinds[i].read(values, &line);
    offers_read(&engine->offers, text_get(&line));
    text_free(&line);
}

static void xboard_drive_read_variants(struct external *engine, const char *value) {
    xboard_drive_set_trait(engine, XBOARD_HAS_GAMES, true);
    xboard_drive_set_trait(engine, XBOARD_HAS_GAME,
                           xboard_drive_lists(value, xboard_variant(engine->game)));
}

/* Whether it is one of those that mean something here. */
static bool xboard_drive_apply_feature(struct external *engine, const char *name,
                                       const char *value) {
    static const struct {
        const char *name;
        int trait;
    } traits[] = {{"ping", XBOARD_KNOWS_PING},
                  {"setboard", XBOARD_KNOWS_BOARD},
                  {"usermove", XBOARD_WANTS_WORD},
                  {"san", XBOARD_WANTS_SAN},
                  {"memory", XBOARD_KNOWS_MEMORY},
                  {"done", 0},
                  {"time", 0},
                  {"myname", 0},
                  {"variants", 0},
                  {"option", 0},
                  {"reuse", 0}};
    if (strcmp(name, "myname") == 0) external_name(engine, value);
    if (strcmp(name, "option") == 0) xboard_drive_read_option(engine, value);
    if (strcmp(name, "variants") == 0) xboard_drive_read_variants(engine, value);
    if (strcmp(name, "reuse") == 0)
        xboard_drive_set_trait(engine, XBOARD_PLAYS_ONCE, *value == '0');
    for (size_t i = 0; i < COUNT_OF(traits); i++) {
        if (strcmp(name, traits[i].name) != 0) continue;
        xboard_drive_set_trait(engine, traits[i].trait, *value == '1');
        return true;
    }
    return false;
}

/* Cuts "name=value" or "name="value"" off a line. False: there is none. */
static bool xboard_drive_cut_feature(const char **line, char name[32], char value[512]) {
    *line += strspn(*line, " \t");
    size_t length = strcspn(*line, "= \t");
    if (length == 0 || (*line)[length] != '=') return false;
    snprintf(name, 32, "%.*s", (int)length, *line);
    *line += length + 1;
    bool quoted = **line == '"';
    *line += quoted;
    length = strcspn(*line, quoted ? "\"" : " \t");
    snprintf(value, 512, "%.*s", (int)length, *line);
    *line += length + (quoted && (*line)[length] == '"');
    return true;
}

/* The last "done" of a line: '1', '0'; '\0': none. */
static enum external_end xboard_drive_take_features(struct external *engine, const char *line,
                                                    char *done) {
    char name[32], value[512];
    enum external_end end = EXTERNAL_NORMAL;
    while (end == EXTERNAL_NORMAL && xboard_drive_cut_feature(&line, name, value)) {
        bool known = xboard_drive_apply_feature(engine, name, value);
        if (strcmp(name, "done") == 0) *done = *value;
        end = external_say(engine, "%s %s", known ? XBOARD_ACCEPTED : XBOARD_REJECTED, name);
    }
    return end;
}

static bool xboard_drive_has_game(const struct external *engine) {
    bool told = engine->dialect & XBOARD_HAS_GAMES, has = engine->dialect & XBOARD_HAS_GAME;
    return has || (!told && strcmp(xboard_variant(engine->game), "normal") == 0);
}

/* An engine that is silent, or does not end its list, has said all by then; but where it must name
 * the game it may be slow to start, and is waited for. */
static enum external_end xboard_drive_hear_features(struct external *engine) {
    double deadline = engine->deadline, begun = clock_seconds();
    double wait = fmin((deadline - begun) / 2, feature_seconds), more = wait / 10;
    const char *line, *rest;
    char done = '\0';
    enum external_end end = EXTERNAL_NORMAL;
    while (end == EXTERNAL_NORMAL && done != '1') {
        bool said_all = done != '0' && xboard_drive_has_game(engine);
        engine->deadline = said_all ? fmax(begun + wait, clock_seconds() + more) : deadline;
        end = external_hear(engine, &line);
        if (end == EXTERNAL_NORMAL && external_begins(line, XBOARD_FEATURE, &rest))
            end = xboard_drive_take_features(engine, rest, &done);
    }
    engine->deadline = deadline;
    return end == EXTERNAL_TIMED_OUT && done != '0' ? EXTERNAL_NORMAL : end;
}

/* ---- before a game --------------------------------------------------------------------------- */

static enum external_end xboard_drive_greet(struct external *engine) {
    offers_free(&engine->offers);
    engine->dialect = 0;
    enum external_end end = external_say(engine, XBOARD_HELLO);
    if (end == EXTERNAL_NORMAL) end = external_say(engine, XBOARD_VERSION);
    if (end == EXTERNAL_NORMAL) end = xboard_drive_hear_features(engine);
    if (end != EXTERNAL_NORMAL) return end;
    return xboard_drive_has_game(engine)
               ? EXTERNAL_NORMAL
               : external_refuse(engine, "does not say that it plays %s", engine->game->name);
}

/* The protocol's own word for its tables, in MiB, is an option for users. */
static enum external_end xboard_drive_set(struct external *engine, const char *name,
                                          const char *value) {
    const struct offer *offer = offers_find(&engine->offers, name);
    struct error why;
    if (!offer && strcmp(name, XBOARD_MEMORY) == 0 && engine->dialect & XBOARD_KNOWS_MEMORY)
        return external_say(engine, XBOARD_MEMORY " %s", value);
    if (!offer) return external_refuse(engine, "has no option \"%.80s\"", name);
    bool check = offer->type == OFFER_CHECK;
    if (offer_check(offer, value, &why))
        return external_refuse(engine, "does not take that option: %s", why.text);
    if (offer->type == OFFER_BUTTON) return external_say(engine, XBOARD_OPTION " %s", offer->name);
    return external_say(engine, XBOARD_OPTION " %s=%s", offer->name,
                        !check          ? value
                        : *value == 't' ? "1"
                                        : "0");
}

static enum external_end xboard_drive_renew(struct external *engine) {
    bool once = engine->dialect & XBOARD_PLAYS_ONCE;
    return once ? external_refuse(engine, "plays one game") : EXTERNAL_NORMAL;
}

/* Minutes and whole seconds. */
static enum external_end xboard_drive_say_level(struct external *engine, int moves, double seconds,
                                                double increment) {
    int whole = (int)fmax(1, seconds);
    return external_say(engine, XBOARD_LEVEL " %d %d:%02d %g", moves, whole / 60, whole % 60,
                        increment);
}

/* A move's time that is no whole number of seconds is a clock for one move. */
static bool xboard_drive_has_clock(const struct external *engine) {
    double time = engine->spec->time;
    return engine->spec->clock > 0 || (time > 0 && time != floor(time));
}

static enum external_end xboard_drive_say_limits(struct external *engine) {
    const struct external_spec *spec = engine->spec;
    enum external_end end = EXTERNAL_NORMAL;
    if (spec->clock > 0)
        end = xboard_drive_say_level(engine, 0, spec->clock, spec->increment);
    else if (xboard_drive_has_clock(engine))
        end = xboard_drive_say_level(engine, 1, spec->time, 0);
    else if (spec->time > 0 || !spec->depth)
        end = external_say(engine, XBOARD_SECONDS " %.0f",
                           fmax(1, floor(external_turn_seconds(engine))));
    if (end == EXTERNAL_NORMAL && spec->depth > 0)
        end = external_say(engine, XBOARD_DEPTH " %d", spec->depth);
    return end;
}

static enum external_end xboard_drive_say_move(struct external *engine, const void *position,
                                               move_t move) {
    char name[MOVE_TEXT_MAX];
    bool word = engine->dialect & XBOARD_WANTS_WORD;
    if (engine->dialect & XBOARD_WANTS_SAN)
        game_move_name(engine->game, position, move, name);
    else
        engine->game->move_format(engine->game, move, name);
    return external_say(engine, "%s%s", word ? XBOARD_MOVE_OF_USER " " : "", name);
}

static enum external_end xboard_drive_say_board(struct external *engine) {
    struct text line = {0};
    if (!(engine->dialect & XBOARD_KNOWS_BOARD))
        return external_refuse(engine, "has no " XBOARD_SET_BOARD ": it cannot be given positions");
    text_add(&line, XBOARD_SET_BOARD " ");
    records_fen_format(engine->game, &engine->start, &line);
    enum external_end end = external_say(engine, "%s", text_get(&line));
    text_free(&line);
    return end;
}

static enum external_end xboard_drive_say_moves(struct external *engine) {
    struct state state = engine->start;
    enum external_end end = external_say(engine, XBOARD_FORCE);
    if (end == EXTERNAL_NORMAL && engine->set_up) end = xboard_drive_say_board(engine);
    for (int i = 0; i < engine->count && end == EXTERNAL_NORMAL; i++) {
        end = xboard_drive_say_move(engine, &state, engine->moves[i]);
        engine->game->play(engine->game, &state, engine->moves[i]);
    }
    return end;
}

static enum external_end xboard_drive_begin(struct external *engine) {
    const char *variant = xboard_variant(engine->game);
    enum external_end end = external_say(engine, XBOARD_NEW);
    if (end == EXTERNAL_NORMAL && strcmp(variant, "normal") != 0)
        end = external_say(engine, XBOARD_VARIANT " %s", variant);
    if (end == EXTERNAL_NORMAL) end = xboard_drive_say_limits(engine);
    if (end == EXTERNAL_NORMAL) end = external_say(engine, XBOARD_EASY);
    if (end == EXTERNAL_NORMAL) end = external_say(engine, XBOARD_POST);
    return end == EXTERNAL_NORMAL ? xboard_drive_say_moves(engine) : end;
}

static enum external_end xboard_drive_tell(struct external *engine, const void *position,
                                           move_t move) {
    if (engine->game->over(engine->game, &engine->position)) return EXTERNAL_NORMAL;
    return xboard_drive_say_move(engine, position, move);
}

/* ---- a move ---------------------------------------------------------------------------------- */

/* Whether it says that the last move that it was told is none, or no command. */
static bool xboard_drive_complains(const struct external *engine, const char *line) {
    char name[MOVE_TEXT_MAX];
    const char *rest;
    bool complaint =
        external_begins(line, XBOARD_ILLEGAL, &rest) || external_begins(line, XBOARD_FAILED, &rest);
    if (engine->count == 0 || !complaint) return false;
    engine->game->move_format(engine->game, engine->moves[engine->count - 1], name);
    return strstr(rest, name) != NULL;
}

/* The next line, of which features count whenever they come. */
static enum external_end xboard_drive_hear(struct external *engine, const char **line) {
    const char *features;
    char done;
    enum external_end end = external_hear(engine, line);
    if (end == EXTERNAL_NORMAL && external_begins(*line, XBOARD_FEATURE, &features))
        end = xboard_drive_take_features(engine, features, &done);
    return end;
}

static enum external_end xboard_drive_refuse_complaint(struct external *engine, const char *line) {
    return external_refuse(engine, "answered \"%.80s\" to a legal move", line);
}

/* Numbers differ, since some engines answer twice. */
static enum external_end xboard_drive_ping(struct external *engine, bool hears_complaints) {
    const char *line, *rest;
    int number = engine->count + 1, heard = 0;
    if (!(engine->dialect & XBOARD_KNOWS_PING)) return EXTERNAL_NORMAL;
    enum external_end end = external_say(engine, XBOARD_PING " %d", number);
    while (end == EXTERNAL_NORMAL && heard != number) {
        end = xboard_drive_hear(engine, &line);
        if (end != EXTERNAL_NORMAL) break;
        if (hears_complaints && xboard_drive_complains(engine, line))
            return xboard_drive_refuse_complaint(engine, line);
        if (external_begins(line, XBOARD_PONG, &rest)) heard = atoi(rest);
    }
    return end;
}

/* In hundredths of a second; of the other side's clock nothing is known. */
static enum external_end xboard_drive_say_clock(struct external *engine) {
    const struct external_spec *spec = engine->spec;
    double left = 100 * (spec->clock > 0 ? engine->clock : spec->time);
    int hundredths = (int)fmax(1, floor(left));
    if (!xboard_drive_has_clock(engine)) return EXTERNAL_NORMAL;
    enum external_end end = external_say(engine, XBOARD_TIME " %d", hundredths);
    return end == EXTERNAL_NORMAL ? external_say(engine, XBOARD_OTHER_TIME " %d", hundredths) : end;
}

/* "9 35 120 48000 e2e4 e7e5": plies, hundredths of a pawn, time, nodes. */
static void xboard_drive_hear_thinking(struct external *engine, const char *line) {
    enum { MATE_MOVES = 1000 };
    int ply, score, used = 0;
    long long time, nodes;
    if (sscanf(line, "%6d%*[.&+ ]%8d %lld %lld%n", &ply, &score, &time, &nodes, &used) < 4 ||
        !used || ply < 0)
        return;
    bool mate = abs(score) > XBOARD_MATE && abs(score) < XBOARD_MATE + MATE_MOVES;
    if (mate) score += score > 0 ? -XBOARD_MATE : XBOARD_MATE;
    engine->eval = (struct record_eval){.known = true, .mate = mate, .score = score, .depth = ply};
}

/* Behind "1. ..."; as GNU Chess 4 says it, for White too. */
static bool xboard_drive_is_numbered(const char *line, const char **move) {
    size_t digits = strspn(line, "0123456789");
    const char *dots = line + digits;
    dots += dots[0] == '.' && dots[1] != '.';
    return digits > 0 && external_begins(dots + strspn(dots, " \t"), "...", move);
}

/* The move in a line; false: it has none. */
static bool xboard_drive_is_move(const char *line, const char **move) {
    static const char old[] = "My move is";
    if (xboard_drive_is_numbered(line, move)) return true;
    if (external_begins(line, old, move)) *move += strspn(*move, ": ");
    return external_begins(line, XBOARD_MOVE, move) || strncmp(line, old, strlen(old)) == 0;
}

/* "E2E4"; in SAN capitals are pieces, so that it is read first. Returns as game_move_read does. */
static int xboard_drive_read_capitals(const struct external *engine, const char *text,
                                      move_t *move) {
    char small[MOVE_TEXT_MAX];
    int length = snprintf(small, sizeof small, "%s", text);
    for (char *c = small; *c; c++) *c = (char)tolower((unsigned char)*c);
    bool whole = length < (int)sizeof small;
    return whole ? game_move_read(engine->game, &engine->position, small, move) : 0;
}

static enum external_end xboard_drive_read_move(struct external *engine, const char *text,
                                                move_t *move) {
    int used = game_move_read(engine->game, &engine->position, text, move);
    if (used <= 0) used = xboard_drive_read_capitals(engine, text, move);
    if (used > 0 && (text[used] == '\0' || isspace((unsigned char)text[used])))
        return EXTERNAL_NORMAL;
    return external_refuse(engine, "answered \"" XBOARD_MOVE " %.80s\", which is no move", text);
}

/* Whether it is the last move again. With ping that was heard before; without, older engines say
 * their moves in two ways. */
static bool xboard_drive_repeats(struct external *engine, const char *text) {
    move_t move;
    if (engine->dialect & XBOARD_KNOWS_PING) return false;
    int used = game_move_read(engine->game, &engine->position, text, &move);
    return external_repeats(engine, text, used > 0 ? move : MOVE_NONE);
}

/* By the word, by the result of the game, or in the words of older engines. */
static bool xboard_drive_resigns(const struct external *engine, const char *line) {
    const char *rest, *result = engine->side == 0 ? "0-1" : "1-0",
                      *colour = engine->side == 0 ? "White resigns" : "Black resigns";
    return external_begins(line, XBOARD_RESIGN, &rest) ||
           external_begins(line, "computer resigns", &rest) ||
           external_begins(line, colour, &rest) ||
           (external_begins(line, result, &rest) && strstr(rest, XBOARD_RESIGN));
}

static enum external_end xboard_drive_say_go(struct external *engine) {
    enum external_end end = xboard_drive_say_clock(engine);
    return end == EXTERNAL_NORMAL ? external_say(engine, XBOARD_GO) : end;
}

/* Whether moves may have been told in other words than those of the features. */
static bool xboard_drive_misled(const struct external *engine) {
    return engine->count > 0 && engine->dialect & XBOARD_KNOWS_PING;
}

/* Asks again, and forgets what was answered before. */
static enum external_end xboard_drive_ask_again(struct external *engine) {
    enum external_end end = xboard_drive_begin(engine);
    if (end == EXTERNAL_NORMAL) end = xboard_drive_ping(engine, false);
    return end == EXTERNAL_NORMAL ? xboard_drive_say_go(engine) : end;
}

/* A busy machine may start an engine after the wait for its features: these come now, before
 * anything else. */
static enum external_end xboard_drive_hear_move(struct external *engine, move_t *move) {
    const char *line, *rest;
    for (bool late = false;;) {
        enum external_end end = xboard_drive_hear(engine, &line);
        if (end != EXTERNAL_NORMAL) return end;
        bool feature = external_begins(line, XBOARD_FEATURE, &rest);
        bool misled = late && !feature && xboard_drive_misled(engine);
        late = feature;
        if (misled && (end = xboard_drive_ask_again(engine)) != EXTERNAL_NORMAL) return end;
        if (misled || feature) continue;
        if (xboard_drive_complains(engine, line))
            return xboard_drive_refuse_complaint(engine, line);
        if (xboard_drive_is_move(line, &rest) && !xboard_drive_repeats(engine, rest))
            return xboard_drive_read_move(engine, rest, move);
        if (xboard_drive_resigns(engine, line)) return EXTERNAL_RESIGNED;
        xboard_drive_hear_thinking(engine, line);
    }
}

/* Its move ends in force mode again. */
static enum external_end xboard_drive_ask(struct external *engine, move_t *move) {
    enum external_end end = xboard_drive_ping(engine, true);
    if (end == EXTERNAL_NORMAL) end = xboard_drive_say_go(engine);
    if (end == EXTERNAL_NORMAL) end = xboard_drive_hear_move(engine, move);
    return end == EXTERNAL_NORMAL ? external_say(engine, XBOARD_FORCE) : end;
}

static bool xboard_drive_plays(const struct game *game) {
    return xboard_carries(game);
}

const struct external_protocol external_xboard = {
    .name = "xboard",
    .games = "chess and xiangqi",
    .usual_game = "chess",
    .tells_time = true,
    .tells_clock = true,
    .tells_depth = true,
    .hears_scores = true,
    .knows_openings = true,
    .knows_positions = true,
    .quit = XBOARD_QUIT,
    .plays = xboard_drive_plays,
    .greet = xboard_drive_greet,
    .command = external_say_line,
    .set = xboard_drive_set,
    .renew = xboard_drive_renew,
    .begin = xboard_drive_begin,
    .tell = xboard_drive_tell,
    .ask = xboard_drive_ask,
};
