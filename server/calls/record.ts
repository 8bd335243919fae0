/** History, comments and attachments of the records of every entity, and the recycle bin. */
import type { Calls } from '../../generated/calls.ts';
import { type Entity, entityOf } from '../../runtime/core/definitions/entities.ts';
import type { CallContext } from '../engine/context.ts';
import { checkApprovalFree } from '../engine/entities/lines/ownedFields.ts';
import { requireRecord } from '../engine/entities/write/write.ts';
import { answerHistory, recordAllows } from '../engine/records/answerHistory.ts';
import { answerAssembly, answerUse } from '../engine/records/assembly.ts';
import {
  addAttachment,
  attachmentKey,
  countAttachments,
  listAttachments,
  MAX_ATTACHMENTS,
  removeAttachment,
} from '../engine/records/attachments.ts';
import { binPage } from '../engine/records/binQuery.ts';
import {
  addComment,
  changeComment,
  cleanComment,
  commentsPage,
  countComments,
  findComment,
  readMentions,
  readPeopleNames,
  removeComment,
  searchPeople,
} from '../engine/records/comments.ts';
import { answerMarkPeople } from '../engine/records/markPeople.ts';
import { setMark } from '../engine/records/marks.ts';
import { notifyMentions } from '../engine/records/mentionNotice.ts';
import type { RecordKey } from '../engine/records/notes.ts';
import { binEmpty, restoreBin } from '../engine/records/restore.ts';
import { revertRecord } from '../engine/records/revert.ts';
import type { Trx } from '../platform/db/index.ts';
import { AppError } from '../platform/errors/errors.ts';
import { downloadFile } from './upload.ts';

interface RecordPath {
  entity: string;
  id: number;
}

const PAGE_SIZE = 20;
const PICTURE = /\.(jpe?g|png)$/i;

const readPage = ({ current = 1, size = PAGE_SIZE }: { current?: number; size?: number }) => ({
  current,
  size,
});

const keyOf = ({ entity, id }: RecordPath): RecordKey => ({ entity, recordId: id });

/** Runs a function with the record in one transaction. Throws unless the caller may access the record. */
function withRecord<T>(
  ctx: CallContext,
  path: RecordPath,
  action: 'get' | 'update',
  run: (trx: Trx, entity: Entity, record: Record<string, unknown>) => Promise<T>,
  lock = false,
): Promise<T> {
  const { db, session } = ctx;
  const entity = entityOf(path.entity);
  return db.tenant(session.tenantId, async (trx) =>
    run(trx, entity, await requireRecord(trx, session, entity, path.id, action, lock)),
  );
}

type CommentRow = Awaited<ReturnType<typeof commentsPage>>[number];

/** Returns comments with the names of mentioned users, and the actions that the caller may do with each comment. */
async function answerComments(trx: Trx, ctx: CallContext, path: RecordPath, rows: readonly CommentRow[]) {
  const { session } = ctx;
  const people = await readPeopleNames(
    trx,
    rows.flatMap(({ body }) => readMentions(body)),
  );
  const mayUpdate = await recordAllows(trx, ctx, entityOf(path.entity), path.id, 'update');
  return rows.map((row) => {
    const mine = row.createdBy === session.userId;
    const mentioned = new Set(readMentions(row.body));
    return {
      ...row,
      people: people.filter(({ id }) => mentioned.has(id)),
      mine,
      removable: mine || mayUpdate,
    };
  });
}

/** Returns the text in its stored form. All mentioned users must belong to the tenant. */
async function checkComment(trx: Trx, text: string): Promise<string> {
  const body = cleanComment(text);
  if (body === '') throw new AppError('record.emptyComment', {}, { field: '/body' });
  const mentioned = readMentions(body);
  if ((await readPeopleNames(trx, mentioned)).length < mentioned.length)
    throw new AppError('record.unknownPerson', {}, { field: '/body' });
  return body;
}

async function requireComment(trx: Trx, path: RecordPath, id: number): Promise<CommentRow> {
  const comment = await findComment(trx, keyOf(path), id);
  if (!comment) throw new AppError('http.notFound');
  return comment;
}

async function answerComment(trx: Trx, ctx: CallContext, path: RecordPath, id: number) {
  const [answer] = await answerComments(trx, ctx, path, [await requireComment(trx, path, id)]);
  return answer!;
}

