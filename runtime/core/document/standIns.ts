/**
 * Keeps the variables that a user chose on a station in place of missing ones. A board of any station stores them
 * beside its widgets. The widgets name the variable of the station where the board was built; only that one station
 * shows another.
 */
import type { DashboardDocument } from '../../../generated/definition.ts';

export type StandIn = NonNullable<DashboardDocument['standIns']>[number];

export const MAX_STAND_INS = 500;
const MAX_SN = 200;

const isSn = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_SN;

/** In a line for people: on which station what is shown instead of what. */
export const standInsText = (list: readonly StandIn[]): string =>
  list.map(({ stationSn, from, variable }) => `${stationSn}: ${from} → ${variable}`).join(' · ');

/** Reads the sound stand-ins of a stored document; the others are left out. */
export function readStandIns(value: unknown): StandIn[] {
  return (Array.isArray(value) ? value.slice(0, MAX_STAND_INS) : []).flatMap((entry: unknown) => {
    const { stationSn, from, device, variable } = (entry ?? {}) as Partial<StandIn>;
    return isSn(stationSn) && isSn(from) && isSn(device) && isSn(variable)
      ? [{ stationSn, from, device, variable }]
      : [];
  });
}

const place = ({ stationSn, from }: StandIn): string => JSON.stringify([stationSn, from]);

/** With these added, each instead of the one for its place before; where there is no room, the oldest give way. */
export function standInsWith(existing: readonly StandIn[], coming: readonly StandIn[]): StandIn[] {
  const places = new Set(coming.map(place));
  const remaining = existing.filter((standIn) => !places.has(place(standIn)));
  const added = new Map(coming.map((standIn) => [place(standIn), standIn]));
  return [...remaining, ...added.values()].slice(-MAX_STAND_INS);
}

/** Returns the stand-ins whose variable one of the widgets still names, whatever its kind. */
export function listNeededStandIns(
  standIns: readonly StandIn[] = [],
  widgets: readonly { config: Record<string, unknown> }[],
): StandIn[] {
  if (standIns.length === 0) return [];
  const said = JSON.stringify(widgets.map(({ config }) => config));
  return standIns.filter(({ from }) => said.includes(JSON.stringify(from)));
}
