/**
 * Resolves the values of devices, gateways and collectors: finds or creates their variables and converts valid values.
 */
import type { Hub } from '../../../platform/hub/hub.ts';
import type { Catalog, DeviceEntry } from '../catalog/catalog.ts';
import type { ReadyPoint, TelemetryDevice } from '../types.ts';
import { type FrozenPoints, isFrozen } from '../write/rollups/frozenHours.ts';
import { type CreateVariables, isKeyValid, MAX_VARIABLES, type NewVariable } from './autoVariables.ts';
import { type Entry, parsePayload, type Refusal } from './payload.ts';
import type { Reason } from './reasons.ts';
import { convertValue, dataTypeOf } from './value.ts';

/** A refusal for one device. `device` is the sender's name for it if the sender sends for several devices. */
export interface DeviceRefusal extends Refusal {
  device?: string;
  /** Index of the point in the collector's message. */
  index?: number;
}

/** The sender's names for a point. */
export type Origin = Omit<DeviceRefusal, 'reason'>;

export interface Resolved {
  ready: ReadyPoint[];
  /** The origin of each resolved point. */
  origins: Origin[];
  refusals: DeviceRefusal[];
  created: string[];
}

export interface Parts {
  hub: Hub;
  catalog: Catalog;
  createVariables: CreateVariables;
}

export function addReady(into: Resolved, point: ReadyPoint, origin: Origin): void {
  into.ready.push(point);
  into.origins.push(origin);
}

/** Moves the points of frozen hours from the result to its refusals. */
export function refuseClosed(resolved: Resolved, closed: FrozenPoints): Resolved {
  if (closed.size === 0) return resolved;
  const { ready, origins, refusals } = resolved;
  const isLate = ready.map((point) => isFrozen(closed, point));
  const late = origins.flatMap(({ key, value, device, index }, position): DeviceRefusal[] => {
    if (!isLate[position]) return [];
    // The name of the device is only returned to senders for many devices.
    const deviceSn = device ?? (index === undefined ? undefined : ready[position]!.variable.deviceSn);
    const place = {
      ...(deviceSn !== undefined && { device: deviceSn }),
      ...(index !== undefined && { index }),
    };
    return [{ key, value, ...place, reason: 'timeExpired' }];
  });
  return {
    ...resolved,
    ready: ready.filter((_, index) => !isLate[index]),
    origins: origins.filter((_, index) => !isLate[index]),
    refusals: [...refusals, ...late].sort((a, b) => (a.index ?? 0) - (b.index ?? 0)),
  };
}

/**
 * Creates missing variables. Returns the created variables and the updated device, or null if the device was
 * deleted.
 */
async function makeVariables(
  { hub, catalog, createVariables }: Parts,
  device: TelemetryDevice,
  variables: readonly NewVariable[],
): Promise<{ entry: DeviceEntry | null; created: string[] }> {
  const { tenantId, sn } = device;
  const created = await createVariables(tenantId, { deviceSn: sn, variables });
  catalog.forget(tenantId, sn);
  catalog.quietly(() => {
    for (const id of created.values())
      hub.publish({ type: 'entity', entity: 'deviceVariable', tenantId, id, do: 'create' });
  });
  return { entry: await catalog.byDeviceSn(tenantId, sn), created: [...created.keys()] };
}

/** Creates missing variables of a device. Imports include name and unit. */
export async function ensureVariables(
  parts: Parts,
  entry: DeviceEntry,
  variables: readonly NewVariable[],
): Promise<{ entry: DeviceEntry; created: string[] }> {
  const missing = variables.filter(({ code }) => isKeyValid(code) && !entry.variables.has(code));
  if (missing.length === 0 || entry.variables.size >= MAX_VARIABLES) return { entry, created: [] };
  const made = await makeVariables(parts, entry.device, missing);
  return { entry: made.entry ?? entry, created: made.created };
}

function listNewVariables(entries: readonly Entry[], entry: DeviceEntry): NewVariable[] {
  const variables = new Map<string, NewVariable>();
  for (const { key, value } of entries) {
    if (entry.variables.has(key) || variables.has(key)) continue;
    const dataType = dataTypeOf(value);
    if (!convertValue(value, { dataType, scale: 1, offset: 0 }).ok) continue;
    variables.set(key, { code: key, name: key, dataType });
  }
  return [...variables.values()];
}

const SECOND_MS = 1000;

type Known = DeviceEntry['variables'] extends Map<string, infer V> ? V : never;

export function makePoint(variable: Known, { ts, value, quality }: Omit<Entry, 'key'>): ReadyPoint | Reason {
  if (variable.formula !== null) return 'calculated';
  if (!variable.enabled) return 'variableDisabled';
  const converted = convertValue(value, variable);
  if (!converted.ok) return converted.reason;
  return { variable, ts: ts - lagOf(variable), value: converted.value, quality };
}

/**
 * Returns the shift of a time. An amount, or the step of a counter, belongs to the interval that ends at its timestamp.
 */
const lagOf = ({ kind, intervalEnds }: Known): number =>
  kind !== 'gauge' && intervalEnds ? intervalEnds * SECOND_MS : 0;

function resolveEntry(received: Entry, entry: DeviceEntry): ReadyPoint | Reason {
  const variable = entry.variables.get(received.key);
  if (variable) return makePoint(variable, received);
  if (!isKeyValid(received.key)) return 'keyInvalid';
  const first = convertValue(received.value, { dataType: dataTypeOf(received.value), scale: 1, offset: 0 });
  if (!first.ok) return first.reason;
  return entry.variables.size >= MAX_VARIABLES ? 'tooManyVariables' : 'unknownKey';
}

/** Converts the entries of one device to points. Writes only missing variables. */
export async function resolveEntries(
  parts: Parts,
  resolvedEntry: DeviceEntry,
  entries: readonly Entry[],
): Promise<Resolved> {
  const { entry, created } = resolvedEntry.device.autoVariables
    ? await ensureVariables(parts, resolvedEntry, listNewVariables(entries, resolvedEntry))
    : { entry: resolvedEntry, created: [] };
  const resolved: Resolved = { ready: [], origins: [], refusals: [], created };
  for (const received of entries) {
    const point = resolveEntry(received, entry);
    if (typeof point === 'string')
      resolved.refusals.push({ key: received.key, reason: point, value: received.value });
    else addReady(resolved, point, received);
  }
  return resolved;
}

/** Returns a reason if the payload is no telemetry message. */
export async function resolvePayload(
  parts: Parts,
  entry: DeviceEntry,
  payload: unknown,
  now: number,
): Promise<Resolved | Reason> {
  const parsed = parsePayload(payload, now);
  if (typeof parsed === 'string') return parsed;
  const resolved = await resolveEntries(parts, entry, parsed.entries);
  return parsed.refusals.length > 0
    ? { ...resolved, refusals: [...parsed.refusals, ...resolved.refusals] }
    : resolved;
}
