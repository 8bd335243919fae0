/** Identifies power quality variables of a station by their codes. Pure. */

export type Group =
  | 'voltage'
  | 'current'
  | 'frequency'
  | 'unbalance'
  | 'thdU'
  | 'harmonic'
  | 'flicker'
  | 'voltageAngle'
  | 'currentAngle';

export interface QualityRole {
  group: Group;
  /** A, B or C. Empty for all phases together. */
  phase: string;
  /** The order of a harmonic. */
  order: number | null;
}

const PATTERNS: readonly { group: Group; pattern: RegExp }[] = [
  { group: 'voltage', pattern: /^voltage(?<phase>[ABC])$/ },
  { group: 'current', pattern: /^current(?<phase>[ABC])$/ },
  { group: 'frequency', pattern: /^frequency$/ },
  { group: 'unbalance', pattern: /^unbalance$/ },
  { group: 'thdU', pattern: /^thdU(?<phase>[ABC])$/ },
  { group: 'harmonic', pattern: /^u(?<phase>[ABC])h(?<order>\d{1,2})$/ },
  { group: 'flicker', pattern: /^plt(?<phase>[ABC])$/ },
  { group: 'voltageAngle', pattern: /^angleU(?<phase>[ABC])$/ },
  { group: 'currentAngle', pattern: /^angleI(?<phase>[ABC])$/ },
];

export function roleOf(code: string): QualityRole | null {
  for (const { group, pattern } of PATTERNS) {
    const match = pattern.exec(code);
    if (!match) continue;
    const { phase = '', order } = match.groups ?? {};
    return { group, phase, order: order === undefined ? null : Number(order) };
  }
  return null;
}

/**
 * Returns whether the quantity is an angle. Angles are only used as current values, because their means are
 * meaningless.
 */
export const isAngle = ({ group }: QualityRole): boolean =>
  group === 'voltageAngle' || group === 'currentAngle';

export const keyOf = ({ group, phase, order }: QualityRole): string =>
  order === null ? `${group}${phase}` : `${group}${order}${phase}`;

/** Compares quantities for the order of a table: by group as listed above, by harmonic order, and by phase. */
export function compareRoles(one: QualityRole, other: QualityRole): number {
  const place = ({ group }: QualityRole) => PATTERNS.findIndex((pattern) => pattern.group === group);
  return (
    place(one) - place(other) ||
    (one.order ?? 0) - (other.order ?? 0) ||
    (one.phase < other.phase ? -1 : one.phase > other.phase ? 1 : 0)
  );
}
