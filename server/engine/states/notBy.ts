/**
 * Four-eyes principle (`notBy`): users who created or changed the record, or made an earlier transition, may not make
 * this transition.
 */
import { sql } from 'kysely';
import type { EntityDefinition, Text, Transition } from '../../../generated/definition.ts';
import { listMoves } from '../../../runtime/core/rules/states.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import type { RecordCondition, Row } from '../../platform/db/tables/anyTable.ts';
import { type Caller, NO_USER } from '../access/asker.ts';

/** The history entries that show that a user created or changed a record. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  made: ['create', 'import'],
  changed: ['update', 'bulkUpdate', 'import', 'revert'],
};

const actionsOf = (deed: string): readonly string[] => ACTIONS[deed] ?? [`transition:${deed}`];

const textOf = (entity: EntityDefinition, deed: string): Text => {
  if (deed === 'made')
    return { zh: '本人创建的记录须由他人操作', en: 'you created this record, so another user must do this' };
  if (deed === 'changed')
    return {
      zh: '本人修改过的记录须由他人操作',
      en: 'you changed this record, so another user must do this',
    };
  const { zh, en } = listMoves(entity).find(({ name }) => name === deed)?.title ?? { zh: deed, en: deed };
  return {
    zh: `本人已执行“${zh}”，须由他人操作`,
    en: `you did “${en}”, so another user must do this`,
  };
};

/** Returns the error for a user who may not make the transition because of an earlier action. Null if there is none. */
export async function notByRefusal(
  trx: ScopedTrx,
  entity: EntityDefinition,
  { notBy = [] }: Pick<Transition, 'notBy'>,
  record: Row,
  userId: number,
): Promise<Text | null> {
  if (notBy.length === 0 || userId === NO_USER) return null;
  const { rows } = await sql<{ action: string }>`
    select distinct action from audit_log
     where entity = ${entity.name} and record_id = ${String(record.id)} and user_id = ${userId}
       and action = any(${notBy.flatMap(actionsOf)}::text[])`.execute(trx);
  const done = new Set(rows.map(({ action }) => action));
  const isMaker = record.createdBy === userId;
  const deed = notBy.find(
    (one) => (one === 'made' && isMaker) || actionsOf(one).some((action) => done.has(action)),
  );
  return deed === undefined ? null : textOf(entity, deed);
}

/** Selects the records whose transition is not prevented by the caller's own earlier actions. Null for all. */
export function notByWhere(
  { userId }: Caller,
  entity: EntityDefinition,
  { notBy = [] }: Pick<Transition, 'notBy'>,
): RecordCondition | null {
  if (notBy.length === 0) return null;
  return (eb) => sql<boolean>`not exists (
    select from audit_log a
     where a.tenant_id = ${eb.ref(`${entity.name}.tenantId`)} and a.entity = ${entity.name}
       and a.record_id = ${eb.ref(`${entity.name}.id`)}::text and a.user_id = ${userId}
       and a.action = any(${notBy.flatMap(actionsOf)}::text[]))`;
}
