/*
 * records_tree: what GGF and SGF have in common, "(;PB[x]PW[y];B[f5](;W[d6])(;W[f6]))", for the
 * files of records.
 */
#ifndef HONE_ENGINE_FILES_TREE_H
#define HONE_ENGINE_FILES_TREE_H

#include "engine/files/records.h"

/* White space of SGF (FF[4]). */
#define TREE_BLANKS " \t\r\n\v\f"

/* Walks the values of a tree's main line. Begin with {.at = text}, end with tree_close. */
struct tree {
    const char *at;
    int depth;         /* of open brackets */
    bool in_main_line; /* until the first variation ends */
    char name[16];     /* of the property */
    struct text value;
};

/* Goes to the next value of the main line: 1; 0 at the tree's end, `at` is then behind it; -1 and
 * why. */
int tree_next(struct tree *tree, struct error *error);
void tree_close(struct tree *tree);

/* Behind a game: the end of the text if no other game begins in what follows, else `at`. */
const char *tree_behind(const char *at);

/* Cuts the blanks at both ends of a value. */
void tree_trim(struct text *value);

/* Whether a text begins with a tree, or with an archive's count before it: "1 (;GM[…". */
bool tree_begins(const char *text);

/* Whether a value is a word that ends the game there, such as "resign", and how. */
bool tree_is_ending(const char *value, enum records_end *out);

/* Ends the game by what that side did, if anything is known of it. */
void records_end_by(struct game_record *record, enum records_end end, int loser);

/* Appends "NAME[value]", unless the value is empty. What would end it is replaced. */
void tree_print(struct text *out, const char *name, const char *value);

/* Copies a value as harmless text, cut to fit at the end of a character. */
void tree_copy(char *out, size_t size, const char *value);

/* Lets a record without moves begin elsewhere. */
void records_place(struct game_record *record, const struct state *start);

int records_ggf_parse(const struct game *game, const char **text, struct game_record *out,
                      struct error *error);
int records_sgf_parse(const struct game *game, const char **text, struct game_record *out,
                      struct error *error);
void records_ggf_print(const struct game_record *record, struct text *out);
void records_sgf_print(const struct game_record *record, struct text *out);

#endif
