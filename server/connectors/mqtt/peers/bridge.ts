/**
 * The client of an existing broker (MQTT_URL). Devices publish to `v1/devices/<token>/telemetry`, and gateways to
 * `v1/gateway/<token>/telemetry`, because the broker does not report the sender of a message. With QoS 1 and a
 * persistent session, the broker queues messages while the server is down. A message is acknowledged after its commit.
 *
 * With WATTDECK_MQTT_SHARED each process is a separate client, and the broker distributes the messages among them.
 */
import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type IPublishPacket, type MqttClient } from 'mqtt';
import type { Services } from '../../../engine/context.ts';
import type { Config } from '../../../platform/config.ts';
import { gauge } from '../../../platform/metrics.ts';
import { StartError } from '../../../platform/startError.ts';
import type { MqttLink } from '../listener.ts';
import { acknowledgeWhenStored } from '../packets/acknowledge.ts';
import { messages, takeMessage } from '../packets/message.ts';

export const BRIDGE_TOPICS = ['v1/devices/+/telemetry', 'v1/gateway/+/telemetry'] as const;
const SHARE = '$share/wattdeck/';
const TOPIC = /^v1\/(devices|gateway)\/([^/]+)\/telemetry$/;
const CONNECT_TIMEOUT_MS = 10_000;
const RECONNECT_MS = 1_000;
const QOS = 1;

const connected = gauge('wattdeck_mqtt_broker_connected', 'The broker of MQTT_URL is reached (1) or not (0)');

async function storePacket(services: Services, packet: IPublishPacket): Promise<void> {
  const [, of, token] = TOPIC.exec(packet.topic) ?? [];
  if (token === undefined) return messages.inc({ outcome: 'other' });
  const entry = await services.telemetry.device.byToken(token);
  if (!entry) {
    services.telemetry.refusals.noteToken(token);
    return messages.inc({ outcome: 'unknownToken' });
  }
  await takeMessage(services, entry, packet.payload, of === 'gateway' ? 'gateway' : 'device');
}

/** Retries until it succeeds, because the broker repeats an unacknowledged message only after a reconnect. */
async function retryPacket(
  services: Services,
  packet: IPublishPacket,
  isClosed: () => boolean,
): Promise<boolean> {
  while (!isClosed()) {
    try {
      await storePacket(services, packet);
      return true;
    } catch (error) {
      if (isClosed()) return false;
      services.log.warn('an MQTT message could not be stored yet', { error: String(error) });
      await sleep(RECONNECT_MS);
    }
  }
  return false;
}

/** Returns the same id after a restart, so that the broker delivers the queued messages. */
function clientIdOf({ dataDir, mqttShared, port }: Config): string {
  const parts = mqttShared ? [dataDir, hostname(), port] : [dataDir];
  return `wattdeck-${createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 12)}`;
}

/**
 * Connects to the broker. The broker sends queued messages at once, so their receiver must already be
 * registered.
 */
async function connectBroker(
  services: Services,
  url: string,
  handle: (packet: IPublishPacket) => Promise<boolean>,
): Promise<MqttClient> {
  const { host } = new URL(url);
  const client = connect(url, {
    clientId: clientIdOf(services.config),
    clean: false,
    reconnectPeriod: RECONNECT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    manualConnect: true,
  });
  acknowledgeWhenStored(client, handle);
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

export async function startBridge(services: Services, url: string): Promise<MqttLink> {
  const { log, config, away } = services;
  let closed = false;
  const client = await connectBroker(services, url, (packet) => retryPacket(services, packet, () => closed));
  client.on('error', (error) => log.warn('MQTT broker', { error: error.message }));
  const isHere = (here: boolean): void => {
    connected.set(here ? 1 : 0);
    away.note(`MQTT broker ${new URL(url).host}`, !here && !closed);
  };
  isHere(true);
  client.on('connect', () => isHere(true));
  client.on('close', () => {
    isHere(false);
    if (!closed) log.warn('the connection to the MQTT broker is lost');
  });
  const topics = BRIDGE_TOPICS.map((topic) => (config.mqttShared ? SHARE + topic : topic));
  const granted = await client.subscribeAsync(topics, { qos: QOS });
  if (granted.some(({ qos }) => qos > 2)) {
    closed = true;
    client.end(true);
    throw new StartError(
      `the MQTT broker at ${new URL(url).host} (MQTT_URL) refuses ${config.mqttShared ? 'shared subscriptions: unset WATTDECK_MQTT_SHARED' : 'our subscriptions'}`,
    );
  }
  return {
    port: null,
    tlsPort: null,
    async close() {
      closed = true;
      await client.endAsync();
    },
  };
}
