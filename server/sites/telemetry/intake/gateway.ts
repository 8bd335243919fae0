/**
 * Parses the message of a gateway in ThingsBoard's format: `{"Device A": [{"ts": ms, "values": {"a": 1.5}}], "Device
 * B": {"a": 2}}`. A device is given by its sn or name, and must belong to the gateway's station.
 */
import { isObject } from '../../../../runtime/core/object.ts';
import type { Catalog, DeviceEntry } from '../catalog/catalog.ts';
import type { Reason } from './reasons.ts';
import { addReady, type DeviceRefusal, type Parts, type Resolved, resolvePayload } from './resolvePayload.ts';

/** Maximum number of devices in a message. A larger number is an error of the gateway. */
export const MAX_DEVICES = 1_000;

/**
 * Finds a device of the gateway's station by sn or name. Otherwise returns the reason why the gateway may not send for
 * it.
 */
export async function findBehind(
  catalog: Catalog,
  { device: gateway }: DeviceEntry,
  name: string,
): Promise<DeviceEntry | Reason> {
  const { tenantId, stationSn } = gateway;
  const numbered = await catalog.byDeviceSn(tenantId, name);
  const device =
    numbered?.device.stationSn === stationSn ? numbered : await catalog.byName(tenantId, stationSn, name);
  if (device === 'several') return 'ambiguousDevice';
  if (!device) return numbered ? 'otherStation' : 'unknownDevice';
  return device.device.enabled ? device : 'deviceDisabled';
}

/** Returns a reason if the payload is no message of a gateway, or the device is not a gateway. */
export async function resolveGateway(
  parts: Parts,
  gateway: DeviceEntry,
  payload: unknown,
  now: number,
): Promise<Resolved | Reason> {
  if (!gateway.device.gateway) return 'notAGateway';
  if (!isObject(payload)) return 'notAMessage';
  const devices = Object.entries(payload);
  if (devices.length > MAX_DEVICES) return 'tooLarge';
  const all: Resolved = { ready: [], origins: [], refusals: [], created: [] };
  const refuse = (device: string, refusals: readonly DeviceRefusal[]): void => {
    for (const refusal of refusals) all.refusals.push({ ...refusal, device });
  };
  // All devices are processed together, so that missing variables are created in one transaction.
  const answers = await Promise.all(
    devices.map(async ([name, message]) => {
      const device = await findBehind(parts.catalog, gateway, name);
      return typeof device === 'string' ? device : await resolvePayload(parts, device, message, now);
    }),
  );
  for (const [index, [name, message]] of devices.entries()) {
    const resolved = answers[index]!;
    if (typeof resolved === 'string') {
      refuse(name, [{ key: '', reason: resolved, value: message }]);
      continue;
    }
    for (const [at, point] of resolved.ready.entries())
      addReady(all, point, { ...resolved.origins[at]!, device: name });
    all.created.push(...resolved.created.map((key) => `${name}/${key}`));
    refuse(name, resolved.refusals);
  }
  return all;
}
