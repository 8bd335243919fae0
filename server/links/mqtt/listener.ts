/** Our own MQTT listener: device token as user name, QoS 0 and 1, PUBACK only after the commit. */
import { createHash } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import {
  Aedes,
  type AedesPublishPacket,
  type AuthenticateError,
  type Client,
  type PublishPacket,
} from 'aedes';
import { StartError } from '../../config.ts';
import type { Services } from '../../context.ts';
import { RESPONSE_TOPIC } from '../../control/link.ts';
import { gauge, metrics_onCollect } from '../../metrics.ts';
import { type Budget, createBudget } from './budget.ts';
import { control_join, is_command, type MqttControl } from './control.ts';
import { type Flow, flow_bound, READ_AHEAD } from './flow.ts';
import { GATEWAY_TOPIC, message_take, messages, OTHER_TOPICS, TELEMETRY_TOPIC } from './message.ts';

export interface MqttLink {
  /** The port that is listened on; null with an existing broker. */
  port: number | null;
  close(): Promise<void>;
}

/** Bytes of messages that are read and wait, over all connections. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_CONNECTIONS = 20_000;
const MAX_CLIENT_ID = 256;
const CONNECT_TIMEOUT_MS = 10_000;
const BAD_USERNAME_OR_PASSWORD = 4;
const SERVER_UNAVAILABLE = 3;
/** What firmware subscribes to. Nothing is published there; a command goes to one connection alone. */
const SUBSCRIBABLE =
  /^v1\/(?:devices\/me\/(?:attributes(?:\/response\/(?:\+|\d+))?|rpc\/(?:request|response)\/(?:\+|\d+))|gateway\/(?:attributes(?:\/response)?|rpc))$/;
/** Where a stored message ends: nobody can subscribe to it. */
const STORED_TOPIC = 'stored';

const connections = gauge('wattdeck_mqtt_connections', 'Devices connected by MQTT');
const waiting = gauge('wattdeck_mqtt_bytes_waiting', 'Bytes of MQTT messages that are read and wait');

function refusal(returnCode: number, message: string): AuthenticateError {
  return Object.assign(new Error(message), { returnCode }) as AuthenticateError;
}

/** Two devices with the same client id must not throw each other out, so the token is part of the id. */
function clientId_scope(clientId: string, username: string | undefined): string {
  const scope = createHash('sha256')
    .update(username ?? '')
    .digest('hex')
    .slice(0, 16);
  return clientId && `${scope}/${clientId.slice(0, MAX_CLIENT_ID - scope.length - 1)}`;
}

/** Takes the message itself away: it is stored, and nobody else is to get or keep it. */
function packet_empty(packet: PublishPacket): void {
  packet.topic = STORED_TOPIC;
  packet.payload = '';
  packet.retain = false;
}

async function publish_take(
  services: Services,
  control: MqttControl,
  token: string | undefined,
  packet: PublishPacket,
): Promise<void> {
  const entry = token ? await services.telemetry.device.byToken(token) : null;
  if (!entry) throw new Error('no device has this token any more');
  if (packet.topic === TELEMETRY_TOPIC) await message_take(services, entry, packet.payload);
  else if (packet.topic === GATEWAY_TOPIC) await message_take(services, entry, packet.payload, 'gateway');
  else if (OTHER_TOPICS.has(packet.topic)) {
    services.telemetry.heard.note(entry.device);
    messages.inc({ outcome: 'other' });
  } else if (packet.topic.startsWith(RESPONSE_TOPIC))
    await control.answered(entry, packet.topic, packet.payload);
  else throw new Error(`devices may not publish to ${packet.topic}`);
  packet_empty(packet);
}

interface Broker {
  broker: Aedes;
  control: MqttControl;
  /** Takes a new connection in. */
  connect(socket: Socket): void;
}

