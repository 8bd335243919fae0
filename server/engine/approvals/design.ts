/** The approval flows that a tenant designs: drafts, versions and their problems. */

import { sql } from 'kysely';
import type { Data } from '../../../generated/calls.ts';
import type { FlowNode } from '../../../generated/definition.ts';
import { fieldAccess } from '../../../runtime/core/access/fieldAccess.ts';
import { type Entity, entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { isChosen } from '../../../runtime/core/flow/conditions.ts';
import { type FlowProblem, flowProblems } from '../../../runtime/core/flow/problems.ts';
import { conditionsOf, type Flow, walkFlow } from '../../../runtime/core/flow/walk.ts';
import { createValidator, type Validation } from '../../../runtime/core/rules/validation.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { writeAudit } from '../../platform/db/auditLog.ts';
import type { Trx } from '../../platform/db/index.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { CallContext, Session } from '../context.ts';
import { fieldsOf } from '../entities/columns.ts';
import { flowInForce } from './flows.ts';
import { peopleProblems } from './peopleProblems.ts';
import { approvedEntity } from './record.ts';
import { findNames } from './store.ts';

type DesignContext = Pick<CallContext, 'db' | 'session' | 'lang' | 'studio'>;
type Design = Data<'approvalFlow'>;

/** The audit log names flows by this name and their entity. */
const SUBJECT = 'approvalFlow';

const shapes = new WeakMap<readonly object[], Validation>();

interface Meta {
  $id?: string;
}

/** The meta schema of approvers. A step of a draft may have no approvers yet. */
const PEOPLE = 'people.schema.json';

/** Returns a meta schema that also allows roles that the tenant created. */
const relaxPeople = (meta: Meta): object => ({
  ...JSON.parse(JSON.stringify(meta), (key, value) =>
    key === 'roles' && value?.items?.enum ? { ...value, items: { type: 'string', maxLength: 40 } } : value,
  ),
  ...(meta.$id === PEOPLE ? { minProperties: 0 } : {}),
});

/** The canvas sends conditions in their executable form only. `isChosen` evaluates them. */
const DRAWN_CONDITION = { $id: 'condition.schema.json', type: 'object' };

const shapeOfDrawn = (meta: Meta): object =>
  meta.$id === DRAWN_CONDITION.$id ? DRAWN_CONDITION : relaxPeople(meta);

/** Returns the shape of a flow, from the meta schema of approvals. */
function shapeOf(metas: readonly object[]): Validation {
  let shape = shapes.get(metas);
  if (!shape) {
    const validator = createValidator({ meta: false, validateSchema: false });
    for (const meta of metas) validator.addSchema(shapeOfDrawn(meta));
    shape = validator.compile({ type: 'array', items: { $ref: 'approval.schema.json#/$defs/FlowNode' } });
    shapes.set(metas, shape);
  }
  return shape;
}

/** Reads a submitted flow. Throws for anything that the meta schema does not define. */
export function readFlow({ studio }: Pick<DesignContext, 'studio'>, steps: readonly unknown[]): FlowNode[] {
  const [error] = shapeOf(studio.repository().metas)(steps);
  if (error)
    throw new AppError(
      'flow.invalid',
      { reason: error.message ?? '' },
      { field: `/steps${error.instancePath}` },
    );
  const flow = steps as FlowNode[];
  for (const { node, pointer } of walkFlow(flow))
    for (const { when, at } of conditionsOf(node))
      if (!isChosen(when))
        throw new AppError('flow.invalid', { reason: node.title }, { field: `/steps${pointer}${at}` });
  return flow;
}

export function requireApproved(name: string) {
  const entity = approvedEntity(name);
  if (!entity) throw new AppError('http.notFound');
  return entity;
}

async function countRunning(trx: Trx): Promise<{ entity: string; flow: number | null; count: number }[]> {
  return trx
    .selectFrom('approvalRequest')
    .select(['entity', 'flow', (eb) => eb.fn.countAll<number>().as('count')])
    .where('state', '=', 'pending')
    .groupBy(['entity', 'flow'])
    .execute();
}

export async function listFlows(trx: Trx): Promise<Data<'approvalFlows'>> {
  const running = await countRunning(trx);
  const drafts = await trx.selectFrom('approvalDraft').select('entity').execute();
  const newest = await trx
    .selectFrom('approvalFlow')
    .distinctOn('entity')
    .select(['entity', 'version', 'publishedAt'])
    .orderBy('entity')
    .orderBy('version', 'desc')
    .execute();
  return entityRegistry
    .all()
    .filter(({ approval }) => approval !== undefined)
    .map(({ name, title }) => {
      const own = newest.find(({ entity }) => entity === name);
      return {
        ...{ entity: name, title, version: own?.version ?? null, publishedAt: own?.publishedAt ?? null },
        draft: drafts.some(({ entity }) => entity === name),
        running: running
          .filter(({ entity }) => entity === name)
          .reduce((sum, { count }) => sum + Number(count), 0),
      };
    });
}

export async function showDesign(trx: Trx, entity: Entity): Promise<Design> {
  const { name } = entity;
  const inForce = await flowInForce(trx, entity);
  const running = await countRunning(trx);
  const draft = await trx
    .selectFrom('approvalDraft')
    .selectAll()
    .where('entity', '=', name)
    .executeTakeFirst();
  const versions = await trx
    .selectFrom('approvalFlow')
    .selectAll()
    .where('entity', '=', name)
    .orderBy('version', 'desc')
    .execute();
  const names = await findNames(trx, [
    ...(draft ? [draft.updatedBy] : []),
    ...versions.flatMap(({ publishedBy }) => publishedBy ?? []),
  ]);
  const person = (id: number) => ({ id, name: names.get(id) ?? `#${id}` });
  return {
    ...{ entity: name, version: inForce.version, steps: plain(inForce.steps) },
    given: plain(entity.approval?.steps ?? []),
    draft: draft
      ? {
          ...{ version: draft.version, steps: plain(draft.steps) },
          ...{ updatedBy: person(draft.updatedBy), updatedAt: draft.updatedAt },
        }
      : null,
    versions: versions.map(({ version, steps, note, publishedBy, publishedAt }) => ({
      ...{ version, steps: plain(steps), note, publishedAt },
      publishedBy: publishedBy === null ? null : person(publishedBy),
      running: Number(running.find((one) => one.entity === name && one.flow === version)?.count ?? 0),
    })),
  };
}

/** Lists the fields that a flow asks approvers to fill in, one entry for each field of each step. */
const fieldsIn = (flow: Flow) =>
  walkFlow(flow).flatMap(({ node, pointer }) =>
    node.do === 'approve'
      ? (node.asks ?? []).map(({ field }, at) => ({
          ...{ field, key: `${node.name} ${field}`, pointer: `${pointer}/asks/${at}/field` },
        }))
      : [],
  );

/**
 * Throws if a flow lets approvers write fields that its author may not write. Fields in the published flow are
 * allowed.
 */
async function guardFields(trx: Trx, session: Session, entity: Entity, steps: Flow): Promise<void> {
  const { steps: inForce } = await flowInForce(trx, entity);
  const existing = new Set(
    [...fieldsIn(inForce), ...fieldsIn(entity.approval?.steps ?? [])].map(({ key }) => key),
  );
  const beyond = fieldsIn(steps).find(
    ({ field, key }) =>
      !existing.has(key) && field in fieldsOf(entity) && fieldAccess(session, entity, field) !== 'write',
  );
  if (!beyond) return;
  const reason = { zh: beyond.field, en: beyond.field };
  throw new AppError('flow.invalid', { reason }, { field: `/steps${beyond.pointer}` });
}

const plain = (steps: Flow): Design['steps'] => steps.map((node) => ({ ...node }));

/** Returns all problems of a flow, including approvers that do not exist at present. */
export async function checkFlow(trx: Trx, steps: Flow, entity: Entity): Promise<FlowProblem[]> {
  return [...flowProblems(steps, entity), ...(await peopleProblems(trx, steps))];
}

/** Saves the draft. If two users edit at once, the second gets an error with the name of the first. */
export async function saveDraft(
  trx: Trx,
  { session }: Pick<DesignContext, 'session'>,
  entity: Entity,
  seen: number,
  steps: FlowNode[],
): Promise<void> {
  await guardFields(trx, session, entity, steps);
  const { name } = entity;
  const { tenantId, userId } = session;
  const json = JSON.stringify(steps);
  const saved =
    seen === 0
      ? await trx
          .insertInto('approvalDraft')
          .values({ tenantId, entity: name, steps: json, updatedBy: userId })
          .onConflict((conflict) => conflict.doNothing())
          .returning('version')
          .executeTakeFirst()
      : await trx
          .updateTable('approvalDraft')
          .set({ steps: json, updatedBy: userId, updatedAt: new Date().toISOString() })
          .set({ version: sql<number>`version + 1` })
          .where('entity', '=', name)
          .where('version', '=', seen)
          .returning('version')
          .executeTakeFirst();
  if (!saved) throw await staleError(trx, name);
}

/**
 * Returns an error with the name of the user who saved the draft first. If the draft was deleted, the error states
 * that.
 */
async function staleError(trx: Trx, name: string): Promise<AppError> {
  const draft = await trx
    .selectFrom('approvalDraft as d')
    .innerJoin('user as u', 'u.id', 'd.updatedBy')
    .select('u.name')
    .where('d.entity', '=', name)
    .executeTakeFirst();
  return draft ? new AppError('flow.stale', { name: draft.name }) : new AppError('flow.noDraft');
}

export async function discardDraft(trx: Trx, { name }: Entity, seen: number): Promise<void> {
  const gone = await trx
    .deleteFrom('approvalDraft')
    .where('entity', '=', name)
    .where('version', '=', seen)
    .returning('version')
    .executeTakeFirst();
  if (!gone) throw await staleError(trx, name);
}

/** Publishes the draft. Pending requests continue with their version. */
export async function publishDraft(
  trx: Trx,
  { session, lang }: Pick<DesignContext, 'session' | 'lang'>,
  entity: Entity,
  seen: number,
  note: string,
): Promise<void> {
  const { tenantId, userId } = session;
  const draft = await trx
    .deleteFrom('approvalDraft')
    .where('entity', '=', entity.name)
    .where('version', '=', seen)
    .returning('steps')
    .executeTakeFirst();
  if (!draft) throw await staleError(trx, entity.name);
  const error = (await checkFlow(trx, draft.steps, entity)).find(({ level }) => level === 'error');
  if (error) throw new AppError('flow.problems', { reason: pickText(error.text, lang) });
  const { last } = await trx
    .selectFrom('approvalFlow')
    .select((eb) => eb.fn.max<number | null>('version').as('last'))
    .where('entity', '=', entity.name)
    .executeTakeFirstOrThrow();
  const version = (last ?? 0) + 1;
  await trx
    .insertInto('approvalFlow')
    .values({
      ...{ tenantId, entity: entity.name, version, publishedBy: userId, note: note.trim() || null },
      steps: JSON.stringify(draft.steps),
    })
    .execute();
  await writeAudit(trx, {
    ...{ tenantId, userId, entity: SUBJECT, id: entity.name, action: 'publishFlow' },
    diff: { version: [last, version], ...(note.trim() ? { note: note.trim() } : {}) },
  });
}
