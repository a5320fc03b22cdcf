/* SPDX-License-Identifier: GPL-3.0-or-later */
/* artefact_dynamic.h -- the tables that the loader reads of a linked ELF file, by what they mean.
 *
 * They stand before the code, and the table of strings among them: a longer path in it (-Wl,-rpath) moves those
 * behind it, and every place in it that they hold, and changes nothing that runs.
 */
#pragma once

#include "measure/artefact.h"
#include "measure/artefact_elf.h"

/* True for sections of the loader's tables; of linked files only. */
bool artefact_dynamic_is(const Elf64_Shdr *section);

/* Continues *hash by what the section means, wherever it lies. *left: bytes that may yet be read, for hostile files in
 * which names overlap. False: it is damaged. */
bool artefact_dynamic_add(const struct artefact_elf *elf, const Elf64_Shdr *section,
                          const struct artefact_place *place, uint64_t *hash, uint64_t *left);
