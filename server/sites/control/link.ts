import type { Services } from '../../engine/context.ts';
import type { HubEvent } from '../../platform/events.ts';
import { createAnswerQueue } from './answers.ts';

/** The topic on which a device gets its commands; the id follows. */
export const REQUEST_TOPIC = 'v1/devices/me/rpc/request/';

/** The topic on which a device answers a command; the id follows. */
export const RESPONSE_TOPIC = 'v1/devices/me/rpc/response/';

export interface ControlLink {
  /** Handles the answer of a device to the command with this id. */
  answered(tenantId: number, deviceSn: string, id: number, payload: string): Promise<void>;
  close(): void;
}

/** A command as devices receive it; `params` contains the code of a variable and its value. */
export interface Command {
  id: number;
  method: string;
  params: Record<string, number | string | boolean>;
}

/** The method of every command to a device. */
export const METHOD = 'setValue';

/**
 * Sends commands to the devices that are connected here. `send` publishes to one device. It may ignore a device that is
 * not connected here. The command then stays requested and expires.
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
