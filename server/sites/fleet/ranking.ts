/** Ranks stations by a value. Pure. */

interface Valued {
  id: number;
  sn: string;
  name: string;
  value: number | null;
  unit: string | null;
}

export interface Ranked extends Valued {
  /** Null without a value. */
  place: number | null;
}

/** Ranks the largest value first. Equal stations share a rank. Money is compared only within its currency. */
export function rankStations(stations: readonly Valued[]): Ranked[] {
  const amounts = new Map<string | null, number>();
  for (const { value, unit } of stations) if (value !== null) amounts.set(unit, (amounts.get(unit) ?? 0) + 1);
  const ordered = stations.toSorted(
    (a, b) =>
      Number(a.value === null) - Number(b.value === null) ||
      (amounts.get(b.unit) ?? 0) - (amounts.get(a.unit) ?? 0) ||
      (a.unit ?? '').localeCompare(b.unit ?? '') ||
      (b.value ?? 0) - (a.value ?? 0),
  );
  const first = new Map<string, number>();
  const begun = new Map<string | null, number>();
  return ordered.map(({ id, sn, name, value, unit }) => {
    if (value === null) return { id, sn, name, value, unit, place: null };
    const no = (begun.get(unit) ?? 0) + 1;
    begun.set(unit, no);
    const equal = `${unit} ${value}`;
    const place = first.get(equal) ?? no;
    first.set(equal, place);
    return { id, sn, name, value, unit, place };
  });
}
