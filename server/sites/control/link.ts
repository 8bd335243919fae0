import type { Services } from '../../engine/context.ts';
import type { HubEvent } from '../../platform/events.ts';
import { createAnswerQueue } from './answers.ts';

/** Topic prefix for commands to a device. The id of the command follows. */
export const REQUEST_TOPIC = 'v1/devices/me/rpc/request/';

/** Topic prefix for a device's answers. The id of the command follows. */
export const RESPONSE_TOPIC = 'v1/devices/me/rpc/response/';

export interface ControlLink {
  /** Handles the answer of a device to the command with this id. */
  answered(tenantId: number, deviceSn: string, id: number, payload: string): Promise<void>;
  close(): void;
}

/** A command in the format for devices. `params` contains the variable's code and the value. */
export interface Command {
  id: number;
  method: string;
  params: Record<string, number | string | boolean>;
}

/** The method of every command to a device. */
export const METHOD = 'setValue';

/**
 * Sends commands to the devices that are connected to this process. `send` publishes to one device. It may ignore a
 * device that is not connected here. The command then remains requested until it expires.
 */
export function createControlLink(
  parts: Pick<Services, 'db' | 'hub' | 'log'>,
  send: (tenantId: number, deviceSn: string, command: Command) => void,
): ControlLink {
  const note = createAnswerQueue(parts);
  const close = parts.hub.subscribe((event: HubEvent) => {
    if (event.type !== 'control') return;
    const { tenantId, deviceSn, commandId, params } = event;
    send(tenantId, deviceSn, { id: commandId, method: METHOD, params });
  });
  return {
    answered: (tenantId, deviceSn, id, payload) => note(tenantId, { deviceSn, id, payload }),
    close,
  };
}
