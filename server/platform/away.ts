/** The parts that this process needs, in addition to the database, and cannot reach. */
export interface AwayParts {
  /** Notes that a part is unavailable, or available again. */
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
