/*
 * An entry is a head of fixed size, the weight file's lines before the parameters with a final
 * zero, and the values as they are in memory: it is for this machine alone.
 */
#include "engine/files/weights_cache.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/own_file.h"
#include "engine/files/weights_fields.h"

#define SECOND UINT64_C(1000000000)

/* The form changes with anything that is written here. */
static const char entry_form[16] = "hone weights 3\n";

struct entry_head {
    char form[sizeof entry_form];
    struct weights_cache_key key;
    uint64_t text_bytes, value_count;
    uint64_t checksum; /* of the names, and of all that precedes and follows it */
};

/* ---- keys ---- */

static uint64_t cache_time(const struct timespec *time) {
    return (uint64_t)time->tv_sec * SECOND + (uint64_t)time->tv_nsec;
}

struct weights_cache_key weights_cache_key(const char *path) {
    struct stat status;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode) ||
        status.st_size < WEIGHTS_CACHE_LEAST)
        return (struct weights_cache_key){0};
    return (struct weights_cache_key){.device = (uint64_t)status.st_dev,
                                      .inode = (uint64_t)status.st_ino,
                                      .size = (uint64_t)status.st_size,
                                      .modified = cache_time(&status.st_mtim),
                                      .changed = cache_time(&status.st_ctim)};
}

