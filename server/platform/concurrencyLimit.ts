export interface ConcurrencyLimit {
  /** Waits for a free slot. Resolves with a function that releases the slot. */
  enter(): Promise<() => void>;
}

/** Runs at most `places` tasks at the same time. Further tasks are queued in the order of arrival. */
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
