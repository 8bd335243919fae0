/** Finds the record of a link and its tenant, before the rest of a request is read. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { PublicRecord, Transition } from '../../../generated/definition.ts';
import type { OperationId } from '../../../generated/operations.ts';
import { type Entity, entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { type Row, trxAny } from '../../platform/db/tables/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Services } from '../context.ts';
import { hashToken, opensIn } from './store.ts';

export interface OpenedLink {
  id: number;
  tenantId: number;
  recordId: number;
  endsAt: string;
  entity: Entity;
  open: PublicRecord;
}

const OPERATIONS: ReadonlySet<string> = new Set<OperationId>([
  'recordByLink',
  'recordByLinkMove',
  'documentByLink',
  'fileByLink',
]);

const opened = new WeakMap<FastifyRequest, OpenedLink>();

/** Returns the link that opened a request. */
export const linkOf = (request: FastifyRequest): OpenedLink => opened.get(request)!;

/** Returns the transitions that a guest with the link may make. */
export const linkMoves = ({ states }: Entity, { moves = [] }: PublicRecord): Transition[] =>
  moves.flatMap((name) => states?.transitions.find((one) => one.name === name) ?? []);

async function findLink(db: Database, token: string): Promise<OpenedLink> {
  // Only the link determines the tenant, so this reads across tenants.
  const link = await db.system((trx) =>
    trx
      .selectFrom('recordLink')
      .select(['id', 'tenantId', 'recordId', 'endsAt', 'entity'])
      .where('tokenHash', '=', hashToken(token))
      .where('revokedAt', 'is', null)
      .where('endsAt', '>', sql<string>`now()`)
      .executeTakeFirst(),
  );
  const entity = entityRegistry.get(link?.entity ?? '');
  if (!link || !entity?.public) throw new AppError('link.gone');
  return { ...link, entity, open: entity.public };
}

/** Returns the current record. If its state hides it, throws the error of a missing link. */
export async function readLinked(
  trx: Trx,
  { entity, open, recordId }: OpenedLink,
  lock: boolean,
): Promise<Row> {
  const query = trxAny(trx).selectFrom(entity.name).selectAll().where('id', '=', recordId);
  const record = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (!record || !opensIn(entity, open, record)) throw new AppError('link.gone');
  return record;
}

export function mountRecordLinks(
  app: FastifyInstance,
  { db, openLimit }: Pick<Services, 'db' | 'openLimit'>,
): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!OPERATIONS.has(request.routeOptions.config.operationId ?? '')) return;
    reply.headers({ 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' });
    const wait = openLimit.waitIp(request.ip);
    if (wait > 0) throw new AppError('http.tooMany', {}, { headers: { 'retry-after': String(wait) } });
    opened.set(request, await findLink(db, (request.params as { token: string }).token));
  });
}
