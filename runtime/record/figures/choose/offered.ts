/** Finds the statistics that the user may request. */
import type { StatisticDefinition, StatisticFigure } from '../../../../generated/definition.ts';
import { type FieldRights, fieldAccess } from '../../../core/access/fieldAccess.ts';
import { entityRegistry } from '../../../core/definitions/entities.ts';
import { type Dimension, dimensionsOf, statisticRegistry } from '../../../core/definitions/statistics.ts';

type May = (permission: string) => boolean;

/** Returns the statistics of records that this user may list. */
export const listOfferedStatistics = (may: May): StatisticDefinition[] =>
  statisticRegistry.all().filter(({ of }) => entityRegistry.get(of) && may(`${of}:list`));

const isSeen = (rights: FieldRights | null, entity: string, field: string): boolean => {
  const found = entityRegistry.get(entity);
  return !rights || (found !== undefined && fieldAccess(rights, found, field) !== 'hidden');
};

export function listOfferedDimensions(
  statistic: StatisticDefinition,
  rights: FieldRights | null,
  may: May,
): Dimension[] {
  const properties = entityRegistry.get(statistic.of)?.schema.properties ?? {};
  return dimensionsOf(statistic).filter(({ field }) => {
    const [own = '', beyond] = field.split('.');
    if (!isSeen(rights, statistic.of, own)) return false;
    const target = properties[own]?.['x-ref'];
    return beyond === undefined || (target && may(`${target}:list`) && isSeen(rights, target, beyond));
  });
}

export function listOfferedFigures(
  statistic: StatisticDefinition,
  rights: FieldRights | null,
): StatisticFigure[] {
  const seen = ({ field, where = {} }: StatisticFigure) =>
    [...(field ? [field] : []), ...Object.keys(where)].every((name) => isSeen(rights, statistic.of, name));
  return statistic.figures.filter((one) => {
    if (one.do !== 'ratio') return seen(one);
    return (one.of ?? []).every((name) => {
      const part = statistic.figures.find((other) => other.name === name);
      return part !== undefined && seen(part);
    });
  });
}
