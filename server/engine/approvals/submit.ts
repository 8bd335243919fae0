import type { Text } from '../../../generated/definition.ts';
import { type Entity, entityOf } from '../../../runtime/core/definitions/entities.ts';
import { isSubmittable } from '../../../runtime/core/rules/states.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { AppError, fillText } from '../../platform/errors/errors.ts';
import { errorTable } from '../../platform/errors/errorTable.ts';
import type { CallContext, Session } from '../context.ts';
import { inHome } from '../entities/exchangeRates.ts';
import { recordTitle } from '../entities/texts.ts';
import { announceRecord, requireRecord } from '../entities/write/write.ts';
import { askSubstitutes } from './away.ts';
import { advanceChain } from './chain.ts';
import { type Choices, type DecidingStep, decidingSteps } from './deciders.ts';
import { type PlannedStep, planFlow } from './flowPlan.ts';
import { flowInForce } from './flows.ts';
import { notifyProgress } from './notifications.ts';
import { approvedEntity, markRecord } from './record.ts';
import { addAction, findNames, findRequest, type StoredRequest, stepInsert, storeRequest } from './store.ts';

type SubmitContext = Pick<CallContext, 'db' | 'hub' | 'vault' | 'session' | 'lang' | 'zone'>;

/** Returns the steps of the current flow with their approvers. */
async function planSteps(
  trx: Trx,
  entity: Entity,
  record: Row,
  { session: { userId }, lang }: SubmitContext,
  chosen: Choices,
) {
  const flow = await flowInForce(trx, entity);
  const { plan, steps } = planFlow(flow.steps, await inHome(trx, entity, record));
  const deciding = await decidingSteps(trx, steps, { entity, record, userId, chosen });
  const stuck = deciding.find((one) => one.stuck);
  if (stuck) throw new AppError('approval.noApprover', { step: pickText(stuck.step.node.title, lang) });
  await checkChosen(trx, deciding, lang);
  return { flow: flow.version, plan, deciding };
}

/** Throws if the applicant must choose approvers first. The error lists the users to choose from. */
async function checkChosen(trx: Trx, deciding: readonly DecidingStep[], lang: Lang): Promise<void> {
  const open = deciding.filter(({ choice, people }) => choice !== undefined && people.length === 0);
  if (open.length === 0) return;
  const names = await findNames(
    trx,
    open.flatMap(({ choice }) => choice ?? []),
  );
  const choices = open.map(({ step: { node }, choice }) => ({
    ...{ step: node.name, title: node.title },
    people: choice?.map((id) => ({ id, name: names.get(id) ?? `#${id}` })) ?? null,
  }));
  const errors = choices.map(({ step, title }) => ({
    field: `/chosen/${step}`,
    msg: fillText(pickText(errorTable['approval.choose'], lang), { step: pickText(title, lang) }),
  }));
  const [first] = choices;
  throw new AppError(
    'approval.choose',
    { step: pickText(first!.title, lang) },
    { errors, data: { choices } },
  );
}

type Planned = Awaited<ReturnType<typeof planSteps>>;

const SEPARATOR = { zh: '：', en: ': ' };

/** Returns the title of a step. A branch has the title of its chosen path. */
function stepTitle({ node: { title }, path }: PlannedStep): Text {
  if (!path) return title;
  return {
    zh: `${title.zh}${SEPARATOR.zh}${path.title.zh}`,
    en: `${title.en}${SEPARATOR.en}${path.title.en}`,
  };
}

const ALL_MAY = ['delegate', 'add', 'return'] as const;

