/** Adds to each record its possible transitions, and the actions that an approval does not prevent. */
import type { Transition } from '../../../generated/definition.ts';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import { convertedFields } from '../../../runtime/core/numbers/homeAmounts.ts';
import {
  approvalLock,
  areMovesLocked,
  isDeletable,
  isSubmittable,
  leadsFrom,
  lockedFields,
  type MoveContext,
  moveAfter,
  movesOf,
  transitionAction,
  transitionRefusal,
} from '../../../runtime/core/rules/states.ts';
import { NEXT_VERSION } from '../../../runtime/core/rules/versions.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import type { Caller } from '../access/asker.ts';
import { recordScope, recordWhere } from '../access/recordScope.ts';
import { fieldsOf, SERVER_COLUMNS } from '../entities/columns.ts';
import { currencyNames, rateColumns, rowInHome } from '../entities/exchangeRates.ts';
import type { RowAction } from '../entities/list/rowActions.ts';
import { fieldsRead } from './fieldsRead.ts';
import { notByWhere } from './notBy.ts';
import { parentFreeWhere } from './parentLock.ts';

const contextOf = ({ userId }: Caller): MoveContext => ({ userId, now: new Date().toISOString() });

/** Returns whether a guard or a rule may use fields of the record, including amounts. */
const needsRecord = ({ guard, rules }: Transition): boolean => guard !== undefined || rules !== undefined;

/**
 * Returns whether the transition is possible for the record. If it compares amounts, they are converted to the home
 * currency.
 */
function isPossible(entity: Entity, transition: Transition, record: Row, context: MoveContext): boolean {
  // Most transitions are already excluded by the state, so the costly copy below is rarely made.
  if (!leadsFrom(transition.from, record[entity.states?.field ?? ''])) return false;
  const compared = needsRecord(transition) ? rowInHome(entity, record) : record;
  return transitionRefusal(entity, transition, compared, context) === null;
}

/** Returns the fields that a transition depends on: states, fields of its conditions, and currencies. */
function readingOf(entity: Entity, transition: Transition): Required<Pick<RowAction, 'reads' | 'beside'>> {
  const states = [entity.states?.field, entity.approval?.field].filter((name) => name !== undefined);
  if (!needsRecord(transition)) return { reads: states, beside: [] };
  const all = [...Object.keys(fieldsOf(entity)), ...SERVER_COLUMNS.map(([name]) => name)];
  const fields = fieldsRead(transition) ?? all;
  const isConverted = convertedFields(entity.schema).some((name) => fields.includes(name));
  const read = [...fields, ...(isConverted ? currencyNames(entity.schema) : [])];
  return {
    reads: [...new Set([...states, ...read.filter((name) => all.includes(name))])],
    beside: isConverted ? rateColumns(entity) : [],
  };
}

function moveAction(entity: Entity, caller: Caller, transition: Transition, context: MoveContext): RowAction {
  const parts = [
    recordWhere(caller, entity, transitionAction(entity, transition)),
    notByWhere(caller, entity, transition),
  ].filter((part) => part !== null);
  return {
    name: transition.name,
    where: parts.length > 1 ? (eb) => eb.and(parts.map((part) => part(eb))) : (parts[0] ?? null),
    allows: (record) => !areMovesLocked(entity, record) && isPossible(entity, transition, record, context),
    ...readingOf(entity, transition),
  };
}

/** Allows changing and deleting, unless an approval or a state locks the record. */
function freeActions(entity: Entity): RowAction[] {
  const { states, approval } = entity;
  const lock = states?.locked;
  const reads = [...(approval ? [approval.field] : []), ...(lock || states?.deletable ? [states.field] : [])];
  if (reads.length === 0) return [];
  const isFree = (record: Row, name: string) =>
    approvalLock(entity, record) === null &&
    (name === 'delete'
      ? isDeletable(entity, record)
      : lockedFields(entity, record).length === 0 || (lock?.open ?? []).length > 0);
  return ['update', 'delete'].map((name) => ({
    ...{ name, where: null, reads, narrows: true },
    allows: (record: Row) => isFree(record, name),
  }));
}

/** Returns the actions that require an unlocked parent record: changing and deleting. */
function actionsWithin(entity: Entity): RowAction[] {
  const where = parentFreeWhere(entity);
  return where ? ['update', 'delete'].map((name) => ({ name, where, narrows: true })) : [];
}

/** Allows the next version of a record, unless its family already has a draft. */
function nextVersions({ name, versions, states }: Entity): RowAction[] {
  if (!versions || !states) return [];
  return [
    {
      ...{ name: NEXT_VERSION, narrows: true },
      where: (eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom(`${name} as next`)
              .select('next.id')
              .whereRef('next.familyId', '=', `${name}.familyId`)
              .whereRef('next.tenantId', '=', `${name}.tenantId`)
              .where(`next.${states.field}`, '=', versions.draft),
          ),
        ),
    },
  ];
}

export function flowActions(entity: Entity, caller: Caller): readonly RowAction[] {
  const { approval } = entity;
  const context = contextOf(caller);
  const may = (action: string) => recordScope(caller, entity, action) !== null;
  const moves = movesOf(entity)
    .filter((transition) => may(transitionAction(entity, transition)))
    .map((transition) => moveAction(entity, caller, transition, context));
  const free = [...freeActions(entity), ...actionsWithin(entity), ...nextVersions(entity)];
  if (!approval) return [...moves, ...free];
  const begins = moveAfter(entity, 'pending');
  const reading = begins ? readingOf(entity, begins) : { reads: [approval.field], beside: [] };
  const submit = may('update')
    ? [
        {
          name: 'submit',
          where: recordWhere(caller, entity, 'update'),
          ...reading,
          allows: (record: Row) =>
            isSubmittable(entity, record) && (!begins || isPossible(entity, begins, record, context)),
        },
      ]
    : [];
  return [...moves, ...free, ...submit];
}
