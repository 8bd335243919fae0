/** Lets so many pieces of work run at a time; the others wait for their turn, in the order asked. */
export function createTurns(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // Its place goes over to the next.
      if (next) next();
      else running -= 1;
    }
  };
}
