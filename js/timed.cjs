// SPDX-License-Identifier: 0BSD
// timed.cjs -- a function that tinybench calls, and how long each call took, in order: what tinybench keeps it sorts.
'use strict';

const isAsync = (fn) => fn.constructor === (async () => {}).constructor;

// The same function; each call's milliseconds go into durations. What a call says of itself (overriddenDuration) is believed, and tinybench is
// told what is kept, so that both say the same; before version 3 it does not listen, and finds some 0.1 us more.
function timed(fn, now, durations) {
  const ended = (took, told) => {
    const own = told !== null && typeof told === 'object' ? told.overriddenDuration : undefined;
    durations.push(typeof own === 'number' ? own : took);
    return typeof own === 'number' ? told : { overriddenDuration: took };
  };
  if (isAsync(fn))
    return async function () {
      const start = now();
      const told = await fn.call(this);
      return ended(now() - start, told);
    };
  return function () {
    const start = now();
    const told = fn.call(this);
    if (told !== null && typeof told === 'object' && typeof told.then === 'function')
      return told.then((value) => ended(now() - start, value));
    return ended(now() - start, told);
  };
}

// Of all calls the last ones count; what came before them was to warm up, or to find out what the function returns.
function kept(benchmark, durations, counted, started) {
  const seconds = durations.map((ms) => ms / 1000);
  const first = Math.max(0, seconds.length - counted);
  return { benchmark, started, warmUp: seconds.slice(0, first), values: seconds.slice(first) };
}

module.exports = { timed, kept };
