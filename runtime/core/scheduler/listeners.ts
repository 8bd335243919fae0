/** Listeners for changes, by name. */
export interface Listeners {
  tell(name: string): void;
  /** Adds a listener. Returns a function that removes it. */
  add(name: string, listener: () => void): () => void;
}

export function createListeners(): Listeners {
  const byName = new Map<string, Set<() => void>>();
  return {
    tell(name) {
      for (const listener of byName.get(name) ?? []) listener();
    },
    add(name, listener) {
      const set = byName.get(name) ?? new Set();
      byName.set(name, set.add(listener));
      return () => void set.delete(listener);
    },
  };
}
