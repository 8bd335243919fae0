export interface ConcurrencyLimit {
  /** Resolves when there is a free place, with a function that releases the place. */
  enter(): Promise<() => void>;
}

/** Runs at most `places` tasks at the same time, the others in their order of arrival. */
export function limitConcurrency(places: number): ConcurrencyLimit {
  const waiting: (() => void)[] = [];
  let free = places;
  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }
  return {
    async enter() {
      if (free > 0) free -= 1;
      else await new Promise<void>((go) => waiting.push(go));
      return leave;
    },
  };
}
