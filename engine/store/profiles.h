/* SPDX-License-Identifier: GPL-3.0-or-later */
/* profiles.h -- profiles of an experiment's programs: kept beside its values. */
#pragma once

#include "profile/profile.h"
#include "store/store.h"

/* Keeps a profile of the experiment's benchmark, which had executions of it; a later one of the same benchmark takes its
 * place for readers. Errors as of store.h. */
enum assay_status store_add_profile(struct store *store, int64_t experiment, const char *benchmark,
                                    const struct profile *profile, struct assay_error *error);

/* The newest of the benchmark; *found false: there is none, and the profile is empty. End it with profile_fini in any
 * case. */
enum assay_status store_read_profile(struct store *store, int64_t experiment, const char *benchmark,
                                     struct profile *profile, bool *found,
                                     struct assay_error *error);

/* For one that grows as it is measured: its name in the world, a new one or that of the one that is gone on with; and it in
 * place of what has that name. */
enum assay_status store_new_uid(unsigned char uid[STORE_UID_BYTES], struct assay_error *error);
enum assay_status store_take_profile(struct store *store, int64_t experiment, const char *benchmark,
                                     struct profile *profile, unsigned char uid[STORE_UID_BYTES],
                                     bool *found, struct assay_error *error);
enum assay_status store_put_profile(struct store *store, int64_t experiment, const char *benchmark,
                                    const unsigned char uid[STORE_UID_BYTES],
                                    const struct profile *profile, struct assay_error *error);

/* Says that one is damaged. */
enum assay_status store_fail_profile(struct store *store, struct assay_error *error);
/* Whether each row fits its checksum. */
enum assay_status store_profiles_check(struct store *store, bool *sound, struct assay_error *error);

/* What an experiment's profiles may be of: its systems and benchmarks by place, and which benchmarks have one. Names are in
 * the memory. */
struct store_profiled {
    const char **systems, **benchmarks;
    bool *profiled; /* of each benchmark */
    size_t n_systems, n_benchmarks;
};
enum assay_status store_profiled(struct store *store, int64_t experiment, struct arena *memory,
                                 struct store_profiled *out, struct assay_error *error);
