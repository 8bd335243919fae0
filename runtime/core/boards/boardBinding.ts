/**
 * Finds the variables of a board on the open station. A board for any station names variables of the station where it
 * was built. Each is replaced by the matching variable here. Variables of the board's device are named by their keys,
 * and read from the device that the reader chose. Without a match, no value is shown.
 */
import type { DashboardDocument, Field, WidgetDefinition } from '../../../generated/definition.ts';
import type { StandIn } from '../document/standIns.ts';
import { BOARD_DEVICE, findVariables, followsDevice, mapPairs, type VariablePair } from './boardVariables.ts';

export interface BoundDevice {
  sn: string;
  name: string;
  type: string | null;
  /** The variables that the board reads from its device, by their keys. */
  variables: { code: string; sn: string }[];
}
export interface BoundVariable {
  /** The stored variable. */
  from: string;
  /** The name of the variable. Null if unknown. */
  name: string | null;
  /** The replacing variable on this station. Null without a match. */
  to: string | null;
  device: string | null;
}
export interface BoardBinding {
  /** The station's devices that have at least one of these variables. Devices with most of them are first. */
  devices: BoundDevice[];
  /** Null on a board of a single station, whose variables need no binding. */
  variables: BoundVariable[] | null;
}

/** A binding for one device, prepared for lookups. The object remains the same while nothing changes. */
export interface BoardBind {
  follow: ReadonlyMap<string, VariablePair>;
  stand: ReadonlyMap<string, BoundVariable> | null;
  /** The variables with a stand-in on this station. */
  chosen: ReadonlySet<string>;
}

/** Replaces variables by the station's stand-ins first, then by matching variables. */
export function bindStandIns(
  variables: readonly BoundVariable[],
  standIns: readonly StandIn[],
): BoundVariable[] {
  const chosen = new Map(standIns.map((standIn) => [standIn.from, standIn]));
  return variables.map((variable) => {
    const standIn = chosen.get(variable.from);
    return standIn ? { ...variable, to: standIn.variable, device: standIn.device } : variable;
  });
}

export const standInsOf = (
  { standIns = [] }: Pick<DashboardDocument, 'standIns'>,
  stationSn: string,
): StandIn[] => standIns.filter((standIn) => standIn.stationSn === stationSn);

/** A variable without a match, of the chosen device or of the station. */
export interface Unbound {
  of: 'device' | 'station';
  name: string;
}
export interface BoundConfig {
  config: Record<string, unknown>;
  unbound: readonly Unbound[];
  /** True if all variables of the widget are missing. */
  bare: boolean;
}

/** Returns the distinct pairs of device and variable in a board, for its binding. */
export function boardPairs(
  document: DashboardDocument,
  definitions: Readonly<Record<string, Pick<WidgetDefinition, 'config'> | undefined>>,
): VariablePair[] {
  const pairs = findVariables(document, definitions).map(
    ({ device, variable }) => [device, variable] as const,
  );
  const once = new Map(pairs.map((pair) => [JSON.stringify(pair), pair]));
  return [...once.values()].map(([device, variable]) => [device, variable]);
}

export const followPairs = (pairs: readonly VariablePair[]): boolean =>
  pairs.some(([device]) => followsDevice({ device }));

/** Returns the preferred device if the board can show it, otherwise the first. Null without devices. */
export const chooseDevice = (devices: readonly BoundDevice[], preferred: string | null): BoundDevice | null =>
  devices.find(({ sn }) => sn === preferred) ?? devices[0] ?? null;

/** @param standIns the stand-ins of the station */
export function bindBoard(
  { devices, variables }: BoardBinding,
  preferred: string | null,
  standIns: readonly StandIn[] = [],
): BoardBind {
  const device = chooseDevice(devices, preferred);
  return {
    follow: new Map(device?.variables.map(({ code, sn }) => [code, [device.sn, sn]])),
    stand: variables && new Map(bindStandIns(variables, standIns).map((bound) => [bound.from, bound])),
    chosen: new Set(standIns.map(({ from }) => from)),
  };
}

function bindPair({ follow, stand }: BoardBind, [device, variable]: VariablePair): VariablePair | null {
  if (device === BOARD_DEVICE) return follow.get(variable) ?? null;
  if (!stand) return [device, variable];
  const bound = stand.get(variable);
  return bound?.to && bound.device ? [bound.device, bound.to] : null;
}

