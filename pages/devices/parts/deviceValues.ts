/** Groups the values of a device by quantity. Pure. */
import type { Data } from '../../../generated/calls.ts';

export type DeviceValue = Data<'devicesRealtime'>[number]['variables'][number];

export const VALUE_GROUPS = [
  'power',
  'energy',
  'voltage',
  'current',
  'temperature',
  'share',
  'other',
] as const;
export type ValueGroup = (typeof VALUE_GROUPS)[number];

const UNITS: readonly (readonly [ValueGroup, RegExp])[] = [
  ['power', /^([kM]?W|[kM]?var|[kM]?VA)$/i],
  ['energy', /^[kM]?(Wh|varh|VAh)$/i],
  ['voltage', /^[mk]?V$/],
  ['current', /^[mk]?A$/],
  ['temperature', /^(°C|K|℃)$/],
  ['share', /^(%|‰)$/],
];

export const groupOfUnit = (unit: string): ValueGroup =>
  UNITS.find(([, pattern]) => pattern.test(unit))?.[0] ?? 'other';

/** Returns the groups with values, in their fixed order. */
export function groupValues<V extends Pick<DeviceValue, 'unit'>>(
  values: readonly V[],
): { group: ValueGroup; values: V[] }[] {
  const byGroup = Map.groupBy(values, ({ unit }) => groupOfUnit(unit));
  return VALUE_GROUPS.flatMap((group) => {
    const own = byGroup.get(group);
    return own ? [{ group, values: own }] : [];
  });
}

const MOST_DRAWN = 6;

/** Returns the initially drawn variables: the first numeric ones of the first group. */
export function pickFirstDrawn(values: readonly DeviceValue[]): string[] {
  const [first] = groupValues(values.filter(({ data }) => typeof data === 'number'));
  return (first?.values ?? []).slice(0, 2).map(({ sn }) => sn);
}

/** Adds or removes a variable, up to the number of distinguishable curves. */
export const toggleDrawn = (drawn: readonly string[], sn: string): string[] =>
  drawn.includes(sn) ? drawn.filter((one) => one !== sn) : [...drawn, sn].slice(-MOST_DRAWN);
