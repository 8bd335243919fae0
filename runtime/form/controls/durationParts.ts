/** Converts seconds to hours, minutes and seconds for input, and back. */
export const PARTS = ['hours', 'minutes', 'seconds'] as const;
export type Part = (typeof PARTS)[number];
export type DurationParts = Partial<Record<Part, number>>;

const SECONDS: Record<Part, number> = { hours: 3600, minutes: 60, seconds: 1 };

export function splitDuration(seconds: number | undefined): DurationParts {
  if (seconds === undefined || !Number.isFinite(seconds)) return {};
  let rest = Math.max(0, Math.trunc(seconds));
  const parts: DurationParts = {};
  for (const part of PARTS) {
    parts[part] = Math.floor(rest / SECONDS[part]);
    rest %= SECONDS[part];
  }
  return parts;
}

/** Joins the parts. Undefined for empty parts. 90 minutes are shown as 1 h 30 min afterwards. */
export function joinDuration(parts: DurationParts): number | undefined {
  const entered = PARTS.filter((part) => parts[part] !== undefined);
  if (entered.length === 0) return undefined;
  return entered.reduce((sum, part) => sum + parts[part]! * SECONDS[part], 0);
}
