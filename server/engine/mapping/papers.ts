/** Documented calls that return documents of records, or the history of a record. */
import { PassThrough } from 'node:stream';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { trxAny } from '../../platform/db/tables/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { disposition } from '../../platform/files/disposition.ts';
import { recordWhere } from '../access/recordScope.ts';
import type { CallContext } from '../context.ts';
import { ARCHIVE_TYPE, MOST_PAPERS, writeArchive } from '../documents/archive.ts';
import { answerDocument, openDocuments } from '../documents/index.ts';
import { selectionWhere } from '../entities/list/selection.ts';
import { answerHistory } from '../records/answerHistory.ts';
import { readConditions } from './conditions.ts';
import { findId } from './key.ts';
import type { ActionOf } from './read.ts';
import { type MappedInput, readIds } from './sources.ts';

export async function serveDocument(action: ActionOf<'document'>, input: MappedInput, ctx: CallContext) {
  const { entity: name, document, format = 'pdf', by } = action;
  const options = { format, lang: (input.query?.lang as Lang | undefined) ?? ctx.lang };
  const place = { entity: name, document };
  const ids = await chosenIds(action, input, ctx);
  if (ids && ids.length > 1) return sendArchive(ctx, place, ids, options);
  const id = ids?.[0] ?? (await findId(entityOf(name), by, input, ctx));
  return answerDocument(ctx, { ...place, id }, options);
}

/** Returns the ids for a call about several records: the named ids, or the selected records. Null for other calls. */
async function chosenIds(
  { entity: name, many, where }: ActionOf<'document'>,
  input: MappedInput,
  ctx: CallContext,
): Promise<readonly number[] | null> {
  if (!many) return null;
  const ids = readIds(many, input);
  if (ids.length > 0) return ids;
  const { filter, search } = (input.query ?? {}) as Partial<Record<string, string>>;
  const { db, session, zone } = ctx;
  const entity = entityOf(name);
  const conditions = readConditions(where, input, ctx);
  const selected = selectionWhere(entity, session, { filter, search, where: conditions, zone }, '');
  const allowed = recordWhere(session, entity, 'get');
  const rows = await db.tenant(session.tenantId, (trx) =>
    trxAny(trx)
      .selectFrom(entity.name)
      .select(['id', ({ fn }) => fn.countAll<number>().over().as('count')])
      .where(selected)
      .$if(allowed !== null, (query) => query.where(allowed!))
      .orderBy('id')
      .limit(MOST_PAPERS + 1)
      .execute(),
  );
  const [first] = rows;
  if (!first) throw new AppError('http.notFound');
  if (rows.length > MOST_PAPERS)
    throw new AppError('bulk.tooMany', { count: Number(first.count), limit: MOST_PAPERS });
  return rows.map(({ id }) => Number(id));
}

/**
 * Sends an archive while its documents are made. An error aborts the answer, so that the client detects the incomplete
 * file.
 */
async function sendArchive(
  ctx: CallContext,
  place: { entity: string; document: string },
  ids: readonly number[],
  options: { format: 'pdf' | 'word'; lang: Lang },
) {
  if (ids.length > MOST_PAPERS) throw new AppError('bulk.tooMany', { count: ids.length, limit: MOST_PAPERS });
  const { title, files } = await openDocuments(ctx, place, ids, options);
  const sink = new PassThrough();
  writeArchive(sink, files).catch((error: unknown) => {
    ctx.log.warn('an archive was not finished', { ...place, error });
    sink.destroy(error as Error);
  });
  ctx.reply.headers({
    'content-type': ARCHIVE_TYPE,
    'content-disposition': disposition('attachment', `${title} ${ids.length}.zip`),
  });
  return ctx.reply.send(sink);
}

export async function serveHistory(action: ActionOf<'history'>, input: MappedInput, ctx: CallContext) {
  const entity = entityOf(action.entity);
  const { current, pageNum, size, pageSize } = (input.query ?? {}) as Partial<Record<string, number>>;
  const id = await findId(entity, action.by, input, ctx);
  return answerHistory(ctx, entity, id, { current: current ?? pageNum, size: size ?? pageSize });
}
