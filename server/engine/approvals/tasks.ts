/** Lists the requests that concern a user: to decide, decided, own, copied (V115, decision 57). */
import { sql } from 'kysely';
import type { Data, Input } from '../../../generated/calls.ts';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import type { Trx } from '../../platform/db/index.ts';
import { trxAny } from '../../platform/db/tables/anyTable.ts';
import type { Session } from '../context.ts';
import { findNames } from './store.ts';

type TaskPage = Data<'approvalPending'>;
type Task = TaskPage['records'][number];

export type TaskView = 'pending' | 'approved' | 'initiated' | 'copied' | 'open';

export interface TaskQuery {
  entity?: string;
  sort?: TaskSort | undefined;
  current?: number;
  size?: number;
}

type TaskSort = NonNullable<Input<'approvalPending'>['query']['sort']>;

const DEFAULT_SIZE = 10;

const SORTED = {
  subject: 'r.record_label asc',
  '-subject': 'r.record_label desc',
  initiator: 'u.name asc nulls last',
  '-initiator': 'u.name desc nulls last',
  submittedAt: 'r.submitted_at asc',
  '-submittedAt': 'r.submitted_at desc',
  state: 'r.state asc',
  '-state': 'r.state desc',
} as const satisfies Record<TaskSort, string>;

/** Selects the requests of a view. */
function selectView(trx: Trx, view: TaskView, userId: number) {
  const all = trx.selectFrom('approvalRequest as r');
  switch (view) {
    case 'pending':
      return all
        .where('r.state', '=', 'pending')
        .where('r.id', 'in', (eb) =>
          eb
            .selectFrom('approvalAssignee as a')
            .select('a.requestId')
            .where('a.userId', '=', userId)
            .where('a.asked', '=', true),
        );
    case 'open':
      return all.where('r.state', '=', 'pending');
    case 'approved':
      return all.where('r.id', 'in', (eb) =>
        eb
          .selectFrom('approvalAssignee as a')
          .select('a.requestId')
          .where('a.userId', '=', userId)
          .where('a.decision', 'in', ['agreed', 'rejected']),
      );
    case 'initiated':
      return all.where('r.initiatorId', '=', userId);
    case 'copied':
      return all.where('r.id', 'in', (eb) =>
        eb.selectFrom('approvalCopy as c').select('c.requestId').where('c.userId', '=', userId),
      );
  }
}

export async function countTasks(trx: Trx, view: TaskView, userId: number): Promise<number> {
  const { count } = await selectView(trx, view, userId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function tasksPage(
  trx: Trx,
  { userId }: Pick<Session, 'userId'>,
  view: TaskView,
  { entity, sort = '-submittedAt', current = 1, size = DEFAULT_SIZE }: TaskQuery,
): Promise<TaskPage> {
  const selected = entity
    ? selectView(trx, view, userId).where('r.entity', '=', entity)
    : selectView(trx, view, userId);
  const { total } = await selected
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await selected
    .leftJoinLateral(
      // If several steps are pending in parallel, the row names the first one.
      (eb) =>
        eb
          .selectFrom('approvalStep as t')
          .select(['t.title', 't.startedAt', 't.dueAt'])
          .whereRef('t.requestId', '=', 'r.id')
          .where('t.state', '=', 'active')
          .orderBy('t.no')
          .limit(1)
          .as('s'),
      (join) => join.onTrue(),
    )
    .select(['r.id', 'r.entity', 'r.recordId', 'r.recordLabel', 'r.state', 'r.initiatorId', 'r.submittedAt'])
    .select(['r.endedAt', 's.title', 's.startedAt', 's.dueAt'])
    .select(
      sql<number[]>`array(select distinct a.user_id from approval_assignee a
        where a.tenant_id = r.tenant_id and a.request_id = r.id and a.asked
        order by a.user_id)`.as('waiting'),
    )
    .leftJoin('user as u', 'u.id', 'r.initiatorId')
    .orderBy(sql.raw(SORTED[sort]))
    .orderBy('r.id', 'desc')
    .limit(size)
    .offset((current - 1) * size)
    .execute();
  const names = await findNames(
    trx,
    rows.flatMap(({ initiatorId, waiting }) => [initiatorId, ...waiting]),
  );
  const person = (id: number) => ({ id, name: names.get(id) ?? `#${id}` });
  const records = rows.map(
    ({ initiatorId, title, waiting, ...row }): Task => ({
      ...row,
      initiator: person(initiatorId),
      step: title,
      waitingFor: waiting.map(person),
    }),
  );
  return { records, total, current, size };
}

/** Counts the user's rejected records, which can be changed or abandoned. */
export async function countRejected(trx: Trx, userId: number): Promise<number> {
  let count = 0;
  for (const { name, approval } of entityRegistry.all()) {
    if (!approval) continue;
    const submitted = trxAny(trx)
      .selectFrom('approvalRequest')
      .select('recordId')
      .where('entity', '=', name)
      .where('initiatorId', '=', userId);
    const row = await trxAny(trx)
      .selectFrom(name)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where(approval.field, '=', 'rejected')
      .where('id', 'in', submitted)
      .executeTakeFirstOrThrow();
    count += row.count;
  }
  return count;
}
