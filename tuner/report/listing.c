/*
 * A row is held until the next one begins, since the names of the first one come before it.
 */
#include "tuner/report/listing.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/shown.h"
#include "tuner/store/json.h"

static const char *const listing_formats[] = {
    [LISTING_TEXT] = "text", [LISTING_JSON] = "json", [LISTING_CSV] = "csv", NULL};

struct option_spec listing_option(enum listing_format *format, const char *doc) {
    return (struct option_spec){.name = "format",
                                .letter = 'f',
                                .argument = "FORMAT",
                                .doc = doc,
                                .kind = OPTION_CHOICE,
                                .value = format,
                                .choices = listing_formats};
}

struct listing listing_new(enum listing_format format) {
    return (struct listing){.format = format};
}

static void listing_flush(struct listing *listing) {
    if (listing->values == 0) return;
    if (listing->format == LISTING_JSON) {
        text_add(&listing->out, "%s  {%s}", listing->rows ? ",\n" : "[\n",
                 text_get(&listing->line));
    } else {
        if (listing->rows == 0) text_add(&listing->out, "%s\r\n", text_get(&listing->names));
        text_add(&listing->out, "%s\r\n", text_get(&listing->line));
    }
    text_free(&listing->names);
    text_free(&listing->line);
    listing->values = 0;
    listing->rows++;
}

void listing_row(struct listing *listing) {
    listing_flush(listing);
}

/* ---- values ---- */

static void listing_name(struct listing *listing, const char *name) {
    const char *comma = listing->values++ ? "," : "";
    if (listing->format == LISTING_JSON)
        text_add(&listing->line, "%s\"%s\": ", *comma ? ", " : "", name);
    else
        text_add(&listing->line, "%s", comma);
    text_add(&listing->names, "%s%s", comma, name);
}

/* A row is a line, whatever is in a name. */
static void listing_csv_text(const char *value, struct text *out) {
    bool quoted = strpbrk(value, ",\"") != NULL;
    text_add(out, quoted ? "\"" : "");
    for (; *value; value++)
        text_add(out, *value == '"' ? "\"\"" : "%c", strchr("\r\n", *value) ? '?' : *value);
    text_add(out, quoted ? "\"" : "");
}

void listing_text(struct listing *listing, const char *name, const char *value) {
    listing_name(listing, name);
    (listing->format == LISTING_JSON ? json_add_text : listing_csv_text)(value, &listing->line);
}

void listing_whole(struct listing *listing, const char *name, int64_t value) {
    listing_name(listing, name);
    text_add(&listing->line, "%" PRId64, value);
}

void listing_real(struct listing *listing, const char *name, double value) {
    listing_name(listing, name);
    if (isfinite(value))
        text_add(&listing->line, "%.10g", value);
    else if (listing->format == LISTING_JSON)
        text_add(&listing->line, "null");
}

void listing_bounds(struct listing *listing, const struct score *score) {
    listing_real(listing, "elo_low", score ? elo_of_rate(score->rate - score->rate_error) : NAN);
    listing_real(listing, "elo_high", score ? elo_of_rate(score->rate + score->rate_error) : NAN);
}

void listing_no_row(struct listing *listing) {
    if (listing->format == LISTING_CSV)
        text_add(&listing->out, "%s\r\n", text_get(&listing->names));
    text_free(&listing->names);
    text_free(&listing->line);
    listing->values = 0;
}

void listing_print(struct listing *listing) {
    listing_flush(listing);
    if (listing->format == LISTING_JSON) text_add(&listing->out, listing->rows ? "\n]\n" : "[]\n");
    shown_put(text_get(&listing->out));
    text_free(&listing->out);
}
