/*
 * config: a run as the user wrote it, read with libconfig and checked completely before anything
 * starts. Only config.c includes the config library.
 */
#ifndef HONE_TUNER_CONFIG_CONFIG_H
#define HONE_TUNER_CONFIG_CONFIG_H

#include "engine/files/weights.h"
#include "engine/game/evaluator.h"
#include "engine/search/search.h"
#include "tuner/config/parameters.h"
#include "tuner/external/drive.h"
#include "tuner/openings/collection.h"
#include "tuner/optimize/optimizer.h"
#include "tuner/optimize/space.h"
#include "tuner/play/manners.h"
#include "tuner/play/stage.h"

enum { CONFIG_FILES_MAX = 16, CONFIG_LISTS = 6, CONFIG_YARDSTICKS_MAX = CONFIG_FILES_MAX };

/* Weight files and external engines, as the user named them. */
struct config_files {
    int count;
    char *paths[CONFIG_FILES_MAX]; /* owned */
};

/* Whole numbers, as the user listed them. */
enum { CONFIG_NUMBERS_MAX = MANNERS_MAX };
struct config_numbers {
    int count;
    int list[CONFIG_NUMBERS_MAX];
};

/* Contents of files by their names in a config: of weights and openings the text, of positions the
 * checksum and path, of plug-ins and engines checksums (tuner/config/versions.h). */
struct config_contents {
    int count;
    char *paths[CONFIG_LISTS * CONFIG_FILES_MAX],
        *texts[CONFIG_LISTS * CONFIG_FILES_MAX]; /* owned */
};
void config_contents_add(struct config_contents *contents, const char *path, const char *text);
void config_contents_free(struct config_contents *contents);

/* A player that is met and never tuned: weights, or an engine (tuner/external/drive.h). */
struct yardstick {
    struct weights weights; /* of an external engine only the name */
    const char *line;       /* that names such an engine; NULL: it is a weight file */
    struct external_spec external;
};

/* What the user says of the parameters that are tuned. */
struct config_rules {
    int count;
    struct space_rule *list; /* owned */
};

/* What a study is told of a vector, or of two that met. */
enum study_results { STUDY_SCORE, STUDY_GAMES, STUDY_DUELS };
enum study_goal { STUDY_MAX, STUDY_MIN };

/* How far an engine searches for a move; "" and 0: not said. */
struct config_limit {
    int nodes, depth;
    double movetime; /* seconds */
    char clock[32];
};

/* The rule by which champions stay in a full hall of fame. */
enum hall_rule {
    HALL_NEWEST,  /* the last champions that entered it */
    HALL_TELLING, /* a new one replaces the least telling */
};

struct config {
    char name[64]; /* the file's name without directory and ".cfg", or `name` in the file */
    uint64_t seed;
    const struct game *game;
    const struct evaluator *evaluator;

    struct { /* names as written; what they stand for is in the other fields */
        char game[32], evaluator[16], layout[16], optimizer[16];
        struct config_files plugins, openings, initial, data, fitness_yardsticks, verify_yardsticks;
        struct config_rules params;
    } given;

    struct parameters parameters; /* of a program that hone does not know; none: the evaluator's */
    struct { /* the program, where it plays the run's games (tuner/config/engine.h); "" and 0: not
              * said */
        char command[1024], protocol[16], name[64], options[1024], set[256], template[512],
            file[128];
        struct config_limit limit;
        struct opinion_rules opinion;
    } engine;
    struct {
        enum study_results results;
        enum study_goal goal; /* of scores */
    } study;

    struct { /* how tuning games are played */
        struct manners manners;
        int64_t tt_kib;
        int plies_max; /* longer games are draws; 0: the game's own limit */
    } player;

    struct {
        int plies_min, plies_max; /* random plies, drawn evenly */
        int file_plies;           /* of a game or line in a file; 0: all */
        double balance; /* what judges ask for, see tuner/openings/judges.h; 0: none are asked */
        struct collection *collection; /* of the files, with the judges' verdicts; NULL: there are
                                        * none; owned */
    } openings;

    int pairs[STAGES]; /* openings of each meeting, played with both colours. progress 0: as many as
                          its share of the games allows; depth: at all depths together, 0: none;
                          limit 0: none */

    struct {
        bool groups;      /* members of a group meet each other */
        bool round_robin; /* all individuals meet each other */
        bool gauntlet;    /* each meets the yardsticks and the hall of fame */
        int openings;     /* stock of openings that a generation's meetings are dealt theirs from;
                           * 0: all play the same */
        int yardstick_count;
        struct yardstick yardsticks[CONFIG_YARDSTICKS_MAX];
        int hall_size, hall_every; /* 0: no hall of fame */
        enum hall_rule hall_rule;
    } fitness;

