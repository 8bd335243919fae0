import type { Services } from '../../engine/context.ts';
import type { ControlState } from '../../platform/db/jsonShapes.ts';
import { textWhole } from '../../platform/db/storable.ts';
import type { HubEvent } from '../../platform/events.ts';

/** The topic on which a device gets its commands; the id follows. */
export const REQUEST_TOPIC = 'v1/devices/me/rpc/request/';
const MAX_ANSWER = 2000;

/** The topic on which a device answers a command; the id follows. */
export const RESPONSE_TOPIC = 'v1/devices/me/rpc/response/';

export interface ControlLink {
  /** Takes what a device answered to the command with this id. */
  answered(tenantId: number, deviceSn: string, id: number, payload: string): Promise<void>;
  close(): void;
}

/** An answer that names an error refuses; any other one accepts. */
export function answerState(payload: string): Extract<ControlState, 'acknowledged' | 'rejected'> {
  try {
    const answer = JSON.parse(payload) as unknown;
    const failed =
      typeof answer === 'object' &&
      answer !== null &&
      (('error' in answer && answer.error) || ('success' in answer && answer.success === false));
    return failed ? 'rejected' : 'acknowledged';
  } catch {
    return 'acknowledged';
  }
}

/** A command as devices get it; `params` has the code of a variable and its value. */
export interface Command {
  id: number;
  method: string;
  params: Record<string, number | string | boolean>;
}

/** The method of every command to a device. */
export const METHOD = 'setValue';

/** Notes what a device answered to a command that is open; others are only logged. */
export async function answerCommand(
  { db, log }: Pick<Services, 'db' | 'log'>,
  { tenantId, sn }: { tenantId: number; sn: string },
  id: number,
  payload: string,
): Promise<void> {
  if (!Number.isSafeInteger(id)) return;
  const answer = textWhole(payload).slice(0, MAX_ANSWER);
  const done = await db.tenant(tenantId, (trx) =>
    trx
      .updateTable('controlCommand')
      .set({ state: answerState(payload), answeredAt: new Date(), answer })
      .where('id', '=', id)
      .where('deviceSn', '=', sn)
      .where('state', '=', 'requested')
      .returning('id')
      .executeTakeFirst(),
  );
  if (!done) log.debug('an answer to no open command', { tenantId, deviceSn: sn, id });
}

/**
 * Brings commands to the devices that are connected here. `send` publishes to one device; it may ignore a device
 * that is connected elsewhere, or not at all: the command then stays requested and expires.
 */
export function createControlLink(
  { db, hub, log }: Pick<Services, 'db' | 'hub' | 'log'>,
  send: (tenantId: number, deviceSn: string, command: Command) => void,
): ControlLink {
  const close = hub.subscribe((event: HubEvent) => {
    if (event.type !== 'control') return;
    const { tenantId, deviceSn, commandId, params } = event;
    send(tenantId, deviceSn, { id: commandId, method: METHOD, params });
  });
  return {
    answered: (tenantId, deviceSn, id, payload) =>
      answerCommand({ db, log }, { tenantId, sn: deviceSn }, id, payload),
    close,
  };
}
