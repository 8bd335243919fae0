/** History, comments and attachments of the records of every entity, and the recycle bin. */
import type { Calls } from '../../generated/calls.ts';
import { type Entity, entity_of } from '../../runtime/core/definitions/entities.ts';
import { record_where } from '../access/index.ts';
import type { CallContext } from '../context.ts';
import type { Trx } from '../db/index.ts';
import { record_require } from '../entities/write.ts';
import { AppError } from '../http/errors.ts';
import {
  attachment_add,
  attachment_key,
  attachment_remove,
  attachments_count,
  attachments_list,
  MAX_ATTACHMENTS,
} from '../records/attachments.ts';
import { bin_page } from '../records/binQuery.ts';
import {
  comment_add,
  comment_change,
  comment_clean,
  comment_find,
  comment_remove,
  comments_count,
  comments_page,
  mentions_read,
  people_named,
  people_search,
} from '../records/comments.ts';
import { change_undoable, changes_shown, history_page } from '../records/history.ts';
import { mentions_tell } from '../records/mentionNotice.ts';
import type { RecordKey } from '../records/notes.ts';
import { bin_empty, bin_restore } from '../records/restore.ts';
import { record_revert } from '../records/revert.ts';
import { approval_free } from '../states/owned.ts';
import { file_download } from './upload.ts';

interface RecordPath {
  entity: string;
  id: number;
}

const PAGE_SIZE = 20;
const PICTURE = /\.(jpe?g|png)$/i;

const page_read = ({ current = 1, size = PAGE_SIZE }: { current?: number; size?: number }) => ({
  current,
  size,
});

const key_of = ({ entity, id }: RecordPath): RecordKey => ({ entity, recordId: id });

/** Runs in one transaction with the record that the asker may do this with; anything else is answered as it should. */
function with_record<T>(
  ctx: CallContext,
  path: RecordPath,
  action: 'get' | 'update',
  run: (trx: Trx, entity: Entity, record: Record<string, unknown>) => Promise<T>,
  lock = false,
): Promise<T> {
  const { db, session } = ctx;
  const entity = entity_of(path.entity);
  return db.tenant(session.tenantId, async (trx) =>
    run(trx, entity, await record_require(trx, session, entity, path.id, action, lock)),
  );
}

type CommentRow = Awaited<ReturnType<typeof comments_page>>[number];

/** Comments with the names of those they mention, and what the asker may do with each. */
async function comments_answer(trx: Trx, ctx: CallContext, path: RecordPath, rows: readonly CommentRow[]) {
  const { session } = ctx;
  const people = await people_named(
    trx,
    rows.flatMap(({ body }) => mentions_read(body)),
  );
  const mayUpdate = await record_allows(trx, ctx, path, 'update');
  return rows.map((row) => {
    const mine = row.createdBy === session.userId;
    const mentioned = new Set(mentions_read(row.body));
    return {
      ...row,
      people: people.filter(({ id }) => mentioned.has(id)),
      mine,
      removable: mine || mayUpdate,
    };
  });
}

async function record_allows(
  trx: Trx,
  { session }: CallContext,
  { entity, id }: RecordPath,
  action: string,
): Promise<boolean> {
  const where = record_where(session, entity_of(entity), action);
  if (!where) return true;
  return record_require(trx, session, entity_of(entity), id, action).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false;
      throw error;
    },
  );
}

/** The text as it is kept; everybody whom it mentions must be of the tenant. */
async function comment_check(trx: Trx, text: string): Promise<string> {
  const body = comment_clean(text);
  if (body === '') throw new AppError('record.emptyComment', {}, { field: '/body' });
  const mentioned = mentions_read(body);
  if ((await people_named(trx, mentioned)).length < mentioned.length)
    throw new AppError('record.unknownPerson', {}, { field: '/body' });
  return body;
}

async function comment_require(trx: Trx, path: RecordPath, id: number): Promise<CommentRow> {
  const found = await comment_find(trx, key_of(path), id);
  if (!found) throw new AppError('http.notFound');
  return found;
}

async function comment_answer(trx: Trx, ctx: CallContext, path: RecordPath, id: number) {
  const [answer] = await comments_answer(trx, ctx, path, [await comment_require(trx, path, id)]);
  return answer!;
}

