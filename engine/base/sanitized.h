/*
 * SANITIZED: whether the address or the thread sanitizer watches this build. Each has an allocator
 * of its own, between which and the program nobody can come, and a shadow larger than any limit of
 * memory. gcc and clang say differently that they are there.
 */
#ifndef HONE_ENGINE_BASE_SANITIZED_H
#define HONE_ENGINE_BASE_SANITIZED_H

#ifndef __has_feature
#define __has_feature(feature) 0
#endif

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__ ||                                 \
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

#endif
