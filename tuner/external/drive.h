/*
 * external: an engine in its own process that plays over one of the common protocols. Each protocol
 * is a file of its own here behind struct external_protocol, with the words of engine/protocol.
 * spec.h has the line that names an engine.
 *
 * A fault loses the game: the engine is ended, whatever it was doing, and the next game starts it
 * anew; after three failed starts in a row it is not tried again. hone's own rules decide what is
 * legal and which side has won.
 */
#ifndef HONE_TUNER_EXTERNAL_DRIVE_H
#define HONE_TUNER_EXTERNAL_DRIVE_H

#include "engine/files/records.h"
#include "tuner/external/offers.h"
#include "tuner/external/process.h"
#include "tuner/external/spec.h"

/* How a game ended for an engine. */
enum external_end {
    EXTERNAL_NORMAL,       /* by the rules */
    EXTERNAL_RESIGNED,     /* no fault */
    EXTERNAL_CRASHED,      /* the program ended */
    EXTERNAL_DISCONNECTED, /* it closed its output or reads no input, but still runs */
    EXTERNAL_TIMED_OUT,    /* or it said more than may be read */
    EXTERNAL_ILLEGAL,      /* a move that is not legal, or no valid answer */
    EXTERNAL_NOT_STARTED,  /* no greeting after its start, for any of these reasons */
    EXTERNAL_ADJUDICATED,  /* no fault: both engines said so (opinion.h) */
    EXTERNAL_INTERRUPTED,  /* Ctrl-C: the game does not count */
    EXTERNAL_ENDS
};
/* "normal", "resignation", "crash", "disconnect", "timeout", "illegal", "start", "adjudication";
 * those in the store. */
extern const char *const external_end_names[EXTERNAL_ENDS];
/* Whether the game ended by something that the engine did wrong. */
bool external_is_fault(enum external_end end);

/* A program, and its game. */
struct external {
    const struct external_spec *spec;
    /* For an engine that is tuned (tuned.h), what changes from game to game: its launch, a hook
     * before that (NULL: none), the settings before each game, and the line that sets one, see
     * external_set. */
    const struct launch *launch;
    void (*before_start)(void *seat);
    void *seat;
    const struct external_setting *said;
    int said_count;
    const char *set;
    const struct game *game;
    struct process *process; /* NULL: not running */
    int failed_starts;       /* in a row */
    bool heard;              /* it has said a line since its start */
    int side;
    struct state start, position;
    bool set_up;                              /* the start is not the game's own */
    int opening;                              /* moves played before its game began */
    move_t moves[GAME_PLIES_MAX];             /* from the start, the opening's too */
    struct record_eval evals[GAME_PLIES_MAX]; /* of those moves; the opponent's are not known */
    int count;
    struct opinion opinion;
    double clock;       /* seconds it has left */
    double deadline;    /* of what is said and awaited at the moment */
    double moved;       /* when it gave its last move */
    double patience;    /* when to report that it has not answered; 0: never */
    bool starts_anew;   /* it does not know how to begin another game */
    char detail[256];   /* what was wrong, as harmless text; "" if nothing */
    struct text errors; /* its complaints, and the end of its stderr in a game that a fault ended */
    char announced[64]; /* its name, as it says; "": it has not said any */
    struct offers offers; /* what can be set of it */
    /* For the protocols: */
    bool knows_board;        /* it was told the position, or asked to begin */
    move_t held;             /* a stone said or heard with half a turn; MOVE_NONE */
    bool castles_apart;      /* as in Chess960, since it was told so */
    int dialect;             /* how it names moves */
    char last_word[16];      /* the word of its last move */
    bool repeated;           /* it said that again when it was asked for another */
    struct record_eval eval; /* of the move that is asked for */
};

/* `spec` must outlive it. external_dismiss asks the program to end; external_stop, some time after
 * that or at once, waits until it has, half a second from then on at most, and ends it. */
void external_init(struct external *engine, const struct external_spec *spec,
                   const struct game *game);
