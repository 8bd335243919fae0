/**
 * With an existing broker (MQTT_URL) we are its client: devices publish to `v1/devices/<token>/telemetry`
 * there, because the broker does not tell us who published. QoS 1 with a session that outlives us: what
 * arrives while we are down is delivered afterwards, and a message is acknowledged after its commit.
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type IPublishPacket, type MqttClient } from 'mqtt';
import { StartError } from '../../config.ts';
import type { Services } from '../../context.ts';
import type { MqttLink } from './listener.ts';
import { message_take, messages } from './message.ts';

export const BRIDGE_TOPIC = 'v1/devices/+/telemetry';
const TOKEN = /^v1\/devices\/([^/]+)\/telemetry$/;
const CONNECT_TIMEOUT_MS = 10_000;
const RECONNECT_MS = 1_000;

async function packet_take(services: Services, packet: IPublishPacket): Promise<void> {
  const token = TOKEN.exec(packet.topic)?.[1];
  const entry = token ? await services.telemetry.device.byToken(token) : null;
  if (!entry) return messages.inc({ outcome: 'unknownToken' });
  await message_take(services, entry, packet.payload);
}

/** The broker would not send an unacknowledged message again before a reconnect, so we try until it works. */
async function packet_keepTrying(
  services: Services,
  packet: IPublishPacket,
  isClosed: () => boolean,
): Promise<boolean> {
  for (;;) {
    try {
      await packet_take(services, packet);
      return true;
    } catch (error) {
      if (isClosed()) return false;
      services.log.warn('an MQTT message could not be stored yet', { error: String(error) });
      await sleep(RECONNECT_MS);
    }
  }
}

/** What waits in the broker comes with the connection, so what takes it must be there before. */
async function broker_connect(
  services: Services,
  url: string,
  take: MqttClient['handleMessage'],
): Promise<MqttClient> {
  const { host } = new URL(url);
  const id = createHash('sha256').update(services.config.dataDir).digest('hex').slice(0, 12);
  const client = connect(url, {
    clientId: `wattdeck-${id}`,
    clean: false,
    reconnectPeriod: RECONNECT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    manualConnect: true,
  });
  client.handleMessage = take;
  try {
    await new Promise<void>((resolve, reject) => {
      client.once('connect', () => resolve());
      client.once('error', reject);
      client.once('close', () => reject(new Error('connection refused')));
      client.connect();
    });
  } catch (error) {
    client.on('error', () => {});
    client.end(true);
    throw new StartError(
      `the MQTT broker at ${host} (MQTT_URL) does not answer: ${(error as Error).message}`,
    );
  }
  return client;
}

export async function bridge_start(services: Services, url: string): Promise<MqttLink> {
  const { log } = services;
  let closed = false;
  const client = await broker_connect(services, url, (packet, done) => {
    packet_keepTrying(services, packet, () => closed).then(
      (stored) => done(stored ? undefined : new Error('closing')),
      (error: Error) => done(error),
    );
  });
  client.on('error', (error) => log.warn('MQTT broker', { error: error.message }));
  client.on('close', () => void (closed || log.warn('the connection to the MQTT broker is lost')));
  await client.subscribeAsync(BRIDGE_TOPIC, { qos: 1 });
  return {
    port: null,
    async close() {
      closed = true;
      await client.endAsync();
    },
  };
}
