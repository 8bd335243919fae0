/** Commands to the devices that are connected to our own listener, and their answers. */
import type { Aedes, Client } from 'aedes';
import type { Services } from '../../context.ts';
import { createControlLink, REQUEST_TOPIC } from '../../control/link.ts';
import type { DeviceEntry } from '../../telemetry/catalog.ts';

export interface MqttControl {
  /** What a device answered; `topic` is below RESPONSE_TOPIC. */
  answered(entry: DeviceEntry, topic: string, payload: Buffer | string): Promise<void>;
  close(): void;
}

const QOS = 1;

/** All devices subscribe to the same topics, so a command is published to one connection and never to a topic. */
export const is_command = (topic: string): boolean => topic.startsWith(REQUEST_TOPIC);

/** Unasked-for packets would only confuse firmware that knows no commands. */
function listens(client: Client): boolean {
  return Object.keys((client as { subscriptions?: object }).subscriptions ?? {}).some(is_command);
}

export function control_join(
  broker: Aedes,
  services: Services,
  tokenOf: (client: Client) => string | undefined,
): MqttControl {
  const { log, telemetry } = services;
  const connected = new Set<Client>();
  broker.on('clientReady', (client: Client) => void connected.add(client));
  broker.on('clientDisconnect', (client: Client) => void connected.delete(client));

  async function is_device(client: Client, tenantId: number, deviceSn: string): Promise<boolean> {
    const token = tokenOf(client);
    const entry = token && listens(client) ? await telemetry.device.byToken(token) : null;
    return entry?.device.tenantId === tenantId && entry.device.sn === deviceSn;
  }

  async function command_send(
    tenantId: number,
    deviceSn: string,
    topic: string,
    payload: string,
  ): Promise<void> {
    for (const client of connected) {
      if (!(await is_device(client, tenantId, deviceSn))) continue;
      client.publish({ cmd: 'publish', topic, payload, qos: QOS, dup: false, retain: false }, (error) => {
        if (error) log.debug('a command was not sent', { device: deviceSn, error: error.message });
      });
    }
  }

  const link = createControlLink(services, (...command) => {
    command_send(...command).catch((error: unknown) =>
      log.warn('a command was not sent', { error: String(error) }),
    );
  });
  return {
    answered: ({ device }, topic, payload) =>
      link.answered(device.tenantId, device.sn, topic, payload.toString()),
    close: link.close,
  };
}
