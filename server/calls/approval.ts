import type { Calls, Input } from '../../generated/calls.ts';
import { entityRegistry } from '../../runtime/core/definitions/entities.ts';
import { can } from '../../runtime/core/permission.ts';
import {
  request_agree,
  request_comment,
  request_delegate,
  request_reassign,
  request_reject,
  request_withdraw,
} from '../approvals/decide.ts';
import { approved_entity } from '../approvals/record.ts';
import { request_find, type StoredRequest } from '../approvals/store.ts';
import { request_submit } from '../approvals/submit.ts';
import { type TaskView, tasks_page } from '../approvals/tasks.ts';
import { record_visible, request_concerns, request_view, request_visible } from '../approvals/view.ts';
import type { CallContext } from '../context.ts';
import type { Trx } from '../db/index.ts';
import { columns_of } from '../entities/columns.ts';
import { labels_attach } from '../entities/labels.ts';
import { like_pattern, trx_any } from '../entities/query.ts';
import { record_find } from '../entities/write.ts';
import { AppError } from '../http/errors.ts';
import { SUBMITTABLE } from '../states/rowActions.ts';

const PEOPLE_LIMIT = 20;

async function visible_find(trx: Trx, { session }: CallContext, id: number): Promise<StoredRequest> {
  const request = await request_find(trx, id);
  if (!request || !(await request_visible(trx, session, request))) throw new AppError('http.notFound');
  return request;
}

/** The request as it is after what was done to it. */
async function shown(ctx: CallContext, id: number, done: Promise<unknown>) {
  await done;
  return ctx.db.tenant(ctx.session.tenantId, async (trx) =>
    request_view(trx, ctx.session, await visible_find(trx, ctx, id)),
  );
}

/** The record for somebody who takes part in its approval, whether or not they may get it otherwise. */
async function record_shown(trx: Trx, ctx: CallContext, { entity: name, recordId }: StoredRequest) {
  const { session } = ctx;
  const entity = entityRegistry.get(name);
  if (!entity) return null;
  const row = await trx_any(trx)
    .selectFrom(name)
    .select([...columns_of(entity, session).keys()])
    .where('id', '=', recordId)
    .executeTakeFirst();
  if (row) await labels_attach(ctx, entity, [row]);
  return row ? (row as { id: number; version: number }) : null;
}

async function rounds_read(trx: Trx, ctx: CallContext, entity: string, recordId: number) {
  const rows = await trx
    .selectFrom('approvalRequest')
    .select('id')
    .where('entity', '=', entity)
    .where('recordId', '=', recordId)
    .orderBy('round', 'desc')
    .execute();
  const rounds = [];
  for (const { id } of rows) {
    const request = await request_find(trx, id);
    if (request && (await request_visible(trx, ctx.session, request)))
      rounds.push(await request_view(trx, ctx.session, request));
  }
  return rounds;
}

const page =
  (view: TaskView) =>
  ({ query }: Pick<Input<'approvalPending'>, 'query'>, { db, session }: CallContext) =>
    db.tenant(session.tenantId, (trx) => tasks_page(trx, session, view, query));

export const approvalCalls = {
  async recordSubmit({ path, body }, ctx) {
    const id = await request_submit(ctx, path.entity, path.id, body);
    return shown(ctx, id, Promise.resolve());
  },

  recordApproval: ({ path: { entity: name, id } }, ctx) =>
    ctx.db.tenant(ctx.session.tenantId, async (trx) => {
      const { session } = ctx;
      const entity = approved_entity(name);
      if (!entity) throw new AppError('http.notFound');
      const visible = await record_visible(trx, session, name, id);
      const rounds = await rounds_read(trx, ctx, name, id);
      if (!visible && rounds.length === 0) throw new AppError('http.notFound');
      const record = visible ? await record_find(trx, entity, id) : null;
      const allowed = session.admin || can(session.permissions, `${name}:update`);
      const maySubmit = allowed && record !== null && SUBMITTABLE.includes(record[entity.approval.field]);
      return { rounds, maySubmit };
    }),

  approvalPending: page('pending'),
  approvalApproved: page('approved'),
  approvalInitiated: page('initiated'),
  approvalCopied: page('copied'),
  approvalOpen: page('open'),

  approvalDetail: ({ path }, ctx) =>
    ctx.db.tenant(ctx.session.tenantId, async (trx) => {
      const request = await visible_find(trx, ctx, path.id);
      const concerns = await request_concerns(trx, ctx.session, request);
      return {
        request: await request_view(trx, ctx.session, request),
        record: concerns ? await record_shown(trx, ctx, request) : null,
        withheld: !concerns,
      };
    }),

  approvalAgree: ({ path, body }, ctx) => shown(ctx, path.id, request_agree(ctx, path.id, body)),
  approvalReject: ({ path, body }, ctx) => shown(ctx, path.id, request_reject(ctx, path.id, body)),
  approvalCancel: ({ path, body }, ctx) =>
    shown(ctx, path.id, request_withdraw(ctx, path.id, 'cancel', body)),
  approvalRollback: ({ path, query }, ctx) =>
    shown(ctx, path.id, request_withdraw(ctx, path.id, 'rollback', query)),
  approvalDelegate: ({ path, body }, ctx) => shown(ctx, path.id, request_delegate(ctx, path.id, body)),
  approvalReassign: ({ path, body }, ctx) => shown(ctx, path.id, request_reassign(ctx, path.id, body)),
  approvalComment: ({ path, body }, ctx) => shown(ctx, path.id, request_comment(ctx, path.id, body.comment)),

  approvalColleagues: ({ query: { search = '' } }, { db, session }) =>
    db.tenant(session.tenantId, (trx) =>
      trx
        .selectFrom('user')
        .select(['id', 'name'])
        .where('status', '=', 'active')
        .where('id', '<>', session.userId)
        .where('name', 'ilike', like_pattern(search.trim()))
        .orderBy('name')
        .limit(PEOPLE_LIMIT)
        .execute(),
    ),
} satisfies Partial<Calls<CallContext>>;
