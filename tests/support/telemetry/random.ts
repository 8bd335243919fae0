/** Numbers that look random and are the same in every run. */

/** Gives numbers from 0 to below 1. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Gives whole numbers from 0 to below the one that is asked for. */
export function makeRandom(seed: number): (below: number) => number {
  const next = createRandom(seed);
  return (below) => Math.floor(next() * below);
}