export const recordCalls = {
  recordCounts: ({ path }, ctx) =>
    with_record(ctx, path, 'get', async (trx) => ({
      comments: await comments_count(trx, key_of(path)),
      attachments: await attachments_count(trx, key_of(path)),
    })),

  recordHistory: ({ path, query }, ctx) =>
    with_record(ctx, path, 'get', async (trx, entity) => {
      const { session } = ctx;
      const page = page_read(query);
      const { rows, total } = await history_page(trx, entity, path.id, page);
      const mayUpdate = await record_allows(trx, ctx, path, 'update');
      const records = rows.map(({ diff, ...row }) => {
        const { changes, withheld } = changes_shown(entity, session, diff);
        const undoable = mayUpdate && change_undoable(entity, session, row.action, changes);
        return { ...row, changes, withheld, undoable };
      });
      return { records, total, ...page };
    }),

  recordRevert: ({ path, body }, ctx) => record_revert(ctx, path, body),

  recordPeople: ({ path, query: { search = '' } }, ctx) =>
    with_record(ctx, path, 'get', (trx) => people_search(trx, search)),

  recordComments: ({ path, query }, ctx) =>
    with_record(ctx, path, 'get', async (trx) => {
      const page = page_read(query);
      const rows = await comments_page(trx, key_of(path), page);
      const total = await comments_count(trx, key_of(path));
      return { records: await comments_answer(trx, ctx, path, rows), total, ...page };
    }),

  recordCommentAdd: ({ path, body }, ctx) =>
    with_record(ctx, path, 'get', async (trx, entity, record) => {
      const { session } = ctx;
      const text = await comment_check(trx, body.body);
      const id = await comment_add(trx, key_of(path), session, text);
      await mentions_tell(trx, session, entity, record, mentions_read(text));
      return comment_answer(trx, ctx, path, id);
    }),

  recordCommentEdit: ({ path, body }, ctx) =>
    with_record(ctx, path, 'get', async (trx, entity, record) => {
      const comment = await comment_require(trx, path, path.commentId);
      if (comment.createdBy !== ctx.session.userId) throw new AppError('record.commentOfOther');
      const text = await comment_check(trx, body.body);
      await comment_change(trx, key_of(path), ctx.session, { id: comment.id, body: text });
      const before = mentions_read(comment.body);
      const added = mentions_read(text).filter((person) => !before.includes(person));
      await mentions_tell(trx, ctx.session, entity, record, added);
      return comment_answer(trx, ctx, path, comment.id);
    }),

  recordCommentRemove: ({ path }, ctx) =>
    with_record(ctx, path, 'get', async (trx) => {
      const { createdBy, id } = await comment_require(trx, path, path.commentId);
      if (createdBy !== ctx.session.userId && !(await record_allows(trx, ctx, path, 'update')))
        throw new AppError('record.commentOfOther');
      await comment_remove(trx, key_of(path), ctx.session, id);
      return null;
    }),

  recordAttachments: ({ path }, ctx) =>
    with_record(ctx, path, 'get', (trx) => attachments_list(trx, key_of(path))),

  async recordAttachmentAdd({ path, files: sent }, ctx) {
    const { session, files } = ctx;
    const { tenantId } = session;
    const [upload, ...others] = sent.filter(({ field }) => field === 'file');
    await with_record(ctx, path, 'update', async (_trx, entity, record) => approval_free(entity, record));
    if (!upload || others.length > 0) throw new AppError('file.missing', {}, { field: '/file' });
    const { bucketName, fileName } = await files.save(session, upload, PICTURE.test(upload.name));
    const fileKey = `${bucketName}/${fileName}`;
    try {
      return await with_record(
        ctx,
        path,
        'update',
        async (trx, entity, record) => {
          approval_free(entity, record);
          if ((await attachments_count(trx, key_of(path))) >= MAX_ATTACHMENTS)
            throw new AppError('record.tooManyFiles', { limit: MAX_ATTACHMENTS }, { field: '/file' });
          const id = await attachment_add(trx, key_of(path), session, fileKey);
          return (await attachments_list(trx, key_of(path))).find((one) => one.id === id)!;
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
    const key = await with_record(ctx, path, 'get', (trx) =>
      attachment_key(trx, key_of(path), path.attachmentId),
    );
    if (!key) throw new AppError('http.notFound');
    const [bucketName = '', fileName = ''] = key.split('/');
    return file_download(ctx, await ctx.files.read(ctx.session.tenantId, bucketName, fileName));
  },

  async recordAttachmentRemove({ path }, ctx) {
    const remove = async (trx: Trx, entity: Entity, record: Record<string, unknown>): Promise<string> => {
      const found = await attachment_key(trx, key_of(path), path.attachmentId);
      if (!found) throw new AppError('http.notFound');
      approval_free(entity, record);
      await attachment_remove(trx, key_of(path), ctx.session, { id: path.attachmentId, fileKey: found });
      return found;
    };
    const key = await with_record(ctx, path, 'update', remove, true);
    await ctx.files.remove([key]);
    return null;
  },

  async recycleBin({ query }, { db, session, config }) {
    const page = page_read(query);
    const { entity, search } = query;
    const { records, total } = await db.tenant(session.tenantId, (trx) =>
      bin_page(trx, session, config.binDays, { entity, search, ...page }),
    );
    return { records, total, ...page };
  },

  recycleBinRestore: ({ body }, ctx) => bin_restore(ctx, body.ids),

  recycleBinPurge: async ({ body }, ctx) => ({ purged: await bin_empty(ctx, body.ids) }),
} satisfies Partial<Calls<CallContext>>;
