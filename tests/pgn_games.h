/*
 * Games of PGN as they come from elsewhere, for the tests of all that reads PGN: what each makes of
 * them must be the same.
 */
#ifndef HONE_TESTS_PGN_GAMES_H
#define HONE_TESTS_PGN_GAMES_H

#define PGN_MATE "1. f3 e5 2. g4 Qh4# "
#define PGN_STALEMATE "[FEN \"7k/8/8/5Q2/8/8/8/K7 w - - 0 1\"]\n1. Qf7 "
#define PGN_BARE "[FEN \"7k/8/8/8/8/8/6p1/7K w - - 0 1\"]\n1. Kxg2 "
#define PGN_ROUND "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 "

/* Files that are refused, the line at which they are, and why. */
static const struct pgn_bad {
    const char *text;
    int line;
    const char *message;
} pgn_bad[] = {
    {"[Result \"1-0\"]\n\n1. e4\ne5 0-1\n", 4, "the game ends with 0-1, but its tag is"},
    {"[Result \"1-0\"]\n[Result \"0-1\"]\n\n1. e4 *\n", 2, "two tags contradict each other"},
    {"[White \"a\"]\n\n1. e4 e5\n2. Ke3 1-0\n", 4, "2. Ke3 is no legal move"},
    {"[SetUp \"1\"]\n\n1. e4 1-0\n", 3, "[SetUp \"1\"] needs a tag [FEN]"},
    {"[White \"a\"]\n" PGN_MATE "1-0\n", 2, "the result is 1-0, but the last board shows 0-1"},
    {"[White \"a\"]\n" PGN_MATE "1/2-1/2\n\n[White \"b\"]\n1. e4 *\n", 2,
     "the result is 1/2-1/2, but the last board shows 0-1"},
    {"[Result \"1-0\"]\n\n" PGN_MATE "\n\n\n[White \"b\"]\n*\n", 3,
     "the result is 1-0, but the last board"},
    {"[White \"a\"]\n" PGN_MATE "3. e4 0-1\n", 2, "e4 comes behind the end of the game"},
    {PGN_STALEMATE "1-0\n", 2, "the result is 1-0, but the last board shows 1/2-1/2"},
    {PGN_BARE "1-0\n", 2, "the result is 1-0, but the last board shows 1/2-1/2"},
    {"[White \"a\"]\n1. e4 --\n2. d4 1-0\n", 2, "1... -- is no legal move"},
    {"[White \"a\"]\n1. e4 Z0\n2. d4 1-0\n", 2, "1... Z0 is no legal move"},
    {"[White \"a\"]\n1. e4 (1. d4 (1. c4) e5 1-0\n", 2, "the variation that begins with ("},
    {"[White \"a\"]\n1. e4\n) e5 1-0\n", 3, "\")\" has no place among the moves"},
    {"[White \"a\"]\n1. e4 {to the end 1-0\n", 2, "the comment that begins with {"},
    {"[White \"a\"]\r\n1. e4 e5\r\n2. Ke3 1-0\r\n", 3, "2. Ke3 is no legal move"},
    {"\xef\xbb\xbf[White \"a\"]\n1. e4 e5\n2. Ke3 1-0\n", 3, "2. Ke3 is no legal move"},
    {"[White \"J\xf6rg\"]\n1. e4 e5\n2. Ke3 1-0\n", 3, "2. Ke3 is no legal move"},
    {"[White \"a\"]\n1. e4 *\n\xef\xbb\xbf[White \"b\"]\n1. e5 *\n", 4, "1. e5 is no legal move"},
};

/* Files of two games, both of 1. e4 e5 2. Nf3 and won by White. */
static const char *const pgn_good[] = {
    "1. e4 e5 2. Nf3 1-0 1. e4 e5 2. Nf3 1-0\n",
    "% an escape\n[White \"a\"]\n1. e4 e5\n% 2. Ke3 ( {\n2. Nf3 1-0\n[White \"b\"]\n1. e4 e5 2. "
    "Nf3 "
    "1-0\n",
    "[White \"a\"]\n1. e4 (1. d4\n% )\nd5 (1... Nf6 {) x} 2. c4 -- 3. Nc3) 2. c4) 1... e5 $1 $140 "
    "2. "
    "Nf3!? $6 1-0\n\n[White \"b\"]\n1. e4 ; ( {\n e5 2. Nf3 1-0\n",
    "\xef\xbb\xbf[White \"a\"]\r\n\r\n1. e4 e5\r\n2. Nf3 1-0\r\n\r\n[White \"b\"]\r\n\r\n1. e4 e5 "
    "2. "
    "Nf3\r\n1-0\r\n",
    "[White \"J\xf6rg \xc9\"]\n1. e4 e5 2. Nf3 1-0\n[White \"\x1b[31m\"]\n1. e4 e5 2. Nf3 1-0\n",
    "[White \"a\"]\n1. e4 e5 2. Nf3 1-0\n\n\xef\xbb\xbf[White \"b\"]\n1. e4 e5 2. Nf3 1-0\n",
};

#endif
