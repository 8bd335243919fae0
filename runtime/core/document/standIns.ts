/**
 * Stores the stand-ins that a user chose for missing variables of a station. A board of any station stores them beside
 * its widgets. The widgets keep the original variables, so other stations are not affected.
 */
import type { DashboardDocument } from '../../../generated/definition.ts';

export type StandIn = NonNullable<DashboardDocument['standIns']>[number];

export const MAX_STAND_INS = 500;
const MAX_SN = 200;

const isSn = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_SN;

/** Describes each stand-in in a line: the station, the variable and the stand-in. */
export const standInsText = (list: readonly StandIn[]): string =>
  list.map(({ stationSn, from, variable }) => `${stationSn}: ${from} → ${variable}`).join(' · ');

/** Returns the valid stand-ins of a stored document. */
export function readStandIns(value: unknown): StandIn[] {
  return (Array.isArray(value) ? value.slice(0, MAX_STAND_INS) : []).flatMap((entry: unknown) => {
    const { stationSn, from, device, variable } = (entry ?? {}) as Partial<StandIn>;
    return isSn(stationSn) && isSn(from) && isSn(device) && isSn(variable)
      ? [{ stationSn, from, device, variable }]
      : [];
  });
}

const place = ({ stationSn, from }: StandIn): string => JSON.stringify([stationSn, from]);

/**
 * Adds stand-ins. A new one replaces the existing one for the same variable. Above the limit, the oldest are removed.
 */
export function standInsWith(existing: readonly StandIn[], coming: readonly StandIn[]): StandIn[] {
  const places = new Set(coming.map(place));
  const remaining = existing.filter((standIn) => !places.has(place(standIn)));
  const added = new Map(coming.map((standIn) => [place(standIn), standIn]));
  return [...remaining, ...added.values()].slice(-MAX_STAND_INS);
}

/** Returns the stand-ins whose variable any widget still uses. */
export function listNeededStandIns(
  standIns: readonly StandIn[] = [],
  widgets: readonly { config: Record<string, unknown> }[],
): StandIn[] {
  if (standIns.length === 0) return [];
  const serialized = JSON.stringify(widgets.map(({ config }) => config));
  return standIns.filter(({ from }) => serialized.includes(JSON.stringify(from)));
}
