/** Handles messages of a gateway for the devices behind it. These are devices of its station, by number or name. */
import { isObject } from '../../../runtime/core/object.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { readAttributeRows } from '../../sites/devices/attributeRows.ts';
import { offerClaim } from '../../sites/devices/claim.ts';
import type { DeviceEntry } from '../../sites/telemetry/catalog/catalog.ts';
import { isKeyValid } from '../../sites/telemetry/intake/autoVariables.ts';
import { MAX_DEVICES } from '../../sites/telemetry/intake/gateway.ts';
import type { Code } from './packets/codes.ts';
import { type Arrived, ignore, readJson, settled } from './packets/incomingMessage.ts';
import { takeMessage } from './packets/message.ts';

const PREFIX = 'v1/gateway/';
const ATTRIBUTES_RESPONSE = 'v1/gateway/attributes/response';

/** Finds a device behind the gateway. Null if there is none. The failure is counted. */
async function findBehind(arrived: Arrived, name: unknown): Promise<DeviceEntry | null> {
  const { services, entry } = arrived;
  const { telemetry } = services;
  if (!entry.device.gateway) {
    telemetry.refuse(entry, 'notAGateway', name);
    throw new AppError('telemetry.notAGateway');
  }
  if (typeof name !== 'string') {
    telemetry.refuse(entry, 'notAMessage', name);
    throw new AppError('telemetry.notAMessage');
  }
  const entryBehind = await telemetry.findBehind(entry, name);
  if (typeof entryBehind !== 'string') return entryBehind;
  const { tenantId, sn } = entry.device;
  telemetry.refusals.note({ tenantId, deviceSn: name, sender: sn, key: '', reason: entryBehind });
  return null;
}

/** Handles `{"device": something}` for several devices. An error for one device does not skip the others. */
async function forEachEntry(
  arrived: Arrived,
  handle: (entry: DeviceEntry, value: unknown) => Promise<void>,
): Promise<void> {
  const message = readJson(arrived);
  if (!isObject(message) || Object.keys(message).length > MAX_DEVICES) {
    if (message !== undefined) arrived.services.telemetry.refuse(arrived.entry, 'notAMessage', message);
    throw new AppError('telemetry.notAMessage');
  }
  arrived.peers.speaksFor(arrived.peer, Object.keys(message));
  let first: unknown = null;
  for (const [name, value] of Object.entries(message)) {
    const entry = await findBehind(arrived, name);
    if (entry)
      await handle(entry, value).catch((error) => {
        if (!(error instanceof AppError)) throw error;
        first ??= error;
      });
  }
  if (first) throw first;
}

/** Answers `{"id": 1, "device": "A", "client": false, "key": "a"}`, or "keys" with several keys. */
async function answerAttributes(arrived: Arrived): Promise<void> {
  const message = readJson(arrived);
  const { id, device, client, key, keys } = isObject(message) ? message : {};
  const entry = await findBehind(arrived, device);
  if (!entry) return;
  const names = (Array.isArray(keys) ? keys : [key]).filter(
    (name): name is string => typeof name === 'string' && isKeyValid(name),
  );
  const scope = client === true ? 'client' : 'shared';
  const rows = await arrived.services.db.tenant(entry.device.tenantId, (trx) =>
    readAttributeRows(trx, entry.device, [scope], names),
  );
  const values = Object.fromEntries(rows.map((row) => [row.key, row.value]));
  const isSingle = typeof key === 'string' && !Array.isArray(keys);
  const answer = isSingle ? (rows.length > 0 ? { value: rows[0]!.value } : {}) : { values };
  arrived.peer.send({ topic: ATTRIBUTES_RESPONSE, payload: JSON.stringify({ id, device, ...answer }) });
}

/** Handles `{"device": "A", "id": 1, "data": answer}`, the answer to a command. */
async function receiveAnswer(arrived: Arrived): Promise<void> {
  const message = readJson(arrived);
  const { device, id, data } = isObject(message) ? message : {};
  const entry = await findBehind(arrived, device);
  if (entry) await arrived.control.answered(entry, Number(id), JSON.stringify(data ?? null));
}

/** Handles `{"device": "A"}`. Begins or stops sending commands for this device to the gateway. */
async function noteBehind(arrived: Arrived, isThere: boolean): Promise<void> {
  const message = readJson(arrived);
  const { device } = isObject(message) ? message : {};
  if (!isThere) arrived.peer.behind.delete(String(device));
  else if (await findBehind(arrived, device)) arrived.peers.speaksFor(arrived.peer, [String(device)]);
}

async function receiveTelemetry({ services, entry, payload, peers, peer }: Arrived): Promise<Code> {
  const { code, names } = await takeMessage(services, entry, payload, 'gateway');
  if (names.length > 0) peers.speaksFor(peer, names);
  return code;
}

const TAKERS: Readonly<Record<string, (arrived: Arrived) => Promise<Code>>> = {
  telemetry: receiveTelemetry,
  attributes: (arrived) =>
    settled(
      forEachEntry(arrived, (entry, value) =>
        arrived.services.devices.attributes.report(entry, value, arrived.entry.device.sn),
      ),
    ),
  'attributes/request': (arrived) => settled(answerAttributes(arrived)),
  rpc: (arrived) => settled(receiveAnswer(arrived)),
  connect: (arrived) => settled(noteBehind(arrived, true)),
  disconnect: (arrived) => settled(noteBehind(arrived, false)),
  claim: (arrived) =>
    settled(forEachEntry(arrived, (entry, value) => offerClaim(arrived.services, entry, value))),
};

export async function takeGateway(arrived: Arrived): Promise<Code> {
  const name = arrived.topic.slice(PREFIX.length);
  const handle = Object.hasOwn(TAKERS, name) ? TAKERS[name] : undefined;
  return handle ? handle(arrived) : ignore(arrived);
}
