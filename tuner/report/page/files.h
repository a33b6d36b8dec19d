/*
 * files: the style and the script of a page, which are files of this folder; the build turns them
 * into lines of C, so that the program contains them.
 */
#ifndef HONE_TUNER_REPORT_PAGE_FILES_H
#define HONE_TUNER_REPORT_PAGE_FILES_H

/* Lines with their ends; NULL ends them. */
extern const char *const files_page_css[], *const files_page_js[];

#endif
