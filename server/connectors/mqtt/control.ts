/** Commands to the devices connected to the built-in listener, and their answers. */
import type { Services } from '../../engine/context.ts';
import { type Command, createControlLink, REQUEST_TOPIC } from '../../sites/control/link.ts';
import type { DeviceEntry } from '../../sites/telemetry/catalog/catalog.ts';
import type { Peers } from './peers/peers.ts';

export interface MqttControl {
  answered(entry: DeviceEntry, id: number, payload: string): Promise<void>;
  close(): void;
}

const GATEWAY_TOPIC = 'v1/gateway/rpc';
/** Stored as the answer if the device could not be reached. The command's sender reads it. */
const UNSENT = JSON.stringify({ error: 'The connected device cannot take this command now' });

export function createControl(services: Services, peers: Peers): MqttControl {
  const { log } = services;

  async function send(tenantId: number, sn: string, { id, ...request }: Command): Promise<void> {
    const reached = await peers.reach(
      { tenantId, sn },
      { topic: `${REQUEST_TOPIC}${id}`, payload: JSON.stringify(request) },
      (device) => ({ topic: GATEWAY_TOPIC, payload: JSON.stringify({ device, data: { id, ...request } }) }),
    );
    if (reached === 'unsent') await link.answered(tenantId, sn, id, UNSENT);
  }

  const link = createControlLink(services, (...command) => {
    send(...command).catch((error: unknown) => log.warn('a command was not sent', { error: String(error) }));
  });
  return {
    answered: ({ device }, id, payload) => link.answered(device.tenantId, device.sn, id, payload),
    close: link.close,
  };
}
