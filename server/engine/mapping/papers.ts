/** Documented calls that return records as documents, and the history of a record. */
import { PassThrough } from 'node:stream';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { disposition } from '../../platform/files/disposition.ts';
import type { CallContext } from '../context.ts';
import { ARCHIVE_TYPE, MOST_PAPERS, writeArchive } from '../documents/archive.ts';
import { answerDocument, openDocuments } from '../documents/index.ts';
import { answerHistory } from '../records/answerHistory.ts';
import { findId } from './key.ts';
import type { ActionOf } from './read.ts';
import { type MappedInput, readIds } from './sources.ts';

export async function serveDocument(action: ActionOf<'document'>, input: MappedInput, ctx: CallContext) {
  const { entity: name, document, format = 'pdf', by, many } = action;
  const asked = { format, lang: (input.query?.lang as Lang | undefined) ?? ctx.lang };
  const place = { entity: name, document };
  if (many) return sendArchive(ctx, place, readIds(many, input), asked);
  const id = await findId(entityOf(name), by, input, ctx);
  return answerDocument(ctx, { ...place, id }, asked);
}

/**
 * Sends an archive while its documents are made. An error aborts the answer, so that a part is not taken for the whole.
 */
async function sendArchive(
  ctx: CallContext,
  place: { entity: string; document: string },
  ids: readonly number[],
  asked: { format: 'pdf' | 'word'; lang: Lang },
) {
  if (ids.length > MOST_PAPERS) throw new AppError('bulk.tooMany', { count: ids.length, limit: MOST_PAPERS });
  const { title, files } = await openDocuments(ctx, place, ids, asked);
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
