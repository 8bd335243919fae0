export interface ConcurrencyLimit {
  /** Resolves when there is a place; calling what it resolves to gives the place on. */
  enter(): Promise<() => void>;
}

/** Lets at most `places` pieces of work run at the same time, the others in the order in which they came. */
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
