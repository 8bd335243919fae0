import type { Services } from '../context.ts';
import { text_whole } from '../db/storable.ts';
import type { HubEvent } from '../live/hub.ts';
import type { ControlState } from './state.ts';

/** The topic on which a device gets its commands; the id follows. */
export const REQUEST_TOPIC = 'v1/devices/me/rpc/request/';
const MAX_ANSWER = 2000;

/** The topic on which a device answers a command; the id follows. */
export const RESPONSE_TOPIC = 'v1/devices/me/rpc/response/';

export interface ControlLink {
  /** What a device published below RESPONSE_TOPIC. */
  answered(tenantId: number, deviceSn: string, topic: string, payload: string): Promise<void>;
  close(): void;
}

/** An answer that names an error refuses; any other one accepts. */
export function answer_state(payload: string): Extract<ControlState, 'acknowledged' | 'rejected'> {
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

/**
 * Brings commands to the devices that are connected here. `send` publishes to one device; it may ignore a device
 * that is connected elsewhere, or not at all: the command then stays requested and expires.
 */
export function createControlLink(
  { db, hub, log }: Pick<Services, 'db' | 'hub' | 'log'>,
  send: (tenantId: number, deviceSn: string, topic: string, payload: string) => void,
): ControlLink {
  const close = hub.subscribe((event: HubEvent) => {
    if (event.type !== 'control') return;
    const { tenantId, deviceSn, commandId, params } = event;
    send(tenantId, deviceSn, `${REQUEST_TOPIC}${commandId}`, JSON.stringify({ method: 'setValue', params }));
  });
  return {
    async answered(tenantId, deviceSn, topic, payload) {
      const id = Number(topic.slice(RESPONSE_TOPIC.length));
      if (!topic.startsWith(RESPONSE_TOPIC) || !Number.isSafeInteger(id)) return;
      const done = await db.tenant(tenantId, (trx) =>
        trx
          .updateTable('controlCommand')
          .set({
            state: answer_state(payload),
            answeredAt: new Date(),
            answer: text_whole(payload).slice(0, MAX_ANSWER),
          })
          .where('id', '=', id)
          .where('deviceSn', '=', deviceSn)
          .where('state', '=', 'requested')
          .returning('id')
          .executeTakeFirst(),
      );
      if (!done) log.info('an answer to no open command', { tenantId, deviceSn, id });
    },
    close,
  };
}