export function bindConfig(schema: Field, config: Record<string, unknown>, bind: BoardBind): BoundConfig {
  const unbound = new Map<string, Unbound>();
  let left = 0;
  const bound = mapPairs(schema, config, (pair) => {
    const to = bindPair(bind, pair);
    const [device, variable] = pair;
    if (to) left += 1;
    else if (device === BOARD_DEVICE) unbound.set(variable, { of: 'device', name: variable });
    else unbound.set(variable, { of: 'station', name: bind.stand?.get(variable)?.name ?? variable });
    return to && samePair(to, pair) ? pair : to;
  });
  return {
    config: bound as Record<string, unknown>,
    unbound: [...unbound.values()],
    bare: unbound.size > 0 && left === 0,
  };
}

const samePair = (a: VariablePair, b: VariablePair): boolean => a[0] === b[0] && a[1] === b[1];

/** Returns a configuration for the form, with variables of this station. Variables without a match remain in it. */
export function configHere(
  schema: Field,
  config: Record<string, unknown>,
  bind: BoardBind,
): Record<string, unknown> {
  const here = (pair: VariablePair) => (pair[0] === BOARD_DEVICE ? pair : (bindPair(bind, pair) ?? pair));
  return mapPairs(schema, config, here) as Record<string, unknown>;
}

/** Returns the names of variables without a match on this station, by serial number. */
export const nameAbsent = ({ stand }: BoardBind): Record<string, string> =>
  Object.fromEntries(
    [...(stand?.values() ?? [])].flatMap(({ from, name, to }) => (to || !name ? [] : [[from, name]])),
  );

/** The edited configuration for storing, and the stand-ins chosen for this station only. */
export interface EditedBack {
  config: Record<string, unknown>;
  picked: Omit<StandIn, 'stationSn'>[];
}

/** Returns the pairs of a configuration in the order of traversal. */
function listPairs(schema: Field, config: Record<string, unknown>): VariablePair[] {
  const pairs: VariablePair[] = [];
  mapPairs(schema, config, (pair) => {
    pairs.push(pair);
    return pair;
  });
  return pairs;
}

const pairKey = (pair: VariablePair): string => JSON.stringify(pair);
const countPairs = (pairs: readonly VariablePair[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const key of pairs.map(pairKey)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
};

/**
 * Restores the stored variables that the form had replaced. The user may have replaced a variable that has a stand-in
 * or no match. That choice becomes a stand-in for this station only.
 */
export function configBack(
  schema: Field,
  edited: Record<string, unknown>,
  stored: Record<string, unknown>,
  bind: BoardBind,
): EditedBack {
  const places = listPairs(schema, stored).map((pair) => ({
    pair,
    shown: pair[0] === BOARD_DEVICE ? pair : (bindPair(bind, pair) ?? pair),
  }));
  const origins = new Map(places.map(({ pair, shown }) => [pairKey(shown), pair]));
  const now = listPairs(schema, edited);
  const [before, after] = [countPairs(places.map(({ shown }) => shown)), countPairs(now)];
  const grew = (pair: VariablePair): number =>
    (after.get(pairKey(pair)) ?? 0) - (before.get(pairKey(pair)) ?? 0);
  const isOwn = ([device, variable]: VariablePair): boolean =>
    device !== BOARD_DEVICE &&
    bind.stand !== null &&
    (bind.chosen.has(variable) || !bind.stand.get(variable)?.to);
  const picked = new Map<string, EditedBack['picked'][number]>();
  let index = 0;
  const config = mapPairs(schema, edited, (pair) => {
    // The position is also counted from the end, because entries before it may have been added or removed.
    const around = [places[index], places[index + places.length - now.length]];
    index += 1;
    const same = around.find((neighbour) => neighbour && samePair(neighbour.shown, pair));
    if (same) return same.pair;
    const isNew = pair[0] !== BOARD_DEVICE && grew(pair) > 0;
    const place = around.find(
      (neighbour) => neighbour && isNew && grew(neighbour.shown) < 0 && isOwn(neighbour.pair),
    );
    if (!place) return origins.get(pairKey(pair)) ?? pair;
    const [device, variable] = pair;
    picked.set(place.pair[1], { from: place.pair[1], device, variable });
    return place.pair;
  });
  return { config: config as Record<string, unknown>, picked: [...picked.values()] };
}
