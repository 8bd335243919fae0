/** Numbers that look random and are the same in every run. */

/** Returns a function that returns numbers from 0 to below 1. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns a function for whole numbers from 0 to below its argument. */
export function makeRandom(seed: number): (below: number) => number {
  const next = createRandom(seed);
  return (below) => Math.floor(next() * below);
}
