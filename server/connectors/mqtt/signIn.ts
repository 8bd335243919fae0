/** A device signs in to the listener with its token as user name. A device without a token may request one. */
import { createHash, randomBytes } from 'node:crypto';
import type { IConnectPacket } from 'mqtt-packet';
import type { Services } from '../../engine/context.ts';
import { provisionDevice } from '../../sites/devices/provision.ts';
import type { MqttControl } from './control.ts';
import { CODE, type Code, MqttError } from './packets/codes.ts';
import { parsePayload } from './packets/message.ts';
import {
  MAX_CLIENT_ID,
  MAX_PACKET,
  MAX_PROVISION,
  MAX_PROVISION_REQUESTS,
  MAX_TOKEN,
  RECEIVE_MAXIMUM,
} from './peers/limits.ts';
import type { Peer, Peers } from './peers/peers.ts';
import { takePublish } from './publish.ts';
import type { Connection, Guest } from './signedInClient.ts';

const PROVISION = 'provision';
const PROVISION_REQUEST = '/provision/request';
const PROVISION_RESPONSE = '/provision/response';
/** The answer to `getSessionLimits`. */
const LIMITS = { maxPayloadSize: MAX_PACKET, maxInflightMessages: RECEIVE_MAXIMUM };

export interface SignInParts {
  services: Services;
  peers: Peers;
  control: MqttControl;
  /** The open connections by key. A new connection ends the previous one with the same key. */
  sessions: Map<string, Connection>;
}

/**
 * Returns the key of a device's session. Two devices with the same client id must not disconnect each other,
 * so the token is part of the key.
 */
function keyOf(token: string, clientId: string): string {
  const scope = createHash('sha256').update(token).digest('hex').slice(0, 16);
  return `${scope}/${clientId.slice(0, MAX_CLIENT_ID) || randomBytes(8).toString('hex')}`;
}

function enter(sessions: SignInParts['sessions'], key: string, connection: Connection): void {
  const before = sessions.get(key);
  sessions.set(key, connection);
  before?.end(CODE.takenOver);
}

function leave(sessions: SignInParts['sessions'], key: string, connection: Connection | null): void {
  if (sessions.get(key) === connection) sessions.delete(key);
}

function createDevice(
  { services, peers, control, sessions }: SignInParts,
  token: string,
  { tenantId, sn }: { tenantId: number; sn: string },
  key: string,
): Guest {
  const { telemetry, log } = services;
  let signedIn: Connection | null = null;
  const peer: Peer = {
    ...{ tenantId, deviceSn: sn, token, behind: new Set() },
    hears: (topic) => signedIn?.hears(topic) === true,
    send: (message) => signedIn?.send(message) === true,
  };
  return {
    isDevice: true,
    key,
    async take(topic, payload) {
      const entry = await telemetry.device.byToken(token);
      if (!entry) throw new MqttError(CODE.notAuthorized, 'no device has this token any more');
      return takePublish({ services, control, peers, limits: LIMITS, entry, peer, topic, payload });
    },
    tooLarge() {
      telemetry.device.byToken(token).then(
        (entry) => entry && telemetry.refuse(entry, 'tooLarge'),
        (error) => log.debug('refused data was not noted', { error: String(error) }),
      );
    },
    opened(connection) {
      signedIn = connection;
      enter(sessions, key, connection);
      peers.add(peer);
    },
    closed() {
      leave(sessions, key, signedIn);
      peers.remove(peer);
    },
  };
}

/** Creates a guest that may only request a token. */
function createApplicant({ services, sessions }: SignInParts, key: string): Guest {
  let signedIn: Connection | null = null;
  let signInCount = 0;
  return {
    isDevice: false,
    key,
    async take(topic, payload): Promise<Code> {
      signInCount += 1;
      if (
        topic !== PROVISION_REQUEST ||
        payload.length > MAX_PROVISION ||
        signInCount > MAX_PROVISION_REQUESTS
      )
        throw new MqttError(CODE.notAuthorized, 'only a token may be asked for');
      const answer = await provisionDevice(services, parsePayload(payload));
      signedIn?.send({ topic: PROVISION_RESPONSE, payload: JSON.stringify(answer) });
      return CODE.success;
    },
    tooLarge: () => {},
    opened(connection) {
      signedIn = connection;
      enter(sessions, key, connection);
    },
    closed: () => leave(sessions, key, signedIn),
  };
}

export async function signIn(parts: SignInParts, packet: IConnectPacket): Promise<Guest | Code> {
  const { username = '', clientId } = packet;
  const { telemetry } = parts.services;
  const key = keyOf(username, clientId);
  if (username === PROVISION || (username === '' && clientId === PROVISION))
    return createApplicant(parts, keyOf('', ''));
  const entry = username.length <= MAX_TOKEN ? await telemetry.device.byToken(username) : null;
  if (entry?.device.enabled) return createDevice(parts, username, entry.device, key);
  if (entry) telemetry.refuse(entry, 'deviceDisabled');
  else telemetry.refusals.noteToken(username);
  return CODE.badCredentials;
}
