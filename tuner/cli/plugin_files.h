/*
 * plugin_files: the examples of engine/plugin/example, which `hone plugin new` writes under another
 * name; the build makes lines of C of them, so that the program has them with it.
 */
#ifndef HONE_TUNER_CLI_PLUGIN_FILES_H
#define HONE_TUNER_CLI_PLUGIN_FILES_H

/* Lines with their ends; NULL ends them. */
extern const char *const files_reversi_c[], *const files_reversi_cfg[],
                                                *const files_game_c[], *const files_game_cfg[],
                                                                           *const files_Makefile[];

#endif