static bool cache_keys_are_equal(const struct weights_cache_key *a,
                                 const struct weights_cache_key *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

/* The user's folder in `out`; false: there is none. */
static bool cache_folder(struct text *out) {
    const char *caches = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (caches && caches[0] == '/')
        text_add(out, "%s/hone", caches);
    else if (home && home[0] == '/')
        text_add(out, "%s/.cache/hone", home);
    return out->length > 0;
}

static void cache_add_slot(const struct weights_cache_key *key, struct text *out) {
    uint64_t slot = mix64(mix64(key->device) + key->inode) % WEIGHTS_CACHE_SLOTS;
    text_add(out, "/weights-%d", (int)slot);
}

/* ---- entries ---- */

/* A change of one word alone always changes it. Four chains, so that none waits for another. */
static uint64_t cache_checksum(uint64_t seed, const char *bytes, size_t count) {
    uint64_t lanes[4] = {seed, seed + 1, seed + 2, seed + 3};
    size_t i = 0;
    for (; i + sizeof lanes <= count; i += sizeof lanes) {
        uint64_t words[4];
        memcpy(words, bytes + i, sizeof words);
        for (int j = 0; j < 4; j++) {
            lanes[j] = (lanes[j] ^ words[j]) * UINT64_C(0x9e3779b97f4a7c15);
            lanes[j] ^= lanes[j] >> 32;
        }
    }
    uint64_t rest = bytes_checksum(bytes + i, count - i);
    for (int j = 0; j < 4; j++) rest = mix64(rest ^ lanes[j]);
    return rest;
}

/* A plug-in that was built again may have its parameters in another order. */
static uint64_t cache_names_checksum(const struct evaluator *evaluator) {
    uint64_t sum = 0;
    for (int i = 0; i < evaluator->param_count; i += evaluator_param_run(evaluator, i)) {
        const struct param param = evaluator_param(evaluator, i);
        sum = mix64(sum ^ bytes_checksum(param.name, strlen(param.name)));
    }
    return sum;
}

static uint64_t cache_entry_checksum(const struct entry_head *head, const char *text,
                                     const struct weights *weights) {
    uint64_t sum = cache_names_checksum(weights->evaluator);
    sum = cache_checksum(sum, (const char *)head, offsetof(struct entry_head, checksum));
    sum = cache_checksum(sum, text, head->text_bytes);
    return cache_checksum(sum, (const char *)weights->values,
                          head->value_count * sizeof *weights->values);
}

/* In a folder that others write to, another user's entry would be no damage but a lie. */
static bool cache_is_own(int file) {
    struct stat status;
    return fstat(file, &status) == 0 && status.st_uid == geteuid();
}

static bool cache_get(int file, void *out, size_t count) {
    for (char *at = out; count > 0;) {
        ssize_t got = read(file, at, count);
        if (got <= 0) return false;
        at += got, count -= (size_t)got;
    }
    return true;
}

/* The lines of the text, which the caller frees; NULL: this is no entry for the key. */
static char *cache_get_text(int file, const struct weights_cache_key *key,
                            struct entry_head *head) {
    if (!cache_is_own(file) || !cache_get(file, head, sizeof *head) ||
        memcmp(head->form, entry_form, sizeof entry_form) != 0 ||
        !cache_keys_are_equal(&head->key, key) || head->text_bytes > key->size ||
        head->text_bytes == 0)
        return NULL;
    char *text = xmalloc(head->text_bytes);
    if (cache_get(file, text, head->text_bytes) && text[head->text_bytes - 1] == '\0') return text;
    free(text);
    return NULL;
}

/* The text names the evaluator, which says how many values there are and within which bounds. */
static bool cache_get_values(int file, const struct entry_head *head, const char *text,
                             const struct weights *weights) {
    struct error error;
    return head->value_count == (uint64_t)weights->evaluator->param_count &&
           cache_get(file, weights->values, head->value_count * sizeof *weights->values) &&
           cache_entry_checksum(head, text, weights) == head->checksum &&
           weights_check_values("", weights, &error) == 0;
}

static int cache_get_weights(int file, const struct weights_cache_key *key, const char *path,
                             struct weights *out) {
    struct entry_head head;
    struct error error;
    char *text = cache_get_text(file, key, &head);
    if (!text) return -1;
    int status = weights_parse_head(path, text, out, &error);
    if (status == 0 && !cache_get_values(file, &head, text, out)) {
        weights_free(out);
        status = -1;
    }
    free(text);
    return status;
}

int weights_cache_read(const struct weights_cache_key *key, const char *path, struct weights *out) {
    struct text file = {0};
    int status = -1, entry = -1;
    if (key->size > 0 && cache_folder(&file)) {
        cache_add_slot(key, &file);
        entry = own_file_open(text_get(&file), O_RDONLY, NULL);
    }
    if (entry >= 0) {
        status = cache_get_weights(entry, key, path, out);
        close(entry);
    }
    text_free(&file);
    return status;
}

/* ---- to keep one ---- */

static void cache_entry_of(const struct weights_cache_key *key, const struct weights *weights,
                           struct text *out) {
    struct text text = {0};
    size_t count = (size_t)weights->evaluator->param_count;
    weights_print_head(weights, &text);
    text_add_bytes(&text, "", 1);
    struct entry_head head = {.key = *key, .text_bytes = text.length, .value_count = count};
    memcpy(head.form, entry_form, sizeof entry_form);
    head.checksum = cache_entry_checksum(&head, text.data, weights);
    text_add_bytes(out, (const char *)&head, sizeof head);
    text_add_bytes(out, text.data, text.length);
    text_add_bytes(out, (const char *)weights->values, count * sizeof *weights->values);
    text_free(&text);
}

static bool cache_key_is_settled(const struct weights_cache_key *key, const char *path) {
    struct timespec now;
    struct weights_cache_key again = weights_cache_key(path);
    uint64_t latest = key->modified > key->changed ? key->modified : key->changed;
    return cache_keys_are_equal(key, &again) && clock_gettime(CLOCK_REALTIME, &now) == 0 &&
           cache_time(&now) > latest + SECOND;
}

void weights_cache_write(const struct weights_cache_key *key, const char *path,
                         const struct weights *weights) {
    struct text file = {0}, entry = {0};
    struct error error;
    if (key->size > 0 && cache_key_is_settled(key, path) && cache_folder(&file) &&
        directory_make(text_get(&file), &error) == 0) {
        cache_add_slot(key, &file);
        cache_entry_of(key, weights, &entry);
        if (own_file_check(text_get(&file), &error) == 0)
            file_write_bytes(text_get(&file), entry.data, entry.length, &error);
    }
    text_free(&file), text_free(&entry);
}
