// SPDX-License-Identifier: 0BSD

/** Where values are written. */
export interface Where {
  /** values.json, unless you say so */
  file?: string;
  /** What is measured: the file's name without .json, unless you say so */
  system?: string;
  /** One execution more of what the file holds, in place of a new file. Processes differ: run several. */
  append?: boolean;
}

/**
 * Keeps every value of what is added to the bench afterwards, in the order of measurement, and writes them when it has run.
 * @param where of it `only`: the task that is measured alone, as assay asks for it
 */
export function record<Bench extends { add: unknown; run: unknown; readonly tasks: readonly unknown[] }>(
  bench: Bench, where?: Where & { only?: string }): Bench;
