/**
 * Requests with a key (header `Idempotency-Key`). A repeated request returns the same answer without another effect.
 */
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { OperationId, OperationInfo } from '../../generated/operations.ts';
import { entityRegistry } from '../../runtime/core/definitions/entities.ts';
import type { CallContext, Session } from '../engine/context.ts';
import { answerOne } from '../engine/mapping/read.ts';
import type { RawInput } from '../engine/surface/validate.ts';
import type { Database } from '../platform/db/index.ts';
import { type DoneRequest, type NamedRequest, noteAnswer, RequestDone } from '../platform/db/requestKey.ts';
import { AppError } from '../platform/errors/errors.ts';

const HEADER = 'idempotency-key';
const KEY = /^[\x21-\x7e]{1,200}$/;

/** Further calls that change records, besides the calls for one entity. */
const OF_RECORDS: ReadonlySet<string> = new Set<OperationId>([
  'recordTransition',
  'recordBulkTransition',
  'recordSubmit',
]);

const isNameable = ({ id, method, answer, action }: OperationInfo): boolean =>
  method !== 'get' && answer === 'data' && (action !== undefined || OF_RECORDS.has(id));

/** Returns the key and content of a request. Null if it has no key, or if the call does not support keys. */
export function namedRequest(
  info: OperationInfo,
  request: FastifyRequest,
  visitor: Session | null,
  raw: RawInput,
): NamedRequest | null {
  const key = request.headers[HEADER];
  if (key === undefined || !visitor || !isNameable(info)) return null;
  if (typeof key !== 'string' || !KEY.test(key))
    throw new AppError('request.badKey', {}, { field: `/header/${HEADER}` });
  // Written as a tuple, because TypeScript fails on the union of a thousand operation ids in a wider type.
  const requestText = JSON.stringify([info.id, raw.path, raw.query, raw.body ?? null] as const);
  const hash = createHash('sha256').update(requestText).digest('base64url');
  return { tenantId: visitor.tenantId, userId: visitor.userId, key, hash };
}

const isRecord = (answer: unknown): answer is { id: unknown; version: unknown } =>
  typeof answer === 'object' && answer !== null && 'version' in answer;

/**
 * Returns the stored answer. If it has expired, returns the current record as the caller may see it, or else a
 * confirmation.
 */
async function answerAgain(
  { hash, entity: name, recordId, answer }: DoneRequest,
  named: NamedRequest,
  ctx: CallContext,
) {
  if (hash !== named.hash) throw new AppError('request.otherBody', {}, { field: `/header/${HEADER}` });
  if (answer !== null && !isRecord(answer)) return answer;
  const entity = entityRegistry.get(name);
  const current = entity ? answerOne(entity, Number(recordId), ctx) : null;
  if (answer === null) return current;
  try {
    await current;
    return answer;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { id: answer.id, version: answer.version };
  }
}

/** Runs a request with a key only once. */
export async function carryOut(
  db: Database,
  named: NamedRequest,
  ctx: CallContext,
  run: () => Promise<unknown>,
): Promise<unknown> {
  try {
    const answer = await run();
    await noteAnswer(db, named, answer);
    return answer;
  } catch (error) {
    if (error instanceof RequestDone) return answerAgain(error.done, named, { ...ctx, db });
    throw error;
  }
}
