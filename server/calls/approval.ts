import type { Calls, Input } from '../../generated/calls.ts';
import { can } from '../../runtime/core/access/permission.ts';
import { entityRegistry } from '../../runtime/core/definitions/entities.ts';
import { isSubmittable } from '../../runtime/core/rules/states.ts';
import { listColleagues } from '../engine/approvals/colleagues.ts';
import { addSigners, reassignRequest, requestComment, returnRequest } from '../engine/approvals/decide.ts';
import { approvedEntity } from '../engine/approvals/record.ts';
import { findRequest, type StoredRequest } from '../engine/approvals/store.ts';
import { submitRequest } from '../engine/approvals/submit.ts';
import { type TaskView, tasksPage } from '../engine/approvals/tasks.ts';
import {
  answerRequest,
  recordVisible,
  requestConcerns,
  requestView,
  requestVisible,
  requireRequest,
} from '../engine/approvals/view.ts';
import type { CallContext } from '../engine/context.ts';
import { columnsOf } from '../engine/entities/columns.ts';
import { attachLabels } from '../engine/entities/labels.ts';
import { openRecords } from '../engine/entities/sealed.ts';
import { findRecord } from '../engine/entities/write/write.ts';
import type { Trx } from '../platform/db/index.ts';
import { trxAny } from '../platform/db/tables/anyTable.ts';
import { AppError } from '../platform/errors/errors.ts';

/** Returns the record to a participant of its approval, even without the permission to read it. */
async function readShownRecord(trx: Trx, ctx: CallContext, { entity: name, recordId }: StoredRequest) {
  const { session } = ctx;
  const entity = entityRegistry.get(name);
  if (!entity) return null;
  const row = await trxAny(trx)
    .selectFrom(name)
    .select([...columnsOf(entity, session).keys()])
    .where('id', '=', recordId)
    .executeTakeFirst();
  if (row) await attachLabels(ctx, entity, openRecords(ctx, entity, [row]));
  return row ? (row as { id: number; version: number }) : null;
}

async function readRounds(trx: Trx, ctx: CallContext, entity: string, recordId: number) {
  const rows = await trx
    .selectFrom('approvalRequest')
    .select('id')
    .where('entity', '=', entity)
    .where('recordId', '=', recordId)
    .orderBy('round', 'desc')
    .execute();
  const rounds = [];
  for (const { id } of rows) {
    const request = await findRequest(trx, id);
    if (request && (await requestVisible(trx, ctx.session, request)))
      rounds.push(await requestView(trx, ctx.session, request));
  }
  return rounds;
}

const page =
  (view: TaskView) =>
  ({ query }: Pick<Input<'approvalPending'>, 'query'>, { db, session }: CallContext) =>
    db.tenant(session.tenantId, (trx) => tasksPage(trx, session, view, query));

export const approvalCalls = {
  async recordSubmit({ path, body }, ctx) {
    return answerRequest(ctx, await submitRequest(ctx, path.entity, path.id, body));
  },

  recordApproval: ({ path: { entity: name, id } }, ctx) =>
    ctx.db.tenant(ctx.session.tenantId, async (trx) => {
      const { session } = ctx;
      const entity = approvedEntity(name);
      if (!entity) throw new AppError('http.notFound');
      const visible = await recordVisible(trx, session, name, id);
      const rounds = await readRounds(trx, ctx, name, id);
      if (!visible && rounds.length === 0) throw new AppError('http.notFound');
      const record = visible ? await findRecord(trx, entity, id) : null;
      const allowed = session.admin || can(session.permissions, `${name}:update`);
      const maySubmit = allowed && record !== null && isSubmittable(entity, record);
      return { rounds, maySubmit };
    }),

  approvalPending: page('pending'),
  approvalApproved: page('approved'),
  approvalInitiated: page('initiated'),
  approvalCopied: page('copied'),
  approvalOpen: page('open'),

  approvalDetail: ({ path }, ctx) =>
    ctx.db.tenant(ctx.session.tenantId, async (trx) => {
      const request = await requireRequest(trx, ctx.session, path.id);
      const concerns = await requestConcerns(trx, ctx.session, request);
      return {
        request: await requestView(trx, ctx.session, request),
        record: concerns ? await readShownRecord(trx, ctx, request) : null,
        withheld: !concerns,
      };
    }),

  async approvalReassign({ path, body }, ctx) {
    await reassignRequest(ctx, path.id, body);
    return answerRequest(ctx, path.id);
  },

  async approvalAdd({ path, body }, ctx) {
    await addSigners(ctx, path.id, body);
    return answerRequest(ctx, path.id);
  },

  async approvalReturn({ path, body }, ctx) {
    await returnRequest(ctx, path.id, body);
    return answerRequest(ctx, path.id);
  },

  async approvalComment({ path, body }, ctx) {
    await requestComment(ctx, path.id, body.comment);
    return answerRequest(ctx, path.id);
  },

  approvalColleagues: ({ query: { search = '' } }, { db, session }) =>
    db.tenant(session.tenantId, (trx) => listColleagues(trx, session, search)),
} satisfies Partial<Calls<CallContext>>;
