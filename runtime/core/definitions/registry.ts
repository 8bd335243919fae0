/** Definitions as they are now: those that were built in, and those that an authorised user applied since. */
export interface Registry<T> {
  get(name: string): T | undefined;
  /** In the order of the built ones; new ones come last. */
  all(): readonly T[];
  /** Replaces everything that was applied: null hides a built definition. */
  apply(changes: Readonly<Record<string, T | null>>): void;
  /** Replaces the built ones: a saved definition reaches a page in development without loading it anew. */
  rebuild(built: Readonly<Record<string, T>>): void;
  subscribe(listener: () => void): () => void;
}

export function createRegistry<T>(first: Readonly<Record<string, T>>): Registry<T> {
  let built = first;
  let applied: Readonly<Record<string, T | null>> = {};
  let now = built;
  let list: readonly T[] = Object.values(built);
  const listeners = new Set<() => void>();
  const lay = (): void => {
    now = Object.fromEntries(
      Object.entries({ ...built, ...applied }).filter(
        (entry): entry is [string, NonNullable<T>] => entry[1] !== null,
      ),
    );
    list = Object.values(now);
    for (const listener of listeners) listener();
  };
  return {
    get: (name) => (Object.hasOwn(now, name) ? now[name] : undefined),
    all: () => list,
    apply(changes) {
      applied = changes;
      lay();
    },
    rebuild(next) {
      built = next;
      lay();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
