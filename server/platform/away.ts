/** Knows the parts that this process needs, beside the database, and does not reach. */
export interface AwayParts {
  /** Notes that a part is away, or here again. */
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
