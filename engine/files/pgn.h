/* records_pgn: PGN, for the files of records. */
#ifndef HONE_ENGINE_FILES_PGN_H
#define HONE_ENGINE_FILES_PGN_H

#include "engine/files/tree.h"

int records_pgn_parse(const struct game *game, const char **text, struct game_record *out,
                      struct error *error);
/* `native`: with the moves' names of the game's own country. */
void records_pgn_print(const struct game_record *record, bool native, struct text *out);

#endif
