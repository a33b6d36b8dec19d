/*
 * The table of stages. It decides that the champion is chosen on openings that training never used
 * and measured on others again.
 */
#include "tuner/play/stage.h"

const struct stage_row stage_table[STAGES] = {
    [STAGE_TRAIN] = {"train", "training", PURPOSE_GAME_TRAIN, OPENING_TRAIN, false},
    [STAGE_SELECT] = {"select", "choosing the champion", PURPOSE_GAME_SELECT, OPENING_SELECT,
                      false},
    [STAGE_VERIFY] = {"verify", "measuring the champion", PURPOSE_GAME_VERIFY, OPENING_VERIFY,
                      false},
    [STAGE_DEPTH] = {"depth", "strength against depth", PURPOSE_GAME_DEPTH, OPENING_VERIFY, false},
    [STAGE_LIMIT] = {"limit", "strength at another limit", PURPOSE_GAME_LIMIT, OPENING_VERIFY,
                     false},
    [STAGE_MILESTONE] = {"milestone", "milestones", PURPOSE_GAME_MILESTONE, OPENING_VERIFY, false},
    [STAGE_PROGRESS] = {"progress", "strength over time", PURPOSE_GAME_PROGRESS, OPENING_PROGRESS,
                        .apart = true},
    [STAGE_SERIES] = {"series", "playing", PURPOSE_GAME_SERIES, OPENING_VERIFY, false},
};