/** Returns a step of the flow in the stored form of a request's step. */
function stepOf({ step, skipped, instead, choice, people }: DecidingStep) {
  const { no, node } = step;
  const approval = node.do === 'approve' ? node : null;
  const meant = approval && instead && approval.instead ? approval.instead : approval?.by;
  return {
    ...{ no, kind: node.do, name: node.name, title: stepTitle(step) },
    // After a choice, the step stores the chosen users in place of the flow's rule.
    people: choice === undefined ? (meant ?? (node.do === 'copy' ? node.to : {})) : { users: people },
    may: approval?.may ?? ALL_MAY,
    asks: approval?.asks ?? [],
    mode: approval?.mode ?? ('all' as const),
    atLeast: approval?.atLeast ?? null,
    once: approval?.once ?? false,
    state: skipped ? ('skipped' as const) : ('waiting' as const),
    hours: approval?.hours ?? null,
    working: approval?.working ?? false,
    late: approval?.late ?? ('remind' as const),
  };
}

async function insertRequest(
  trx: Trx,
  entity: Entity,
  record: Row,
  { tenantId, userId }: Session,
  { flow, plan, deciding }: Planned,
): Promise<StoredRequest> {
  const { last } = await trx
    .selectFrom('approvalRequest')
    .select((eb) => eb.fn.max<number | null>('round').as('last'))
    .where('entity', '=', entity.name)
    .where('recordId', '=', Number(record.id))
    .executeTakeFirstOrThrow();
  const { id } = await trx
    .insertInto('approvalRequest')
    .values({
      tenantId,
      entity: entity.name,
      recordId: Number(record.id),
      recordLabel: recordTitle(entity, record).slice(0, 200),
      round: (last ?? 0) + 1,
      initiatorId: userId,
      flow,
      plan: JSON.stringify(plan),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const one of deciding) await stepInsert(trx, { tenantId, id }, stepOf(one));
  // Recipients of a copy are determined when its turn comes.
  const assignees = deciding
    .filter(({ step }) => step.node.do === 'approve')
    .flatMap(({ step: { no }, people }) =>
      people.map((person, place) => ({ tenantId, requestId: id, no, userId: person, place, decision: null })),
    );
  if (assignees.length > 0) await trx.insertInto('approvalAssignee').values(assignees).execute();
  return (await findRequest(trx, id, true))!;
}

interface Submission {
  /** The version of the record. Null for the current one. */
  version: number | null;
  comment?: string;
  /** The applicant's choice of approvers for each step that allows one. */
  chosen?: Choices;
}

/** Submits a record for approval in the caller's transaction. Returns the request. */
export async function submitIn(
  trx: Trx,
  ctx: SubmitContext,
  entityName: string,
  recordId: number,
  { version, comment, chosen = {} }: Submission,
): Promise<number> {
  const entity = approvedEntity(entityName);
  if (!entity) throw new AppError('http.notFound');
  const { session } = ctx;
  const { tenantId, userId } = session;
  const record = await requireRecord(trx, session, entity, recordId, 'update', true);
  if (!isSubmittable(entity, record)) throw new AppError('approval.notDraft');
  if (version !== null && record.version !== version) throw new AppError('entity.stale');
  const planned = await planSteps(trx, entity, record, ctx, chosen);
  const request = await insertRequest(trx, entity, record, session, planned);
  await addAction(trx, request, { action: 'submit', userId, comment });
  const now = new Date();
  const begun = await storeRequest(trx, request, advanceChain(request), now);
  const started = await askSubstitutes(trx, begun, now);
  const on = { tenantId, userId, entity: entity.name, recordId, initiatorId: userId };
  await markRecord(trx, ctx, on, 'submit', started.state === 'agreed' ? 'agreed' : 'pending');
  await notifyProgress(trx, null, started, userId);
  return request.id;
}

export async function submitRequest(
  ctx: SubmitContext,
  entityName: string,
  recordId: number,
  submission: Submission,
): Promise<number> {
  const { tenantId } = ctx.session;
  const id = await ctx.db.tenant(tenantId, (trx) => submitIn(trx, ctx, entityName, recordId, submission));
  announceRecord(ctx, entityOf(entityName), recordId, 'update');
  return id;
}