export const recordCalls = {
  recordCounts: ({ path }, ctx) =>
    withRecord(ctx, path, 'get', async (trx) => ({
      comments: await countComments(trx, keyOf(path)),
      attachments: await countAttachments(trx, keyOf(path)),
    })),

  recordMarkPeople: ({ path }, ctx) => answerMarkPeople(ctx, path),
  recordMark: ({ path }, ctx) => setMark(ctx, path, true),
  recordUnmark: ({ path }, ctx) => setMark(ctx, path, false),

  recordAssembly: ({ path, query }, ctx) => answerAssembly(ctx, path, query),
  recordUse: ({ path, query }, ctx) => answerUse(ctx, path, query),

  recordHistory: ({ path, query }, ctx) => answerHistory(ctx, entityOf(path.entity), path.id, query),

  recordRevert: ({ path, body }, ctx) => revertRecord(ctx, path, body),

  recordPeople: ({ path, query: { search = '' } }, ctx) =>
    withRecord(ctx, path, 'get', (trx) => searchPeople(trx, search)),

  recordComments: ({ path, query }, ctx) =>
    withRecord(ctx, path, 'get', async (trx) => {
      const page = readPage(query);
      const rows = await commentsPage(trx, keyOf(path), page);
      const total = await countComments(trx, keyOf(path));
      return { records: await answerComments(trx, ctx, path, rows), total, ...page };
    }),

  recordCommentAdd: ({ path, body }, ctx) =>
    withRecord(ctx, path, 'get', async (trx, entity, record) => {
      const { session } = ctx;
      const text = await checkComment(trx, body.body);
      const id = await addComment(trx, keyOf(path), session, text);
      await notifyMentions(trx, session, entity, record, readMentions(text));
      return answerComment(trx, ctx, path, id);
    }),

  recordCommentEdit: ({ path, body }, ctx) =>
    withRecord(ctx, path, 'get', async (trx, entity, record) => {
      const comment = await requireComment(trx, path, path.commentId);
      if (comment.createdBy !== ctx.session.userId) throw new AppError('record.commentOfOther');
      const text = await checkComment(trx, body.body);
      await changeComment(trx, keyOf(path), ctx.session, { id: comment.id, body: text });
      const before = readMentions(comment.body);
      const added = readMentions(text).filter((person) => !before.includes(person));
      await notifyMentions(trx, ctx.session, entity, record, added);
      return answerComment(trx, ctx, path, comment.id);
    }),

  recordCommentRemove: ({ path }, ctx) =>
    withRecord(ctx, path, 'get', async (trx) => {
      const { createdBy, id } = await requireComment(trx, path, path.commentId);
      if (
        createdBy !== ctx.session.userId &&
        !(await recordAllows(trx, ctx, entityOf(path.entity), path.id, 'update'))
      )
        throw new AppError('record.commentOfOther');
      await removeComment(trx, keyOf(path), ctx.session, id);
      return null;
    }),

  recordAttachments: ({ path }, ctx) =>
    withRecord(ctx, path, 'get', (trx) => listAttachments(trx, keyOf(path))),

  async recordAttachmentAdd({ path, files: sent }, ctx) {
    const { session, files } = ctx;
    const { tenantId } = session;
    const [upload, ...others] = sent.filter(({ field }) => field === 'file');
    await withRecord(ctx, path, 'update', async (_trx, entity, record) => checkApprovalFree(entity, record));
    if (!upload || others.length > 0) throw new AppError('file.missing', {}, { field: '/file' });
    const { bucketName, fileName } = await files.save(session, upload, PICTURE.test(upload.name));
    const fileKey = `${bucketName}/${fileName}`;
    try {
      return await withRecord(
        ctx,
        path,
        'update',
        async (trx, entity, record) => {
          checkApprovalFree(entity, record);
          if ((await countAttachments(trx, keyOf(path))) >= MAX_ATTACHMENTS)
            throw new AppError('record.tooManyFiles', { limit: MAX_ATTACHMENTS }, { field: '/file' });
          const id = await addAttachment(trx, keyOf(path), session, fileKey);
          return (await listAttachments(trx, keyOf(path))).find((attachment) => attachment.id === id)!;
        },
        true,
      );
    } catch (error) {
      await ctx.db.tenant(tenantId, (trx) => trx.deleteFrom('file').where('key', '=', fileKey).execute());
      await files.remove([fileKey]);
      throw error;
    }
  },

  async recordAttachmentRead({ path }, ctx) {
    const key = await withRecord(ctx, path, 'get', (trx) =>
      attachmentKey(trx, keyOf(path), path.attachmentId),
    );
    if (!key) throw new AppError('http.notFound');
    const [bucketName = '', fileName = ''] = key.split('/');
    return downloadFile(
      ctx,
      await ctx.files.read({ tenantId: ctx.session.tenantId, bucketName, fileName }, ctx.session),
    );
  },

  async recordAttachmentRemove({ path }, ctx) {
    const remove = async (trx: Trx, entity: Entity, record: Record<string, unknown>): Promise<string> => {
      const key = await attachmentKey(trx, keyOf(path), path.attachmentId);
      if (!key) throw new AppError('http.notFound');
      checkApprovalFree(entity, record);
      await removeAttachment(trx, keyOf(path), ctx.session, { id: path.attachmentId, fileKey: key });
      return key;
    };
    const key = await withRecord(ctx, path, 'update', remove, true);
    await ctx.files.remove([key]);
    return null;
  },

  async recycleBin({ query }, { db, session, config }) {
    const page = readPage(query);
    const { entity, search } = query;
    const { records, total } = await db.tenant(session.tenantId, (trx) =>
      binPage(trx, session, config.binDays, { entity, search, ...page }),
    );
    return { records, total, ...page };
  },

  recycleBinRestore: ({ body }, ctx) => restoreBin(ctx, body.ids),

  recycleBinPurge: async ({ body }, ctx) => ({ purged: await binEmpty(ctx, body.ids) }),
} satisfies Partial<Calls<CallContext>>;
