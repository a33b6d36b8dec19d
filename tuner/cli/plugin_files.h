/*
 * plugin_files: the examples of engine/plugin/example, which `hone plugin new` writes under another
 * name; the build makes lines of C of them, so that the program has them with it.
 */
#ifndef HONE_TUNER_CLI_PLUGIN_FILES_H
#define HONE_TUNER_CLI_PLUGIN_FILES_H

/* Lines with their ends; NULL ends them. */
typedef const char *const plugin_lines[];
extern plugin_lines files_reversi_c, files_connect_c, files_hex_c, files_lgame_c, files_piles_c,
    files_dobutsu_c, files_chess_c, files_xiangqi_c, files_evaluator_cfg, files_game_c,
    files_game_cfg, files_Makefile;

#endif
