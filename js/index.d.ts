// SPDX-License-Identifier: 0BSD

/**
 * Yields the number of each iteration, warm-up first; what is done until the next one is asked for is timed.
 * `for (const i of iterations()) work();`, `for (const i of iterations()) await work();`, or `for await`.
 * @param batch how often your own code repeats the work in each iteration: the value is the mean of these
 */
export function iterations(batch?: number): Generator<number, void, undefined>;

/** Values of your own: one for each iteration, warm-up included. */
export function metric(name: string, unit: string, values: ArrayLike<number> & Iterable<number>, moreIsBetter?: boolean): void;

/** One value for the whole execution. */
export function execution(name: string, unit: string, value: number, moreIsBetter?: boolean): void;

/** Iterations that come first, and do not count. */
export const warmup: number;
/** Iterations that count. */
export const live: number;
/** The same for all systems of a round; 0: none was given. */
export const seed: number;
