/*
 * SANITIZED: whether the address or the thread sanitizer is in this build. Each replaces the
 * allocator, which then cannot be replaced again, and has a shadow larger than any limit of memory.
 * gcc and clang announce them differently.
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
