/** Creates records of the demo by users' calls, so that the definitions compute all amounts. */
import { entityOf } from '../runtime/core/definitions/entities.ts';
import type { Values } from '../runtime/core/rules/rule.ts';
import { NEXT_VERSION } from '../runtime/core/rules/versions.ts';
import type { SourceLang } from '../runtime/core/text/lang.ts';
import { agreeRequest } from '../server/engine/approvals/decide.ts';
import { submitRequest } from '../server/engine/approvals/submit.ts';
import type { Services, Session } from '../server/engine/context.ts';
import { createRecord, updateRecord } from '../server/engine/entities/write/write.ts';
import { setMark } from '../server/engine/records/marks.ts';
import { type ShareInput, shareRecord } from '../server/engine/records/shares.ts';
import { moveRecord } from '../server/engine/states/transition.ts';
import { type Row, trxAny } from '../server/platform/db/tables/anyTable.ts';
import { AppError } from '../server/platform/errors/errors.ts';
import type { Person } from './business/sellers.ts';

export const DAY_MS = 86_400_000;
const ZONE = 'Asia/Shanghai';

export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Returns the first day of the month `count` months ago. */
export function monthBefore(now: number, count: number): string {
  const today = new Date(now);
  return dayOf(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - count, 1));
}

export interface SeedContext {
  tenantId: number;
  lang: SourceLang;
  now: number;
  /** After this is aborted, no further record is begun. */
  signal: AbortSignal;
}

export interface Sale {
  parts: Parts;
  tenantId: number;
  lang: SourceLang;
  now: number;
  seller: Maker;
  /** All salespeople. */
  sellers: readonly Person[];
  /** A second user, who approves and manages the money. */
  head: Maker;
  as(person: Person): Maker;
  /** Returns the maker for the record's owner, or for the first seller if the owner is not a seller. */
  makerOf(record: Row): Maker;
}

export type Parts = Pick<Services, 'db' | 'hub' | 'vault'>;

/** Creates records in the name of one user, with all permissions. */
export interface Maker {
  make(entity: string, body: Values): Promise<Row>;
  move(entity: string, id: unknown, name: string, form?: Values): Promise<Row>;
  /** Makes the second version of a record, with other values, as a draft. */
  secondVersion(entity: string, id: unknown, body: Values): Promise<Row>;
  submit(entity: string, id: unknown): Promise<void>;
  /** Approves a request. */
  agree(request: number): Promise<void>;
  share(entity: string, id: unknown, share: ShareInput): Promise<void>;
  mark(entity: string, id: unknown, mark: string): Promise<void>;
}

const GONE: readonly string[] = ['entity.badReference', 'http.notFound'];

/** Runs a step for each customer. Skips removed customers. */
export async function ofEach(
  customers: readonly Row[],
  make: (customer: Row, index: number) => Promise<void>,
): Promise<void> {
  for (const [index, customer] of customers.entries())
    await make(customer, index).catch((error: unknown) => {
      if (!(error instanceof AppError && GONE.includes(error.key))) throw error;
    });
}

export function makerFor(parts: Parts, { tenantId, lang, signal }: SeedContext, { id, name }: Person): Maker {
  const session: Session = {
    ...{ userId: id, tenantId, name, sessionId: 'demo', apiKey: false, admin: true, lang },
    ...{ departments: [], stations: [], permissions: new Set(['*']), fieldRules: new Map() },
  };
  const ctx = { ...parts, session, lang, zone: ZONE };
  return {
    async make(entity, body) {
      signal.throwIfAborted();
      return createRecord(ctx, entityOf(entity), body);
    },
    async move(entity, recordId, move, form = {}) {
      signal.throwIfAborted();
      return (await moveRecord(ctx, entityOf(entity), Number(recordId), { name: move, form })).record;
    },
    async secondVersion(entity, recordId, body) {
      signal.throwIfAborted();
      await moveRecord(ctx, entityOf(entity), Number(recordId), { name: NEXT_VERSION });
      const { id: draft } = await parts.db.tenant(tenantId, (trx) =>
        trxAny(trx)
          .selectFrom(entity)
          .select('id')
          .where('familyId', '=', Number(recordId))
          .where('edition', '=', 2)
          .executeTakeFirstOrThrow(),
      );
      return (await updateRecord(ctx, entityOf(entity), Number(draft), null, body)).record;
    },
    async submit(entity, recordId) {
      signal.throwIfAborted();
      await submitRequest(ctx, entity, Number(recordId), { version: null });
    },
    async agree(request) {
      signal.throwIfAborted();
      await agreeRequest(ctx, request, { version: null });
    },
    async share(entity, recordId, share) {
      signal.throwIfAborted();
      await shareRecord(ctx, entityOf(entity), Number(recordId), share);
    },
    async mark(entity, recordId, mark) {
      signal.throwIfAborted();
      await setMark(ctx, { entity, id: Number(recordId), mark }, true);
    },
  };
}

/** Approves the submission as the first approver. Does nothing if there is none. */
export async function agreeAsked(
  { parts, tenantId, as }: Pick<Sale, 'parts' | 'tenantId' | 'as'>,
  entity: string,
  id: unknown,
): Promise<void> {
  const first = await parts.db.tenant(tenantId, (trx) =>
    trxAny(trx)
      .selectFrom('approvalAssignee as a')
      .innerJoin('approvalRequest as r', (join) =>
        join.onRef('r.id', '=', 'a.requestId').onRef('r.tenantId', '=', 'a.tenantId'),
      )
      .innerJoin('user as u', (join) =>
        join.onRef('u.id', '=', 'a.userId').onRef('u.tenantId', '=', 'a.tenantId'),
      )
      .select(['r.id as request', 'u.id', 'u.name'])
      .where('r.entity', '=', entity)
      .where('r.recordId', '=', id)
      .where('r.state', '=', 'pending')
      .where('a.decision', 'is', null)
      .executeTakeFirst(),
  );
  if (first) await as({ id: Number(first.id), name: String(first.name) }).agree(Number(first.request));
}

/** Reads the records of an order, the oldest first. */
export const rowsOf = ({ parts, tenantId }: Sale, entity: string, orderId: unknown): Promise<Row[]> =>
  parts.db.tenant(tenantId, (trx) =>
    trxAny(trx).selectFrom(entity).selectAll().where('orderId', '=', orderId).orderBy('id').execute(),
  );