    struct space space; /* of the evaluator's parameters, what the optimiser moves */
    struct optimizer_options optimizer;
    int initial_count; /* vectors of INIT_AROUND and INIT_FILE; one for INIT_RANDOM, not used at the
                        * start */
    int32_t *initial;  /* their genes; owned */
    double *reach;     /* of each gene, as a part of its range; NULL: all of it; owned */
    double *rates;     /* of each gene, as reach_rates gives them; NULL: none has its own; owned */
    struct config_files data;        /* that a fit reads, as seen from here */
    int initial_moved;               /* values of the vectors that ties and steps have changed */
    struct config_contents contents; /* of all weight files that it names */
    struct text remarks; /* lines for the user: what was made of weights of other evaluators */
    const char *missing_plugin; /* that of a stored run which is not loaded; NULL: there is none */

    struct {
        int candidates;      /* of the run, that are played again to choose the champion */
        bool racing;         /* the worse half of them drops out again and again */
        double error;        /* Elo: its measurement goes on until the error is this; 0: not */
        int pairs_max;       /* of a meeting then */
        int yardstick_count; /* besides the start */
        struct yardstick yardsticks[CONFIG_YARDSTICKS_MAX];
        int milestone_every; /* generations between champions that meet in a round robin; 0: none */
        int random_players;  /* that join it */
        struct config_numbers depths;   /* that it is measured at besides */
        int depth_pairs;                /* openings of a meeting at each; 0: by verify.pairs */
        struct manners depth_manners;   /* all of the depths that no other manner has, alike */
        char also[64];                  /* the limit that its engine is measured at besides */
        int also_pairs;                 /* openings of a meeting there; 0: by verify.pairs */
        struct config_limit also_limit; /* that limit, completed, and the engine … */
        const struct evaluator *also_evaluator; /* … with it; NULL: none */
    } verify;

    struct {       /* strength over time, see run/growth.h */
        int every; /* generations from one milestone to the next; 0: none, -1: automatic */
        bool on;   /* whether there are any: they are wanted, and there are openings for them */
    } progress;

    int threads;      /* 0: all cores */
    char output[512]; /* directory; the database is OUTPUT/run.db */
};

/* Reads `path`, then `sets` ("section.key=value", values as in the file, texts also without their
 * quotes), which override it, and checks the whole. Relative paths of weight files start at the
 * config file. 0, or -1 and "FILE:LINE: what was wrong, what would be right", or "--set KEY=VALUE:
 * …". config_free in either case. */
int config_load(const char *path, const char *const *sets, int set_count, struct config *out,
                struct error *error);
/* The same for a comparison of several kinds of optimiser: settings of other kinds than the run's
 * are allowed. */
int config_load_kinds(const char *path, const char *const *sets, int set_count, struct config *out,
                      struct error *error);
/* The same as config_load from text; `path` names it in messages and is where paths of weight files
 * start. */
int config_parse(const char *path, const char *text, const char *const *sets, int set_count,
                 struct config *out, struct error *error);
/* A text that config_print wrote, perhaps before settings without effect were refused. Its weight
 * files come from `contents`, not from the disk; NULL: there are none. */
int config_parse_stored(const char *path, const char *text, const struct config_contents *contents,
                        const char *const *sets, int set_count, struct config *out,
                        struct error *error);
void config_free(struct config *config);

/* The effective settings in the file's own syntax, every key, in a fixed order: equal runs give
 * equal texts. Leaves out what does not change results (threads, output). */
void config_print(const struct config *config, struct text *out);
/* The same for people: without the keys of optimisers that were not chosen. */
void config_print_used(const struct config *config, struct text *out);
/* Those that differ from the defaults, "key=value", a line each; without those that every config
 * gives. */
void config_print_unusual(const struct config *config, struct text *out);
/* Kinds of keys that may be changed in a run that goes on. */
enum config_changeable {
    CONFIG_LENGTH = 1, /* those of its length */
    CONFIG_RANGES = 2, /* those with ranges of parameters */
};
/* The differences of two such texts, a line each: "  fitness.pairs: 6 there, 7 here", without keys
 * of the kinds `but`. A key that a text of another version lacks has its old default. */
void config_differences(const char *there, const char *here, unsigned but, struct text *out);

/* Whether the user's engine plays and its parameters are tuned. */
static inline bool config_has_engine(const struct config *config) {
    return config->engine.command[0] != '\0';
}

/* Whether it is a study: parameters whose results come from elsewhere; hone plays no games. */
static inline bool config_is_study(const struct config *config) {
    return config->parameters.count > 0 && !config_has_engine(config);
}

/* In which manners a stage is played, and by what. */
const struct manners *config_manners(const struct config *config, enum stage stage);
const struct evaluator *config_evaluator(const struct config *config, enum stage stage);
/* The most plies of a game after its opening. */
int config_plies_max(const struct config *config);

/* All keys: bounds, default, meaning. For `hone check --help`. */
void config_help(struct text *out);

#endif
