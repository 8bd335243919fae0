/** Writes the documents of several records into one archive, as an answer or in a job. */
import type { Writable } from 'node:stream';
import type { DocumentFormat } from '../../../generated/definition.ts';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { lineSets } from '../../../runtime/core/lines.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { makeGrant } from '../access/grant.ts';
import type { CallContext } from '../context.ts';
import { columnsOf } from '../entities/columns.ts';
import { lockChosen, type Picked } from '../entities/write/bulkChange.ts';
import { openZip, sinkFile } from '../excel/file/zipWrite.ts';
import type { Job, JobStep } from '../jobs/index.ts';
import { originOf } from '../origin.ts';
import { findDocument, openDocuments } from './index.ts';

export const MOST_PAPERS = 500;
export const ARCHIVE_TYPE = 'application/zip';

interface ArchiveFile {
  name: string;
  parts: readonly Buffer[];
}

/** Characters that are not allowed in file names on some system. */
const FORBIDDEN = /[\\/:*?"<>|\p{Cc}]/gu;

/** Returns a file name that does not occur in the archive yet. */
function nameApart(name: string, used: Set<string>): string {
  const plain = name.replace(FORBIDDEN, '_');
  const [, stem = plain, ending = ''] = /^(.*)(\.[a-z]+)$/.exec(plain) ?? [];
  let free = plain;
  for (let at = 2; used.has(free); at += 1) free = `${stem} (${at})${ending}`;
  used.add(free);
  return free;
}

/** Writes each file as soon as it is made. `onFile` is called after each file with the number of files so far. */
export async function writeArchive(
  sink: Writable,
  files: AsyncIterable<ArchiveFile>,
  onFile: (count: number) => void = () => undefined,
): Promise<void> {
  const zip = openZip(sink);
  const used = new Set<string>();
  for await (const { name, parts } of files) {
    const entry = zip.entry(nameApart(name, used), { isCompressed: true });
    for (const part of parts) await entry.write(part);
    entry.end();
    onFile(used.size);
  }
  await zip.end();
}

interface ArchiveRequest extends Picked {
  format?: DocumentFormat;
  lang?: Lang;
}

/** Writes the archive of a job until it is done or cancelled. Returns the number of documents. */
async function writeOf(
  { signal, progress }: Pick<JobStep, 'signal' | 'progress'>,
  path: string,
  files: AsyncIterable<ArchiveFile>,
): Promise<number> {
  const sink = sinkFile(path);
  let count = 0;
  try {
    await writeArchive(sink, files, (done) => {
      count = done;
      progress(done);
      signal.throwIfAborted();
    });
  } catch (error) {
    sink.destroy();
    // The error of a cancelled job is only a consequence of the cancellation.
    if (!signal.aborted) throw error;
  }
  return count;
}

/**
 * Starts a job that makes a document for each selected record. All records are checked before the job starts, so that
 * errors are returned by the call.
 */
export async function startDocuments(
  ctx: CallContext,
  place: { entity: string; document: string },
  { format = 'pdf', lang = ctx.lang, ...picked }: ArchiveRequest,
): Promise<Job> {
  const { db, session, jobs } = ctx;
  const entity = entityOf(place.entity);
  const definition = findDocument(place.document, entity.name, format);
  if (definition.size === 'labels') throw new AppError('http.notFound');
  const chosen = await db.tenant(session.tenantId, (trx) => lockChosen(trx, ctx, entity, 'get', picked));
  const ids = chosen.map(({ id }) => Number(id));
  if (ids.length === 0) throw new AppError('http.notFound');
  if (ids.length > MOST_PAPERS) throw new AppError('bulk.tooMany', { count: ids.length, limit: MOST_PAPERS });
  const stop = new AbortController();
  // The job outlives the request, so the origin is read now.
  const config = { ...ctx.config, publicUrl: originOf(ctx) };
  const context: CallContext = { ...ctx, config, gone: stop.signal };
  const { files } = await openDocuments(context, place, ids, { format, lang });
  const columns = [...columnsOf(entity, session).keys()];
  return jobs.start({
    asker: session,
    kind: 'documents',
    title: { zh: `生成${definition.title.zh}`, en: `${definition.title.en}: documents` },
    total: ids.length,
    lang,
    grant: makeGrant(session, {
      ...{ entity: entity.name, action: 'get', columns },
      sheets: lineSets(entity).map(({ link }) => ({ entity: link.entity, action: 'list', columns: [] })),
    }),
    async run(step) {
      step.signal.addEventListener('abort', () => stop.abort(), { once: true });
      const name = `${pickText(definition.title, lang)} ${ids.length}.zip`;
      return { documents: await writeOf(step, step.file(name, ARCHIVE_TYPE), files) };
    },
  });
}
