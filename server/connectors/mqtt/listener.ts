/**
 * The built-in MQTT listener. The user name is the device token. It supports QoS 0 to 2, and sends PUBACK only after
 * the commit. It is not a broker.
 */
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Services } from '../../engine/context.ts';
import type { Config } from '../../platform/config.ts';
import type { Logger } from '../../platform/log.ts';
import { gauge, metricsOnCollect } from '../../platform/metrics.ts';
import { type Listening, portFault } from '../../platform/ports.ts';
import { readCertificate, watchCertificate } from '../../platform/tls.ts';
import { createConnection } from './connection.ts';
import { createControl } from './control.ts';
import { CODE } from './packets/codes.ts';
import { createBudget } from './peers/byteBudget.ts';
import { MAX_BUFFERED_BYTES, MAX_CONNECTIONS, MAX_SIGN_IN_BYTES, READ_AHEAD } from './peers/limits.ts';
import { createPeers, type Peers } from './peers/peers.ts';
import { plainPort, securePort } from './peers/ports.ts';
import { ATTRIBUTES } from './publish.ts';
import type { Connection, ConnectionParts } from './signedInClient.ts';
import { signIn } from './signIn.ts';

export interface MqttLink {
  /** The port of the listener. Null with an existing broker. */
  port: number | null;
  /** The TLS port. Null if there is none. */
  tlsPort: number | null;
  close(): Promise<void>;
}

const CHECK_MS = 1_000;
/** Interval of TCP keep-alive probes on an idle connection. */
const PROBE_MS = 60_000;
const GATEWAY_ATTRIBUTES = 'v1/gateway/attributes';

const connections = gauge('wattdeck_mqtt_connections', 'Devices connected by MQTT');
const waiting = gauge('wattdeck_mqtt_bytes_waiting', 'Bytes of MQTT messages that are read and wait');

async function listen(server: Server, to: Listening): Promise<number> {
  const { host, port } = to;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(portFault(error, to)));
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return address && typeof address === 'object' ? address.port : port;
}

const SOCKET = { noDelay: true, highWaterMark: READ_AHEAD, keepAlive: true, keepAliveInitialDelay: PROBE_MS };

/** Creates a listener with the server's certificate. Loads the certificate again when its files change. */
async function createSecure(
  files: NonNullable<Config['tls']>,
  log: Logger,
  onSocket: (socket: Socket) => void,
): Promise<Server> {
  const certificate = await readCertificate(files);
  const server = createTlsServer({ ...SOCKET, ...certificate, handshakeTimeout: 10 * CHECK_MS }, onSocket);
  const unwatch = watchCertificate(files, log, (renewed) => server.setSecureContext(renewed));
  // Errors of TLS handshakes are caused by clients, and are ignored.
  return server.on('tlsClientError', () => {}).on('close', unwatch);
}

/** Sends changes of shared attributes to connected devices, until the returned function is called. */
function watchDevices({ devices, log }: Services, peers: Peers): () => void {
  return devices.attributes.onChange((device, change) => {
    const message = { topic: ATTRIBUTES, payload: JSON.stringify(change) };
    const viaGateway = (name: string) => ({
      topic: GATEWAY_ATTRIBUTES,
      payload: JSON.stringify({ device: name, data: change }),
    });
    peers
      .reach(device, message, viaGateway)
      .catch((error) => log.warn('a device was not told of a change', { error: String(error) }));
  });
}

function createParts(services: Services, maxBytes: number) {
  const { log } = services;
  const budgets = { messages: createBudget(maxBytes), signIns: createBudget(MAX_SIGN_IN_BYTES) };
  const peers = createPeers(services);
  const control = createControl(services, peers);
  const stopWatching = watchDevices(services, peers);
  const unmeasure = metricsOnCollect(() => waiting.set(budgets.messages.used()));
  const signInParts = { services, peers, control, sessions: new Map<string, Connection>() };
  const parts: ConnectionParts = {
    budgets,
    signIn: (packet) => signIn(signInParts, packet),
    failed: (error) => log.debug('an MQTT connection failed', { error: error.message }),
  };
  return {
    parts,
    stop(): void {
      unmeasure();
      stopWatching();
      control.close();
    },
  };
}

export async function startListener(services: Services, maxBytes = MAX_BUFFERED_BYTES): Promise<MqttLink> {
  const { host, mqttPort, mqttsPort, tls } = services.config;
  const { parts, stop } = createParts(services, maxBytes);
  const open = new Map<Socket, Connection>();
  function onSocket(socket: Socket): void {
    if (open.size >= MAX_CONNECTIONS) return void socket.destroy();
    open.set(socket, createConnection(socket, parts));
    connections.set(open.size);
    socket.once('close', () => {
      open.delete(socket);
      connections.set(open.size);
    });
  }
  const checking = setInterval(() => {
    const now = performance.now();
    for (const connection of open.values()) connection.check(now);
  }, CHECK_MS).unref();
  const servers: Server[] = [];

  async function close(): Promise<void> {
    clearInterval(checking);
    stop();
    const closed = servers.map(
      (server) =>
        new Promise<void>((resolve) => (server.listening ? server.close(() => resolve()) : resolve())),
    );
    for (const [socket, connection] of open) {
      connection.end(CODE.shuttingDown);
      setTimeout(() => socket.destroy(), CHECK_MS).unref();
    }
    await Promise.all(closed);
  }

  try {
    servers.push(createServer(SOCKET, onSocket));
    const port = await listen(servers[0]!, plainPort({ host, mqttPort }));
    if (mqttsPort === null || !tls) return { port, tlsPort: null, close };
    servers.push(await createSecure(tls, services.log, onSocket));
    return { port, tlsPort: await listen(servers[1]!, securePort(host, mqttsPort)), close };
  } catch (error) {
    await close();
    throw error;
  }
}
