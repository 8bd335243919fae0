/** The two compared versions. Pure. */
export type Against = 'previous' | 'current';

export interface Compared {
  /** Null on a board without versions. */
  chosen: number | null;
  other: number | null;
  isCurrent: boolean;
}

/**
 * Returns the compared versions. The default is the newest version. The current version is compared only with the
 * previous one.
 */
export function comparedVersions(
  versions: readonly { version: number }[],
  picked: number | null,
  current: number,
  against: Against,
): Compared {
  const chosen = picked ?? versions[0]?.version ?? null;
  const isCurrent = chosen === current;
  const isPrevious = against === 'previous' || isCurrent;
  return { chosen, other: chosen === null ? null : isPrevious ? chosen - 1 : current, isCurrent };
}
