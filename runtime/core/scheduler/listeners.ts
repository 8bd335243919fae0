/** The listeners that are told when something of this name changes. */
export interface Listeners {
  tell(name: string): void;
  /** Answers what ends the listening. */
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
