/** Makes a file of a record from the definition of a document. It contains only what the reader may see. */

import { createHash } from 'node:crypto';
import type { DocumentDefinition, DocumentFormat } from '../../../generated/definition.ts';
import { documentRegistry } from '../../../runtime/core/definitions/documents.ts';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { recordHas } from '../../../runtime/core/rules/recordHas.ts';
import { type Lang, nearLang } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { DAY_MS, dateOf } from '../../../runtime/core/time/timeWindow.ts';
import type { ScopedTrx, Trx } from '../../platform/db/index.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { disposition } from '../../platform/files/disposition.ts';
import { type Limits, runInWorker } from '../../platform/worker/run.ts';
import { runInTurn, type Turn } from '../../platform/worker/turns.ts';
import type { CallContext } from '../context.ts';
import { readRecords } from '../entities/list/actions.ts';
import { hooksOf } from '../hooks.ts';
import { originOf } from '../origin.ts';
import { recordLink } from '../states/link.ts';
import { turnOf } from '../turn.ts';
import { composeBlocks, makeWords } from './compose.ts';
import { createDocumentCache } from './documentCache.ts';
import type { Paper, PaperBlock, StampedPaper, StoredPicture } from './paper.ts';
import { readPictures } from './pictures.ts';
import {
  ALL_TOLD,
  type DocumentReader,
  drawDocument,
  type IncludedParts,
  type ReadRecord,
} from './readRecord.ts';

/** Limits for one document. A document of about a thousand pages reaches them, and larger documents fail. */
const LIMITS: Limits = { ms: 30_000, megabytes: 512 };
const CODE_DIGITS = 12;
const CACHE_BYTES = 32_000_000;

const documentCache = createDocumentCache(CACHE_BYTES);

const FORMATS: Record<DocumentFormat, { task: URL; type: string; ending: string }> = {
  pdf: { task: new URL('./pdfTask.ts', import.meta.url), type: 'application/pdf', ending: 'pdf' },
  word: {
    task: new URL('./wordTask.ts', import.meta.url),
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ending: 'docx',
  },
};

export interface DocumentOptions {
  format?: DocumentFormat;
  lang?: Lang;
}

interface DocumentRequest {
  definition: DocumentDefinition;
  lang: Lang;
  zone: string;
  /** The default is a document with everything that the reader may see. */
  told?: IncludedParts;
  /** The address of the server. Without it the document has no code for the record's page. */
  origin?: string;
}

/** Returns the document of an entity in this format. Throws 404 if there is none. */
export function findDocument(name: string, entity: string, format: DocumentFormat): DocumentDefinition {
  const definition = documentRegistry.get(name);
  if (definition?.of === entity && (definition.formats ?? ['pdf']).includes(format)) return definition;
  throw new AppError('http.notFound');
}

