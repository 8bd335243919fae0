/** Forms that work offline. A request that cannot be sent is stored on the device and sent later. */
import type { EntityDefinition, Text } from '../../../generated/definition.ts';
import type { Values } from '../../core/rules/rule.ts';
import { ApiError } from '../../kit/api/errors.ts';
import { makeUuid } from '../../kit/browser/makeUuid.ts';
import { requestName } from '../../kit/outbox/message.ts';
import { waitingFiles } from '../../kit/outbox/waitingFile.ts';

const BAD_GATEWAY = 502;
const GATEWAY_TIMEOUT = 504;

/** Returns whether the server may have received the request. */
function isUnanswered(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { failure, status } = error;
  return (
    failure === 'connection' ||
    failure === 'timeout' ||
    (failure === 'answer' && status >= BAD_GATEWAY && status <= GATEWAY_TIMEOUT)
  );
}

export interface Sending {
  entity: Pick<EntityDefinition, 'name' | 'offline'>;
  recordId: number | null;
  title: string;
  move: Text | null;
  operation: string;
  path: Values;
  body: Values;
  base: Values;
  mine: Values;
}

/**
 * Sends the request. Stores it on the device instead if there is no network, if its files are queued, or if
 * another request for the record is queued. Returns null if stored. It has an idempotency key from the
 * beginning, so that a lost answer does not duplicate the record.
 */
export async function sendOrKeep<T>(
  sending: Sending,
  send: (name: string | undefined) => Promise<T>,
): Promise<T | null> {
  const { entity, ...message } = sending;
  const { recordId, body } = message;
  if (!entity.offline) return send(undefined);
  const id = makeUuid();
  const { isLineOf, keepMessage } = await import('../../kit/outbox/outbox.ts');
  const store = (attempts: number) => keepMessage(id, { ...message, entity: entity.name }, attempts);
  const isBehind =
    recordId !== null && (await isLineOf(entity.name, recordId, message.move !== null).catch(() => false));
  if (isBehind || waitingFiles(body).length > 0) {
    await store(0);
    return null;
  }
  try {
    return await send(requestName({ id, revision: 1 }));
  } catch (error) {
    if (!isUnanswered(error)) throw error;
    await store(1);
    return null;
  }
}
