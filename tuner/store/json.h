/*
 * json: the members of a JSON text, read by SQLite, which the tuner has anyway.
 */
#ifndef HONE_TUNER_STORE_JSON_H
#define HONE_TUNER_STORE_JSON_H

#include "tuner/store/db.h"

/* A member of an object. */
struct json_member {
    char *name, *value; /* texts without their quotes, true and false as words; owned */
    bool whole;         /* the value is a whole number */
};

/* The members of the object at a path, "$" or "$.params", in order: their count, 0 if there is no
 * object; -1 and why if the text is not JSON. json_free. */
int json_members(const char *text, const char *path, struct json_member **out, struct error *error);
void json_free(struct json_member *members, int count);

/* Adds a text in JSON's quotes. */
void json_add_text(const char *value, struct text *out);

#endif