async function broker_create(services: Services, budget: Budget): Promise<Broker> {
  const { telemetry, log } = services;
  const tokens = new WeakMap<Client, string>();
  const flows = new WeakMap<Client, Flow>();
  const broker = await Aedes.createBroker({
    connectTimeout: CONNECT_TIMEOUT_MS,
    maxClientsIdLength: MAX_CLIENT_ID,
    preConnect(_client, packet, done) {
      packet.clientId = clientId_scope(packet.clientId, packet.username);
      // Nothing waits for who is away: a command is of the moment, and nobody obeys one that has long expired.
      packet.clean = true;
      done(null, true);
    },
    authenticate(client, username, _password, done) {
      telemetry.device.byToken(username ?? '').then(
        (entry) => {
          if (!entry?.device.enabled) {
            if (entry) telemetry.refuse(entry, 'deviceDisabled');
            else telemetry.refusals.noteToken(username ?? '');
            return done(refusal(BAD_USERNAME_OR_PASSWORD, 'unknown device token'), false);
          }
          tokens.set(client, username!);
          flows.get(client)?.admit();
          done(null, true);
        },
        (error) => {
          log.warn('MQTT sign-in failed', { error: String(error) });
          done(refusal(SERVER_UNAVAILABLE, 'not available'), false);
        },
      );
    },
    // The broker sends PUBACK after this has called back, so the device hears of it when it is on disk.
    authorizePublish(client, packet, done) {
      const end = client ? flows.get(client)?.message(packet.payload.length) : undefined;
      publish_take(services, control, client ? tokens.get(client) : undefined, packet)
        .finally(end)
        .then(
          () => done(),
          (error: Error) => {
            log.debug('an MQTT message was not taken', { error: error.message });
            done(error);
          },
        );
    },
    authorizeSubscribe: (_client, subscription, done) =>
      done(null, SUBSCRIBABLE.test(subscription.topic) ? subscription : null),
    authorizeForward: (_client, packet): AedesPublishPacket | null =>
      is_command(packet.topic) ? packet : null,
  });
  const control = control_join(broker, services, (client) => tokens.get(client));
  /** Counts a message that was cut off at its announcement. */
  function tooLarge(client: Client): void {
    telemetry.device.byToken(tokens.get(client) ?? '').then(
      (entry) => entry && telemetry.refuse(entry, 'tooLarge'),
      (error) => log.debug('refused data was not noted', { error: String(error) }),
    );
  }

  return {
    broker,
    control,
    connect(socket) {
      const client = broker.handle(socket);
      flows.set(
        client,
        flow_bound(budget, client, socket, () => tooLarge(client)),
      );
    },
  };
}

async function port_listen(server: Server, host: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reasons: Record<string, string> = {
        EADDRINUSE: `the MQTT port ${port} on ${host} is already in use; set WATTDECK_MQTT_PORT to another`,
        EACCES: `the MQTT port ${port} may not be opened by this user; set WATTDECK_MQTT_PORT to one above 1023`,
      };
      reject(
        new StartError(
          reasons[error.code ?? ''] ?? `MQTT cannot listen on ${host}:${port}: ${error.message}`,
        ),
      );
    });
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return address && typeof address === 'object' ? address.port : port;
}

export async function listener_start(services: Services, maxBytes = MAX_BYTES): Promise<MqttLink> {
  const { config, log } = services;
  const budget = createBudget(maxBytes);
  const unmeasure = metrics_onCollect(() => waiting.set(budget.used()));
  const { broker, control, connect } = await broker_create(services, budget);
  broker.on('clientError', (_client, error) => log.debug('MQTT client failed', { error: error.message }));
  broker.on('connectionError', (_client, error) =>
    log.debug('MQTT connection failed', { error: error.message }),
  );
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true, highWaterMark: READ_AHEAD }, (socket) => {
    sockets.add(socket);
    connections.set(sockets.size);
    socket.once('close', () => {
      sockets.delete(socket);
      connections.set(sockets.size);
    });
    connect(socket);
  });
  server.maxConnections = MAX_CONNECTIONS;
  const port = await port_listen(server, config.host, config.mqttPort).catch(async (error) => {
    unmeasure();
    control.close();
    await new Promise<void>((resolve) => broker.close(resolve));
    throw error;
  });
  return {
    port,
    async close() {
      unmeasure();
      control.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await new Promise<void>((resolve) => broker.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