export async function tenantName(trx: ScopedTrx, tenantId: number, lang: Lang): Promise<string> {
  const { name, nameEn } = await trx
    .selectFrom('tenant')
    .select(['name', 'nameEn'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return nearLang(lang) === 'en' ? (nameEn ?? name) : name;
}

/** The content of a document, read from its record. */
export interface ReadDocument extends Omit<Paper, 'blocks'> {
  definition: DocumentDefinition;
  tenantId: number;
  zone: string;
  drawn: ReadRecord;
  /** The address of the record's page. */
  page: string | null;
}

/** Reads the content of a document from a record that the reader may see. */
export async function readDocument(
  trx: Trx,
  reader: DocumentReader,
  record: Row,
  request: DocumentRequest,
): Promise<ReadDocument> {
  const { definition, lang, zone, told = ALL_TOLD, origin } = request;
  const { tenantId } = reader.session;
  const drawn = await drawDocument(trx, reader, definition, record, { lang, told });
  const name = definition.number ?? entityOf(definition.of).label;
  const number = String(drawn.fields.get(name)?.value ?? record.id);
  const way = recordLink(definition.of, Number(record.id));
  const today = new Date(dateOf(Date.now(), zone) * DAY_MS).toISOString().slice(0, 10);
  return {
    ...{ definition, tenantId, lang, zone, drawn },
    page: way !== null && origin !== undefined ? origin + way : null,
    title: pickText(definition.title, lang),
    number: definition.dated ? `${number} ${today}` : number,
    from: await tenantName(trx, tenantId, lang),
    asOf: new Date(String(record.updatedAt)).toISOString(),
    isLandscape: definition.orientation === 'landscape',
    isLabel: definition.size === 'label',
  };
}

async function blocksOf(
  { definition, tenantId, lang, zone, drawn, from, page }: ReadDocument,
  { files }: Pick<CallContext, 'files'>,
  link?: string,
): Promise<PaperBlock[]> {
  const pictures = await readPictures(definition, drawn, { files, tenantId }, { link, page });
  return composeBlocks(definition, { ...drawn, pictures }, makeWords(lang, zone), from);
}

async function composePaper(read: ReadDocument, place: Pick<CallContext, 'files'>): Promise<Paper> {
  const { definition, tenantId: _tenant, zone: _zone, drawn: _drawn, page: _page, ...paper } = read;
  const blocks = await blocksOf(read, place);
  return { ...paper, blocks: definition.size === 'labels' ? [labelsBlock(0, [blocks])] : blocks };
}

const labelsBlock = (first: number, labels: PaperBlock[][]): PaperBlock => ({
  kind: 'labels',
  first,
  labels,
});

/** A record on a label, with the address that its code contains. */
export interface Labelled {
  read: ReadDocument;
  address?: string;
}

/** Prints labels on sheets, beginning at a position of the first sheet. */
export function printLabels(
  all: readonly Labelled[],
  first: number,
  ctx: Pick<CallContext, 'files' | 'session' | 'gone'>,
): Promise<Buffer> {
  return runInTurn(turnOf(ctx, 'paper'), async () => {
    const labels: PaperBlock[][] = [];
    for (const { read, address } of all) labels.push(await blocksOf(read, ctx, address));
    const [{ read }] = all as [Labelled];
    const { title, from, lang, asOf, isLandscape, isLabel } = read;
    const paper = { title, from, lang, asOf, isLandscape, isLabel, number: String(all.length) };
    const blocks = [labelsBlock(first, labels)];
    return drawFile(stampPaper({ ...paper, blocks }), 'pdf', { signal: ctx.gone });
  });
}

/** Adds a code computed from the document's content. Readers of two copies can compare the codes. */
function stampPaper(paper: Paper): StampedPaper {
  const serialized = JSON.stringify(paper, (_, value: unknown) => {
    if (value instanceof Uint8Array) return hashOf(value);
    return isStored(value) ? value.sha256 : value;
  });
  return { ...paper, code: hashOf(serialized).slice(0, CODE_DIGITS) };
}

/** A stored picture is identified by its hash, because its path differs between installations. */
const isStored = (value: unknown): value is StoredPicture =>
  typeof value === 'object' && value !== null && 'sha256' in value;

const hashOf = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** Makes a file in chunks, because passing a large file whole from the other process needs several times its memory. */
async function drawParts(
  paper: StampedPaper,
  format: DocumentFormat,
  { signal, limits = LIMITS }: { signal?: AbortSignal | undefined; limits?: Limits } = {},
): Promise<Buffer[]> {
  const parts: Buffer[] = [];
  try {
    const made = runInWorker<StampedPaper, Buffer>(FORMATS[format].task, paper, limits, signal);
    for await (const { buffer, byteOffset, byteLength } of made)
      parts.push(Buffer.from(buffer, byteOffset, byteLength));
  } catch (error) {
    if (error instanceof AppError && error.key.startsWith('file.'))
      throw new AppError('document.tooLong', { title: { zh: paper.title, en: paper.title } });
    throw error;
  }
  if (parts.length === 0) throw new Error(`nothing was made of the document ${paper.title}`);
  return parts;
}

const drawFile = async (...args: Parameters<typeof drawParts>): Promise<Buffer> =>
  Buffer.concat(await drawParts(...args));

/** Makes the file of a document without a definition. */
export const drawPaper = (
  paper: Paper,
  format: DocumentFormat,
  turn: Turn,
  limits = LIMITS,
): Promise<Buffer> =>
  runInTurn(turn, () => drawFile(stampPaper(paper), format, { signal: turn.signal, limits }));

/** Limits for internal documents, which always finish but may be slow on a slow machine. */
export const UNHURRIED: Limits = { ...LIMITS, ms: Number.MAX_SAFE_INTEGER };

/** Returns the cache key of a record and format. The key depends on the version, the reader and the language. */
function paperKey({ drawn, ...read }: ReadDocument, format: DocumentFormat): string {
  const serialized = JSON.stringify([format, read, drawn], (_, value: unknown) =>
    value instanceof Map ? [...value] : value,
  );
  return createHash('sha256').update(serialized).digest('hex');
}

const fileName = ({ title, number }: ReadDocument, format: DocumentFormat): string =>
  `${title} ${number}.${FORMATS[format].ending}`;

/** Makes the file of a document, or returns the cached file for the same version of the record. */
async function makeFile(
  read: ReadDocument,
  format: DocumentFormat,
  turn: Turn,
  { files }: Pick<CallContext, 'files'>,
): Promise<{ name: string; content: Buffer }> {
  const content = await documentCache.get(
    paperKey(read, format),
    (signal) =>
      runInTurn({ ...turn, signal }, async () =>
        drawFile(stampPaper(await composePaper(read, { files })), format, { signal }),
      ),
    turn.signal,
  );
  return { name: fileName(read, format), content };
}

/** Sends a document as a file with its own name. */
export async function sendDocument(
  read: ReadDocument,
  format: DocumentFormat,
  turn: Turn,
  { reply, files }: Pick<CallContext, 'reply' | 'files'>,
) {
  const { name, content } = await makeFile(read, format, turn, { files });
  reply.headers({
    'content-type': FORMATS[format].type,
    'content-disposition': disposition('attachment', name),
  });
  return content;
}

/**
 * Returns the document of a record as a PDF or Word file, by default in the reader's language. Throws 404 if the
 * document, the format or the record does not exist for this reader. Throws 409 if the record's state has no document,
 * 422 if its text is too long.
 */
export async function answerDocument(
  ctx: CallContext,
  { entity: entityName, id, document }: { entity: string; id: number; document: string },
  { format = 'pdf', lang = ctx.lang }: DocumentOptions,
) {
  const definition = findDocument(document, entityName, format);
  return answerDocumentOf(ctx, definition, id, { format, lang });
}

/**
 * Makes the document of a definition that is not published yet. The caller has the permission to read the record's
 * entity.
 */
export async function answerDocumentOf(
  ctx: CallContext,
  definition: DocumentDefinition,
  id: number,
  { format = 'pdf', lang = ctx.lang }: DocumentOptions,
) {
  const read = await readOne(ctx, definition, id, lang);
  return sendDocument(read, format, turnOf(ctx, 'paper'), ctx);
}

/** Returns the record. Throws unless the caller may read it and its state allows the document. */
async function requireDocumented(
  trx: Trx,
  reader: DocumentReader,
  definition: DocumentDefinition,
  id: number,
): Promise<Row> {
  const [record] = await readRecords(trx, entityOf(definition.of), reader, [id]);
  if (!record) throw new AppError('http.notFound');
  if (!recordHas(record, definition.where))
    throw new AppError('document.notNow', { title: definition.title });
  return record;
}

/** Reads a document with the curve of its record. The curve is read after the transaction, so no lock is held. */
async function readOne(
  ctx: CallContext,
  definition: DocumentDefinition,
  id: number,
  lang: Lang,
): Promise<ReadDocument> {
  const { db, session, vault, zone } = ctx;
  const reader = { session, vault };
  const { record, read } = await db.tenant(session.tenantId, async (trx) => {
    const record = await requireDocumented(trx, reader, definition, id);
    const read = await readDocument(trx, reader, record, { definition, lang, zone, origin: originOf(ctx) });
    return { record, read };
  });
  const hasCurve = definition.sections.some(({ curve }) => curve);
  const curve = hasCurve ? await hooksOf(definition.of)?.curve?.(record, ctx) : null;
  return { ...read, drawn: { ...read.drawn, curve: curve ?? null } };
}

/**
 * Makes the documents of these records one after the other, so that only one is in memory. All records are checked
 * before the first document, so that errors are returned by the call.
 */
export async function openDocuments(
  ctx: CallContext,
  { entity: entityName, document }: { entity: string; document: string },
  ids: readonly number[],
  { format = 'pdf', lang = ctx.lang }: DocumentOptions,
): Promise<{ title: string; files: AsyncGenerator<{ name: string; parts: readonly Buffer[] }> }> {
  const definition = findDocument(document, entityName, format);
  const { db, session, vault } = ctx;
  await db.tenant(session.tenantId, async (trx) => {
    for (const id of ids) await requireDocumented(trx, { session, vault }, definition, id);
  });
  return {
    title: pickText(definition.title, lang),
    files: makeFiles(ctx, definition, ids, { format, lang }),
  };
}

async function* makeFiles(
  ctx: CallContext,
  definition: DocumentDefinition,
  ids: readonly number[],
  { format, lang }: Required<DocumentOptions>,
) {
  // All documents share one turn and its signal. Listeners of a signal remain until the response ends.
  const turn = turnOf(ctx, 'paper');
  for (const id of ids) {
    const read = await readOne(ctx, definition, id, lang);
    const parts = await runInTurn(turn, async () =>
      drawParts(stampPaper(await composePaper(read, ctx)), format, { signal: turn.signal }),
    );
    yield { name: fileName(read, format), parts };
  }
}
