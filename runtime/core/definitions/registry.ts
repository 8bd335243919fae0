/** Definitions as they are now: those that were built in, and those that an authorised user applied since. */
export interface Registry<T> {
  get(name: string): T | undefined;
  /** In the order of the built ones; new ones come last. */
  all(): readonly T[];
  /** Replaces everything that was applied: null hides a built definition. */
  apply(changes: Readonly<Record<string, T | null>>): void;
  subscribe(listener: () => void): () => void;
}

export function createRegistry<T>(built: Readonly<Record<string, T>>): Registry<T> {
  let now: Readonly<Record<string, T>> = built;
  let list: readonly T[] = Object.values(built);
  const listeners = new Set<() => void>();
  return {
    get: (name) => (Object.hasOwn(now, name) ? now[name] : undefined),
    all: () => list,
    apply(changes) {
      const merged = { ...built, ...changes };
      now = Object.fromEntries(
        Object.entries(merged).filter((entry): entry is [string, NonNullable<T>] => entry[1] !== null),
      );
      list = Object.values(now);
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
