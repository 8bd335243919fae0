/**
 * What a board's variables are on the station where it is open. A board of any station names those of the station where
 * it was built: each stands for the one that is the same here. What follows the board's device is named by its key, and
 * stands for the variable of the device that its reader has chosen. What has none here shows nothing of elsewhere.
 */
import type { DashboardDocument, Field, WidgetDefinition } from '../../generated/definition.ts';
import {
  BOARD_DEVICE,
  follows_device,
  pairs_map,
  type VariablePair,
  variables_find,
} from './boardVariables.ts';

export interface BoundDevice {
  sn: string;
  name: string;
  type: string | null;
  /** Those that the board asks of its device, by their keys. */
  variables: { code: string; sn: string }[];
}
export interface BoundVariable {
  /** The variable that the board names. */
  from: string;
  /** What it is called; null where nobody knows. */
  name: string | null;
  /** What stands for it here; null: nothing does. */
  to: string | null;
  device: string | null;
}
export interface BoardBinding {
  /** Those of the station with at least one of these variables, the ones with most of them first. */
  devices: BoundDevice[];
  /** Null on a board of this station alone: it names its variables as they are. */
  variables: BoundVariable[] | null;
}

/** A binding for one device, ready to be looked up; the same object as long as nothing changes. */
export interface BoardBind {
  follow: ReadonlyMap<string, VariablePair>;
  stand: ReadonlyMap<string, BoundVariable> | null;
}

/** A variable that a widget cannot show: of the chosen device, or of the station. */
export interface Unbound {
  of: 'device' | 'station';
  name: string;
}
export interface BoundConfig {
  config: Record<string, unknown>;
  unbound: readonly Unbound[];
  /** Nothing is left of what it would show. */
  bare: boolean;
}

/** The pairs that a board names, each once: what its binding is asked for. */
export function board_pairs(
  document: DashboardDocument,
  definitions: Readonly<Record<string, WidgetDefinition | undefined>>,
): VariablePair[] {
  const pairs = variables_find(document, definitions).map(
    ({ device, variable }) => [device, variable] as const,
  );
  const once = new Map(pairs.map((pair) => [JSON.stringify(pair), pair]));
  return [...once.values()].map(([device, variable]) => [device, variable]);
}

export const pairs_follow = (pairs: readonly VariablePair[]): boolean =>
  pairs.some(([device]) => follows_device({ device }));

/** The wanted device where the board may show it, else the first; null where there is none. */
export const device_choose = (devices: readonly BoundDevice[], wanted: string | null): BoundDevice | null =>
  devices.find(({ sn }) => sn === wanted) ?? devices[0] ?? null;

export function board_bind({ devices, variables }: BoardBinding, wanted: string | null): BoardBind {
  const device = device_choose(devices, wanted);
  return {
    follow: new Map(device?.variables.map(({ code, sn }) => [code, [device.sn, sn]])),
    stand: variables && new Map(variables.map((one) => [one.from, one])),
  };
}

function pair_bind({ follow, stand }: BoardBind, [device, variable]: VariablePair): VariablePair | null {
  if (device === BOARD_DEVICE) return follow.get(variable) ?? null;
  if (!stand) return [device, variable];
  const found = stand.get(variable);
  return found?.to && found.device ? [found.device, found.to] : null;
}

export function config_bind(schema: Field, config: Record<string, unknown>, bind: BoardBind): BoundConfig {
  const unbound = new Map<string, Unbound>();
  let left = 0;
  const bound = pairs_map(schema, config, (pair) => {
    const to = pair_bind(bind, pair);
    const [device, variable] = pair;
    if (to) left += 1;
    else if (device === BOARD_DEVICE) unbound.set(variable, { of: 'device', name: variable });
    else unbound.set(variable, { of: 'station', name: bind.stand?.get(variable)?.name ?? variable });
    return to && same_pair(to, pair) ? pair : to;
  });
  return {
    config: bound as Record<string, unknown>,
    unbound: [...unbound.values()],
    bare: unbound.size > 0 && left === 0,
  };
}

const same_pair = (a: VariablePair, b: VariablePair): boolean => a[0] === b[0] && a[1] === b[1];

/** As its form shows it on this station: what stands here for its variables; what nothing stands for is kept in sight. */
export function config_here(
  schema: Field,
  config: Record<string, unknown>,
  bind: BoardBind,
): Record<string, unknown> {
  const here = (pair: VariablePair) => (pair[0] === BOARD_DEVICE ? pair : (pair_bind(bind, pair) ?? pair));
  return pairs_map(schema, config, here) as Record<string, unknown>;
}

/** An edited form as it is stored: what still stands for a variable of the stored configuration is that one again. */
export function config_back(
  schema: Field,
  edited: Record<string, unknown>,
  stored: Record<string, unknown>,
  bind: BoardBind,
): Record<string, unknown> {
  const origins = new Map<string, VariablePair>();
  pairs_map(schema, stored, (pair) => {
    const to = pair[0] === BOARD_DEVICE ? null : pair_bind(bind, pair);
    if (to) origins.set(to[1], pair);
    return pair;
  });
  return pairs_map(schema, edited, (pair) => origins.get(pair[1]) ?? pair) as Record<string, unknown>;
}
