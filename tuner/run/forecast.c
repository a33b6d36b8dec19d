/*
 * Until a pace is known the other one stands for it: both stages play the same kind of games.
 */
#include "tuner/run/forecast.h"

double forecast_seconds(const struct forecast *forecast, double training, double measuring,
                        double openings) {
    double one = pace_piece(&forecast->training), other = pace_piece(&forecast->measuring);
    if (one <= 0) one = other;
    if (one <= 0) one = forecast->game;
    if (other <= 0) other = one;
    double opening = pace_piece(&forecast->drawing);
    if (opening <= 0) opening = forecast->opening;
    return training * one + measuring * other + openings * opening;
}
