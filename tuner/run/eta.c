/*
 * While one pace is not known the other one stands for it: both stages play the same kind of games.
 */
#include "tuner/run/eta.h"

double eta_seconds(const struct eta *eta, double training, double measuring, double openings) {
    double one = pace_piece(&eta->training), other = pace_piece(&eta->measuring);
    if (one <= 0) one = other;
    if (one <= 0) one = eta->game;
    if (other <= 0) other = one;
    double opening = pace_piece(&eta->drawing);
    if (opening <= 0) opening = eta->opening;
    return training * one + measuring * other + openings * opening;
}