void external_dismiss(struct external *engine);
void external_stop(struct external *engine);

/* A game as `side`, after these moves from `start` (NULL: the game's own; others are for protocols
 * that know_positions); starts the program if it is not running. Like the functions below it
 * returns EXTERNAL_NORMAL, or how the engine has lost the game.
 */
enum external_end external_begin(struct external *engine, int side, const void *start,
                                 const move_t *opening, int count);
/* Its move, which is legal. A forced pass is told, not asked for. */
enum external_end external_move(struct external *engine, move_t *move);
/* The opponent's move. */
enum external_end external_tell(struct external *engine, move_t move);
/* The game is over. */
void external_finish(struct external *engine);

/*
 * ---- for the protocols ----
 */
struct external_protocol {
    const char *name, *games; /* games it is for, in words */
    const char *usual_game;   /* if no option names one */
    bool tells_time, tells_clock, tells_depth, tells_nodes;
    bool hears_scores;    /* in hundredths of a pawn, of each move */
    bool knows_openings;  /* can begin elsewhere than at the start, by moves … */
    bool knows_positions; /* … or from any position */
    double pause;         /* seconds that engines need between their move and the next line */
    const char *quit;     /* the line that asks it to end */
    bool (*plays)(const struct game *game);
    /* All of these return EXTERNAL_NORMAL or the fault that one of the functions below gave. */
    enum external_end (*greet)(struct external *engine); /* after its start */
    /* Sends a line of the user's, between games; hears whether it is accepted, if engines say
     * so. */
    enum external_end (*command)(struct external *engine, const char *line);
    /* Sets an option of the engine's own, between games; NULL: there are no words for that. */
    enum external_end (*set)(struct external *engine, const char *name, const char *value);
    /* Before a game that is not the first of its process; may be NULL. One that cannot begin
     * another is ended and started anew, which is no fault. */
    enum external_end (*renew)(struct external *engine);
    enum external_end (*begin)(struct external *engine); /* with engine->moves played already */
    /* A legal move in `position`: the opponent's, or a forced pass of its own. */
    enum external_end (*tell)(struct external *engine, const void *position, move_t move);
    enum external_end (*ask)(struct external *engine, move_t *move);
    enum external_end (*finish)(struct external *engine); /* may be NULL */
};
extern const struct external_protocol external_gtp, external_nboard, external_gomocup, external_sau,
    external_uci, external_ucci, external_xboard;

/* Seconds to tell it for a move: fewer than those enforced. */
double external_turn_seconds(const struct external *engine);
/* Keeps the name that the engine gives itself. */
void external_name(struct external *engine, const char *name);
/* Keeps a line of complaint with the engine's stderr. */
void external_log(struct external *engine, const char *line);

/* Says a line (the newline is added); hears one. */
enum external_end external_say(struct external *engine, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
enum external_end external_say_line(struct external *engine, const char *line);
enum external_end external_hear(struct external *engine, const char **line);
/* Drops what it has said before a question, as a move that it gave twice. */
void external_skip(struct external *engine);
/* Whether a line begins with `word`, in whatever case, and what follows that and blanks. */
bool external_begins(const char *line, const char *word, const char **rest);
/* Hears lines up to one that begins with `word`, and gives the same. */
enum external_end external_hear_word(struct external *engine, const char *word, const char **rest);
/* EXTERNAL_ILLEGAL, for "answered 'x' to y". */
enum external_end external_refuse(struct external *engine, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Whether the word of a move, which is not legal, is that of its last one: an engine that says its
 * moves twice may do so behind the next question. If not, it is kept. For protocols that cannot
 * tell when the engine has said all. If no other move comes in time, this one was its answer. */
bool external_repeats(struct external *engine, const char *word, move_t move);
/* The move at the beginning of `text`; `parse` is like a game's move_parse. */
enum external_end external_read_move(struct external *engine,
                                     int (*parse)(const struct game *, const char *, move_t *),
                                     const char *text, move_t *move);

#endif
