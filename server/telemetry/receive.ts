/** What devices, gateways and collectors send: find or make its variables, convert, and hand over what is good. */
import type { Database } from '../db/index.ts';
import type { Hub } from '../live/hub.ts';
import { key_isValid, MAX_VARIABLES, type NewVariable, variables_create } from './autoVariables.ts';
import type { Catalog, DeviceEntry } from './catalog.ts';
import { closed_find } from './closed.ts';
import { type Entry, payload_parse, type Refusal } from './payload.ts';
import type { Reason } from './reasons.ts';
import type { ReadyPoint, TelemetryDevice } from './types.ts';
import { dataType_of, value_convert } from './value.ts';

/** A refusal of one device; `device` is what the sender calls it, where it speaks for several. */
export interface DeviceRefusal extends Refusal {
  device?: string;
  /** Its place in what a collector sent. */
  index?: number;
}

export interface Resolved {
  ready: ReadyPoint[];
  refusals: DeviceRefusal[];
  created: string[];
}

export interface Parts {
  db: Database;
  hub: Hub;
  catalog: Catalog;
}

/** The device as it is after its missing variables were made, and which were. */
async function variables_make(
  { db, hub, catalog }: Parts,
  device: TelemetryDevice,
  wanted: readonly NewVariable[],
): Promise<{ entry: DeviceEntry | null; created: string[] }> {
  const { tenantId, sn } = device;
  const created = await variables_create(db, tenantId, sn, wanted);
  catalog.forget(tenantId, sn);
  catalog.quietly(() => {
    for (const id of created.values())
      hub.publish({ type: 'entity', entity: 'deviceVariable', tenantId, id, do: 'create' });
  });
  return { entry: await catalog.byDeviceSn(tenantId, sn), created: [...created.keys()] };
}

/** Makes sure that a device has these variables (imports bring name and unit along). */
export async function variables_ensure(
  parts: Parts,
  entry: DeviceEntry,
  wanted: readonly NewVariable[],
): Promise<{ entry: DeviceEntry; created: string[] }> {
  const missing = wanted.filter(({ code }) => key_isValid(code) && !entry.variables.has(code));
  if (missing.length === 0 || entry.variables.size >= MAX_VARIABLES) return { entry, created: [] };
  const made = await variables_make(parts, entry.device, missing);
  return { entry: made.entry ?? entry, created: made.created };
}

function entries_wanted(entries: readonly Entry[], entry: DeviceEntry): NewVariable[] {
  const wanted = new Map<string, NewVariable>();
  for (const { key, value } of entries) {
    if (entry.variables.has(key) || wanted.has(key)) continue;
    const dataType = dataType_of(value);
    if (!value_convert(value, { dataType, scale: 1, offset: 0 }).ok) continue;
    wanted.set(key, { code: key, name: key, dataType });
  }
  return [...wanted.values()];
}

type Known = DeviceEntry['variables'] extends Map<string, infer V> ? V : never;

export function point_make(variable: Known, { ts, value, quality }: Omit<Entry, 'key'>): ReadyPoint | Reason {
  if (variable.formula !== null) return 'calculated';
  if (!variable.enabled) return 'variableDisabled';
  const converted = value_convert(value, variable);
  if (!converted.ok) return converted.reason;
  return { variable, ts, value: converted.value, quality };
}

/** As they were, with the reason instead of those whose hour is closed. */
export async function closed_refuse(
  db: Database,
  made: readonly (ReadyPoint | Reason)[],
): Promise<(ReadyPoint | Reason)[]> {
  const closed = await closed_find(
    db,
    made.filter((one) => typeof one !== 'string'),
  );
  return closed.size === 0
    ? [...made]
    : made.map((one) => (typeof one !== 'string' && closed.has(one) ? 'timeExpired' : one));
}

function entry_resolve(one: Entry, entry: DeviceEntry): ReadyPoint | Reason {
  const variable = entry.variables.get(one.key);
  if (variable) return point_make(variable, one);
  if (!key_isValid(one.key)) return 'keyInvalid';
  const first = value_convert(one.value, { dataType: dataType_of(one.value), scale: 1, offset: 0 });
  if (!first.ok) return first.reason;
  return entry.variables.size >= MAX_VARIABLES ? 'tooManyVariables' : 'unknownKey';
}

/** Entries of one device as points; nothing is written here but missing variables. */
export async function entries_resolve(
  parts: Parts,
  known: DeviceEntry,
  entries: readonly Entry[],
): Promise<Resolved> {
  const { entry, created } = known.device.autoVariables
    ? await variables_ensure(parts, known, entries_wanted(entries, known))
    : { entry: known, created: [] };
  const made = await closed_refuse(
    parts.db,
    entries.map((one) => entry_resolve(one, entry)),
  );
  const ready: ReadyPoint[] = [];
  const refusals: Refusal[] = [];
  for (const [at, { key, value }] of entries.entries()) {
    const point = made[at]!;
    if (typeof point === 'string') refusals.push({ key, reason: point, value });
    else ready.push(point);
  }
  return { ready, refusals, created };
}

/** A reason instead: the payload is no telemetry message. */
export async function payload_resolve(
  parts: Parts,
  entry: DeviceEntry,
  payload: unknown,
  now: number,
): Promise<Resolved | 'notAMessage' | 'tooLarge'> {
  const parsed = payload_parse(payload, now);
  if (typeof parsed === 'string') return parsed;
  const resolved = await entries_resolve(parts, entry, parsed.entries);
  return parsed.refusals.length > 0
    ? { ...resolved, refusals: [...parsed.refusals, ...resolved.refusals] }
    : resolved;
}
