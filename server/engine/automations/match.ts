/** Decides whether a written record starts an automation. */
import { type Drawing, stateFieldOf } from '../../../runtime/core/automation/drawing.ts';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import { isConditionMet, type Values } from '../../../runtime/core/rules/rule.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { fieldsOf } from '../entities/columns.ts';
import { inHome } from '../entities/exchangeRates.ts';
import { same } from '../entities/write/storedEqual.ts';
import type { Automation } from './automation.ts';

const filled = (row: Values): Values =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== ''));

/** Returns whether a write triggers the automation. */
export function isTrigger(
  { trigger }: Pick<Drawing, 'trigger'>,
  entity: Entity,
  { before, after }: { before: Row; after: Row },
): boolean {
  const isNew = before.id === undefined;
  switch (trigger.on) {
    case 'created':
      return isNew;
    case 'updated': {
      const names = trigger.fields?.length ? trigger.fields : Object.keys(fieldsOf(entity));
      return !isNew && names.some((name) => !same(before[name], after[name]));
    }
    case 'moved': {
      const field = stateFieldOf(entity);
      if (field === undefined || same(before[field], after[field])) return false;
      return trigger.to.some((state) => state === after[field]);
    }
    default:
      return false;
  }
}

/** Returns whether the condition is true for a record, with amounts in the home currency. */
export async function isMet(
  trx: Trx,
  { condition }: Pick<Automation, 'condition'>,
  entity: Entity,
  record: Row,
): Promise<boolean> {
  return !condition || isConditionMet(condition, filled(await inHome(trx, entity, record)));
}
