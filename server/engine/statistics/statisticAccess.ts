/** Decides which figures and dimensions of a statistic a user may request. Hidden fields are never revealed. */
import type { StatisticDefinition, StatisticFigure } from '../../../generated/definition.ts';
import { type Entity, entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { type Dimension, daysOf, dimensionsOf } from '../../../runtime/core/definitions/statistics.ts';
import type { Caller } from '../access/asker.ts';
import { recordScope } from '../access/recordScope.ts';
import { columnsOf, fieldsOf } from '../entities/columns.ts';

/** Returns the field with the currency of an amount. Undefined if all amounts are in the platform's currency. */
export const currencyOf = (entity: Entity, { field = '' }: StatisticFigure): string | undefined =>
  fieldsOf(entity)[field]?.['x-currency'];

/**
 * Returns the reference that a dimension follows to another record. Undefined if it uses a field of the counted
 * records.
 */
export function beyondOf(entity: Entity, { field }: Pick<Dimension, 'field'>) {
  const [fieldName = '', name] = field.split('.');
  const reference = fieldsOf(entity)[fieldName];
  const target = entityRegistry.get(reference?.['x-ref'] ?? '');
  return name === undefined || !target
    ? undefined
    : { own: fieldName, name, target, key: reference?.['x-refKey'] ?? 'id' };
}

function isDimensionSeen(entity: Entity, caller: Caller, dimension: Pick<Dimension, 'field'>): boolean {
  const beyond = beyondOf(entity, dimension);
  if (!beyond) return columnsOf(entity, caller).has(dimension.field);
  const { own, name, target } = beyond;
  return (
    columnsOf(entity, caller).has(own) &&
    recordScope(caller, target, 'list') !== null &&
    columnsOf(target, caller).has(name)
  );
}

function isFigureSeen(
  entity: Entity,
  caller: Caller,
  figure: StatisticFigure,
  figures: readonly StatisticFigure[],
): boolean {
  if (figure.do === 'ratio')
    return (figure.of ?? []).every((name) =>
      figures.some((candidate) => candidate.name === name && isFigureSeen(entity, caller, candidate, [])),
    );
  const columns = columnsOf(entity, caller);
  const currency = currencyOf(entity, figure);
  const fields = [figure.field, daysOf(figure)?.field, currency, ...Object.keys(figure.where ?? {})];
  if (figure.less !== undefined && !isDimensionSeen(entity, caller, { field: figure.less })) return false;
  return fields.every((name) => name === undefined || columns.has(name));
}

export interface SeenStatistic {
  dimensions: Dimension[];
  figures: StatisticFigure[];
}

export const seenOf = (statistic: StatisticDefinition, entity: Entity, caller: Caller): SeenStatistic => ({
  dimensions: dimensionsOf(statistic).filter((dimension) => isDimensionSeen(entity, caller, dimension)),
  figures: statistic.figures.filter((candidate) =>
    isFigureSeen(entity, caller, candidate, statistic.figures),
  ),
});
