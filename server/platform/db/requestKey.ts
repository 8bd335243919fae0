/**
 * A request with a key is executed once, even if it is sent again. The key is stored in the transaction of the
 * request's changes. The result is therefore certain even after a lost response or a killed process.
 */
import { sql } from 'kysely';
import { findFirstAudited } from './auditLog.ts';
import { beforeCommit } from './beforeCommit.ts';
import type { Database, Trx } from './index.ts';
import { lockName } from './lock.ts';

export interface NamedRequest {
  tenantId: number;
  userId: number;
  key: string;
  /** Identifies a request. Two different requests never share a key. */
  hash: string;
}

/** A completed request. The answer is missing if the process ended before storing it. */
export interface DoneRequest {
  hash: string;
  entity: string;
  recordId: string;
  answer: unknown;
}

/** Thrown if the request was executed before. */
export class RequestDone extends Error {
  override name = 'RequestDone';
  readonly done: DoneRequest;

  constructor(done: DoneRequest) {
    super('the request was carried out before');
    this.done = done;
  }
}

const rowOf = (trx: Trx, { userId, key }: NamedRequest) =>
  trx.selectFrom('requestKey').where('userId', '=', userId).where('key', '=', key);

async function noteDone(trx: Trx, { tenantId, userId, key, hash }: NamedRequest): Promise<boolean> {
  const written = findFirstAudited(trx);
  if (!written) return false;
  const record = { entity: written.entity, recordId: String(written.id) };
  await trx
    .insertInto('requestKey')
    .values({ tenantId, userId, key, hash, ...record })
    .execute();
  return true;
}

/** Returns the database for one request. The first transaction that writes also stores the request's key. */
export function namedDatabase(db: Database, named: NamedRequest): Database {
  const { tenantId: own, userId, key } = named;
  let isNoted = false;
  const tenant: Database['tenant'] = async (tenantId, run) => {
    if (isNoted || tenantId !== own) return db.tenant(tenantId, run);
    let wrote = false;
    const result = await db.tenant(tenantId, async (trx) => {
      await lockName(trx, `request ${own} ${userId} ${key}`);
      const done = await rowOf(trx, named)
        .select(['hash', 'entity', 'recordId', 'answer'])
        .executeTakeFirst();
      if (done) throw new RequestDone(done);
      beforeCommit(trx, 'request', async () => {
        wrote = await noteDone(trx, named);
      });
      return run(trx);
    });
    isNoted ||= wrote;
    return result;
  };
  return Object.create(db, { tenant: { value: tenant } }) as Database;
}

/** Stores the answer to the request. */
export async function noteAnswer(
  db: Database,
  { tenantId, userId, key }: NamedRequest,
  answer: unknown,
): Promise<void> {
  await db.tenant(tenantId, (trx) =>
    trx
      .updateTable('requestKey')
      .set({ answer: JSON.stringify(answer ?? null) })
      .where('userId', '=', userId)
      .where('key', '=', key)
      .execute(),
  );
}

const ANSWER_HOURS = 24;
/** A device may be unused for a long time before it sends again. */
const RETENTION_DAYS = 400;

/** After a day, reduces each stored answer to the id and version of its record. After 400 days, deletes the key. */
export async function forgetRequests(db: Pick<Database, 'system'>): Promise<void> {
  await db.system((trx) =>
    sql`update request_key set whole = false, answer = case when jsonb_exists(answer, 'version')
          then jsonb_build_object('id', answer -> 'id', 'version', answer -> 'version') else answer end
         where whole and created_at < now() - make_interval(hours => ${ANSWER_HOURS})`.execute(trx),
  );
  await db.system((trx) =>
    sql`delete from request_key where created_at < now() - make_interval(days => ${RETENTION_DAYS})`.execute(
      trx,
    ),
  );
}
