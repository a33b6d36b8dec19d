/*
 * The EXAMPLES of the manual pages, by program and command. The build refuses a command that has
 * none.
 */
#include <string.h>

#include "tuner/pages/pages.h"

static const struct {
    const char *program, *command, *doc;
} examples[] = {
    {"hone", "tune",
     "A first run; the same command goes on after a Ctrl-C:\n  hone tune first.cfg\n"
     "A run that is finished by the morning, with another seed:\n"
     "  hone tune first.cfg --set seed=2 --set name=second --until 06:30\n"},
    {"hone", "fit",
     "Weights from the positions of games, in a few seconds:\n  hone fit config/reversi-fit.cfg\n"},
    {"hone", "finish", "Measure the champion now:\n  hone finish results/first\n"},
    {"hone", "data",
     "The positions of the last generation, for another program:\n"
     "  hone data results/reversi-fit > positions.csv\n"},
    {"hone", "ask",
     "The next vector to try, and what came of it:\n  hone ask function.cfg\n"
     "  hone tell function.cfg 1 score=0.25\n"},
    {"hone", "tell",
     "Eight games of question 17:\n  hone tell function.cfg 17 won=4 drawn=1 lost=3\n"},
    {"hone", "serve-study",
     "For a program that keeps both ends of a pipe:\n  hone serve-study function.cfg\n"},
    {"hone", "import",
     "An engine whose parameters another tuner knows:\n  hone import config.json > engine.cfg\n"},
    {"hone", "check",
     "What a run will play and cost, and what it will be able to tell apart:\n"
     "  hone check first.cfg --preflight\n"},
    {"hone", "status", "How far a run is:\n  hone status results/first\n"},
    {"hone", "watch", "A run that goes on in another shell:\n  hone watch results/first\n"},
    {"hone", "list", "All runs below results:\n  hone list\n"},
    {"hone", "report",
     "What came out, with what each figure means:\n  hone report --explain results/first\n"
     "As a page for a browser:\n  hone report results/first --html first.html\n"},
    {"hone", "export",
     "The champion's weights for a program in C:\n"
     "  hone export results/first --format c -o weights.h\n"},
    {"hone", "weights",
     "Ten weights as 64:\n"
     "  hone weights convert results/first --layout 64 -o squares.weights\n"},
    {"hone", "match",
     "A champion against a table of the literature, both two plies deep:\n"
     "  hone match results/first config/weights/lr06.weights --depth 2\n"
     "Two versions, until a sequential test is decided:\n"
     "  hone match new.weights old.weights --sprt 0,5\n"},
    {"hone", "tournament",
     "Champions of three generations:\n"
     "  hone tournament results/first@50 results/first@200 results/first@700\n"},
    {"hone", "elo", "From 120 games won, 95 lost and 40 drawn:\n  hone elo W=120 L=95 D=40\n"},
    {"hone", "ablate",
     "What each kind of square is worth:\n  hone ablate results/first --pairs 500\n"},
    {"hone", "replay",
     "The first game of meeting 3, with its boards:\n  hone replay results/first 3 1 --boards\n"},
    {"hone", "doctor",
     "Whether a database is sound, and its games come again:\n  hone doctor results/first\n"},
    {"hone", "merge",
     "Several seeds in one database, compared:\n  hone merge results/seeds/* -o seeds.db\n"
     "  hone report seeds.db\n"},
    {"hone", "compare-optimizers",
     "Two optimisers with 100000 games each, three seeds:\n"
     "  hone compare-optimizers first.cfg --optimizers ga,cmaes --games 1e5 --seeds 3\n"},
    {"hone", "games",
     "The parameters of one evaluator in one layout:\n  hone games reversi wpc/64\n"},
    {"hone", "plugin",
     "An evaluator of your own, from the first file to its test:\n  hone plugin new mine\n"
     "  make -C mine\n  hone plugin check mine/mine.so\n"},
    {"hone-engine", "play",
     "Against a run's champion:\n  hone-engine play --weights results/first\n"
     "Gomoku, a second a move:\n  hone-engine play --game gomoku --time 1\n"},
    {"hone-engine", "selfplay",
     "A game of Connect6, two plies deep:\n  hone-engine selfplay --game connect6 --depth 2\n"},
    {"hone-engine", "analyze",
     "The three best answers to a first move of Reversi, six plies deep:\n"
     "  hone-engine analyze f5 --depth 6\n"},
    {"hone-engine", "perft", "The positions of Reversi to depth 8:\n  hone-engine perft 8\n"},
    {"hone-engine", "bench",
     "The fingerprint, and the nodes of another driver:\n  hone-engine bench\n"
     "  hone-engine bench --search mtdf\n"},
    {"hone-engine", "prove",
     "Four in a row on a board of 6 by 5:\n"
     "  hone-engine prove --game 'connect(6,5,4,1,1)' \"\"\n"},
    {"hone-engine", "tree",
     "How alpha-beta goes through a tree of six leaves:\n"
     "  hone-engine tree --search alphabeta \"((3 5) (6 9) (1 2))\"\n"},
    {"hone-engine", "solve",
     "Endings of Reversi, a position a line:\n  hone-engine solve endings.obf\n"},
    {"hone-engine", "book",
     "A book, and a game with it:\n"
     "  hone-engine book --weights champion.weights > reversi.book\n"
     "  hone-engine play --weights champion.weights --book reversi.book\n"},
    {"hone-engine", "--protocol",
     "For a board that speaks NBoard's protocol:\n"
     "  hone-engine --protocol nboard --weights champion.weights\n"},
};

const char *pages_examples(const struct pages_program *program, const struct command *command) {
    for (size_t i = 0; i < COUNT_OF(examples); i++)
        if (strcmp(examples[i].program, program->name) == 0 &&
            strcmp(examples[i].command, command->name) == 0)
            return examples[i].doc;
    die("%s %s has no example in tuner/pages/examples.c", program->name, command->name);
}
