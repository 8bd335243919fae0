/**
 * Parses the message of a collector for many devices of a tenant. The message is a list of points. Each point has the
 * variable's `sn`, or a `device` and its `key`. Values are raw values of the device: factor and offset still apply.
 */
import { isObject } from '../../../../runtime/core/object.ts';
import type { DeviceEntry } from '../catalog/catalog.ts';
import { type Entry, readQuality, readTime, timeRefusal, valueRefusal } from './payload.ts';
import type { Reason } from './reasons.ts';
import {
  addReady,
  type DeviceRefusal,
  makePoint,
  type Parts,
  type Resolved,
  resolveEntries,
} from './resolvePayload.ts';

/** The sender: its tenant, and the devices for which it may send. Null for all devices. */
export interface Collected {
  tenantId: number;
  deviceSns: ReadonlySet<string> | null;
}

/** A point with valid parts. Its variable is looked up later. */
type Point = Entry & { index: number } & ({ sn: string } | { sn: null; device: string });

type Refuse = (index: number, refusal: DeviceRefusal) => void;

/** Returns null if the point was refused. */
function readPoint(item: unknown, index: number, now: number, refuse: Refuse): Point | null {
  if (!isObject(item)) {
    refuse(index, { key: '', reason: 'shape', value: item });
    return null;
  }
  const { sn, device, key, value } = item;
  const about =
    typeof sn === 'string' ? { key: sn } : { key: String(key ?? ''), device: String(device ?? '') };
  const no = (reason: Reason, value: unknown): null => {
    refuse(index, { ...about, reason, value });
    return null;
  };
  const isNumbered = typeof sn === 'string';
  if (!isNumbered && (typeof device !== 'string' || typeof key !== 'string')) return no('shape', item);
  const ts = 'ts' in item ? readTime(item.ts) : now;
  if (ts === null) return no('timeUnreadable', item.ts);
  const late = timeRefusal(ts, now);
  if (late) return no(late, item.ts);
  const quality = readQuality(item.quality);
  if (quality === null) return no('qualityInvalid', item.quality);
  const wrong = valueRefusal(value);
  if (wrong) return no(wrong, value);
  const entry = { ts, quality, value: value as Entry['value'], index };
  return isNumbered
    ? { ...entry, sn, key: sn }
    : { ...entry, sn: null, device: String(device), key: String(key) };
}

async function resolveNumbered(
  { catalog }: Parts,
  { tenantId, deviceSns }: Collected,
  points: readonly Point[],
  into: Resolved,
  refuse: Refuse,
): Promise<void> {
  if (points.length === 0) return;
  const variables = await catalog.variables(tenantId, [...new Set(points.map(({ key }) => key))]);
  const bySn = new Map(variables.map((variable) => [variable.sn, variable]));
  const devices = new Map<string, DeviceEntry | null>();
  for (const { deviceSn } of variables)
    if (!devices.has(deviceSn)) devices.set(deviceSn, await catalog.byDeviceSn(tenantId, deviceSn));
  for (const point of points) {
    const target = bySn.get(point.key);
    const isTheirs = target !== undefined && (deviceSns?.has(target.deviceSn) ?? true);
    const device = isTheirs ? devices.get(target.deviceSn) : undefined;
    const variable = target && device?.variables.get(target.code);
    const about = { key: point.key, value: point.value };
    if (!target || !variable || !device) {
      refuse(point.index, { ...about, reason: 'unknownVariable' });
      continue;
    }
    const made = device.device.enabled ? makePoint(variable, point) : 'deviceDisabled';
    if (typeof made === 'string') refuse(point.index, { ...about, device: variable.deviceSn, reason: made });
    else addReady(into, made, point);
  }
}

async function resolveKeyed(
  parts: Parts,
  { tenantId, deviceSns }: Collected,
  points: readonly Point[],
  into: Resolved,
  refuse: Refuse,
): Promise<void> {
  const byDevice = [...Map.groupBy(points, (point) => (point.sn === null ? point.device : ''))];
  // All devices are processed together, so that missing variables are created in one transaction.
  const answers = await Promise.all(
    byDevice.map(async ([device, devicePoints]): Promise<Resolved | Reason> => {
      const isTheirs = deviceSns?.has(device) ?? true;
      const entry = isTheirs ? await parts.catalog.byDeviceSn(tenantId, device) : null;
      if (!entry?.device.enabled) return entry ? 'deviceDisabled' : 'unknownDevice';
      return resolveEntries(parts, entry, devicePoints);
    }),
  );
  for (const [at, [device, devicePoints]] of byDevice.entries()) {
    const resolved = answers[at]!;
    if (typeof resolved === 'string') {
      for (const { key, value, index } of devicePoints)
        refuse(index, { device, key, value, reason: resolved });
      continue;
    }
    for (const [index, point] of resolved.ready.entries()) addReady(into, point, resolved.origins[index]!);
    into.created.push(...resolved.created.map((key) => `${device}/${key}`));
    // Refusals are in the order of the entries, so key and value are sufficient to match them.
    let cursor = 0;
    for (const refusal of resolved.refusals) {
      while (devicePoints[cursor]!.key !== refusal.key || devicePoints[cursor]!.value !== refusal.value)
        cursor += 1;
      refuse(devicePoints[cursor]!.index, { ...refusal, device });
      cursor += 1;
    }
  }
}

export async function resolveCollected(
  parts: Parts,
  sender: Collected,
  items: readonly unknown[],
  now: number,
): Promise<Resolved> {
  const into: Resolved = { ready: [], origins: [], refusals: [], created: [] };
  const refuse: Refuse = (index, refusal) => void into.refusals.push({ ...refusal, index });
  const points = items.flatMap((item, index) => readPoint(item, index, now, refuse) ?? []);
  await resolveNumbered(
    parts,
    sender,
    points.filter(({ sn }) => sn !== null),
    into,
    refuse,
  );
  await resolveKeyed(
    parts,
    sender,
    points.filter(({ sn }) => sn === null),
    into,
    refuse,
  );
  into.refusals.sort((a, b) => (a.index ?? 0) - (b.index ?? 0));
  return into;
}
