/** Components, besides the database, that this process needs and cannot reach. */
export interface AwayParts {
  /** Records that a component is unavailable or available again. */
  note(name: string, isAway: boolean): void;
  list(): string[];
}

export function createAwayParts(): AwayParts {
  const names = new Set<string>();
  return {
    note(name, isAway) {
      if (isAway) names.add(name);
      else names.delete(name);
    },
    list: () => [...names],
  };
}
