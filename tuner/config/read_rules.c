/*
 * One member of a rule after the other. Whether the parameters that rules name are there, the
 * space of parameters checks.
 */
#include "tuner/config/read_rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Rejects something about the rule in that line. */
static int rule_reject(const struct config_reader *reader, const config_setting_t *setting,
                       const char *what) {
    return config_reject_rule(reader, (int)config_setting_source_line(setting), what);
}

static int rule_number_read(const struct config_reader *reader, const config_setting_t *setting,
                            int32_t *out) {
    int type = config_setting_type(setting);
    int64_t value = config_setting_get_int64(setting);
    if ((type != CONFIG_TYPE_INT && type != CONFIG_TYPE_INT64) || value != (int32_t)value)
        return rule_reject(reader, setting,
                           "must have whole numbers of at most 32 bits as start, lower, "
                           "upper and step");
    *out = (int32_t)value;
    return 0;
}

static int rule_name_read(const struct config_reader *reader, const config_setting_t *setting,
                          size_t size, char *out) {
    if (config_setting_type(setting) != CONFIG_TYPE_STRING ||
        strlen(config_setting_get_string(setting)) >= size)
        return rule_reject(reader, setting,
                           "must have parameters' names in quotes as name and tie: "
                           "\"s2.a1\", \"s2.*\"");
    strcpy(out, config_setting_get_string(setting));
    return 0;
}

static int rule_reject_member(const struct config_reader *reader, const config_setting_t *member) {
    static const char *const names[] = {"name", "start",  "lower", "upper",
                                        "step", "freeze", "tie",   NULL};
    char what[160];
    const char *name = config_setting_name(member), *meant = name_suggest(name, names);
    snprintf(what, sizeof what,
             "has in its rules only name, start, lower, upper, step, freeze and tie, not "
             "'%.30s'%s%s%s",
             name, meant ? "; did you mean '" : "", meant ? meant : "", meant ? "'?" : "");
    return rule_reject(reader, member, what);
}

static int rule_member_read(const struct config_reader *reader, const config_setting_t *member,
                            struct space_rule *rule) {
    const char *name = config_setting_name(member);
    for (int which = 0; which < SPACE_NUMBERS; which++)
        if (strcmp(name, space_number_names[which]) == 0) {
            rule->has[which] = true;
            return rule_number_read(reader, member, &rule->numbers[which]);
        }
    if (strcmp(name, "name") == 0)
        return rule_name_read(reader, member, sizeof rule->name, rule->name);
    if (strcmp(name, "tie") == 0) {
        rule->has_tie = true;
        return rule_name_read(reader, member, sizeof rule->tie, rule->tie);
    }
    if (strcmp(name, "freeze") != 0) return rule_reject_member(reader, member);
    if (config_setting_type(member) != CONFIG_TYPE_BOOL)
        return rule_reject(reader, member, "must have true or false as freeze");
    rule->has_freeze = true;
    rule->freeze = config_setting_get_bool(member);
    return 0;
}

static int rule_read(const struct config_reader *reader, const config_setting_t *setting,
                     struct space_rule *rule) {
    *rule = (struct space_rule){.line = (int)config_setting_source_line(setting)};
    for (int i = 0; i < config_setting_length(setting); i++)
        if (rule_member_read(reader, config_setting_get_elem(setting, (unsigned)i), rule))
            return -1;
    return 0;
}

void config_rules_free(struct config_rules *rules) {
    free(rules->list);
    *rules = (struct config_rules){0};
}

int config_rule_list_read(const struct config_reader *reader, const struct config_key *key,
                          const config_setting_t *setting) {
    struct config_rules *rules = &reader->config->given.params;
    config_rules_free(rules);
    rules->list = xcalloc((size_t)config_setting_length(setting), sizeof *rules->list);
    for (; rules->count < config_setting_length(setting); rules->count++) {
        const config_setting_t *rule = config_setting_get_elem(setting, (unsigned)rules->count);
        if (!config_setting_is_group(rule)) return config_reject_value(reader, key, "");
        if (rule_read(reader, rule, &rules->list[rules->count])) return -1;
    }
    return 0;
}
