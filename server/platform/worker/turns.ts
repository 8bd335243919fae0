/** Lets at most `places` go on at the same time, the others in the order in which they came. */
export function createTurns(places: number) {
  const waiting: (() => void)[] = [];
  let free = places;
  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }
  return {
    /** Resolves when it is one's turn, to what ends it. */
    async enter(): Promise<() => void> {
      if (free > 0) free -= 1;
      else await new Promise<void>((go) => waiting.push(go));
      return leave;
    },
  };
}
