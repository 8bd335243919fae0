/** The choices of the reader of a page of blocks, as the values by which each block is narrowed. */
import type { PageBlock, PageLayout } from '../../../generated/definition.ts';
import { type Entity, entityRegistry } from '../../core/definitions/entities.ts';
import { statisticRegistry } from '../../core/definitions/statistics.ts';
import type { Period } from '../../core/statistics/steps.ts';
import { filterKind, listField, readValue } from '../../record/query/fields.ts';
import type { FixedValues } from '../../record/query/fixed.ts';
import { dayEdge, type ServerNode } from '../../record/query/group.ts';

/** The chosen values of each filter, as texts. */
export type Chosen = Readonly<Record<string, readonly string[]>>;

export interface Narrowing {
  chosen: Chosen;
  /** The days of the page. Null if it has no period. */
  period: Period | null;
  /** Only records of this station. Null for those of all stations. */
  stationSn: string | null;
}

/** Returns the entity whose records a block shows, creates or counts. Undefined for a text. */
export function entityOfBlock(block: PageBlock): Entity | undefined {
  if (block.as === 'text') return undefined;
  const name = 'entity' in block ? block.entity : statisticRegistry.get(block.statistic)?.of;
  return entityRegistry.get(name ?? '');
}

const hasField = ({ schema }: Entity, name: string): boolean =>
  schema.properties?.[name] !== undefined && !schema.properties[name].writeOnly;

/** Returns an entity for each filter, whose field the filter offers. Filters of blocks that are not shown are left out. */
export function filterEntities(
  { filters = [] }: PageLayout,
  blocks: readonly PageBlock[],
): { name: string; entity: Entity }[] {
  return filters.flatMap((name) => {
    const entity = blocks
      .map(entityOfBlock)
      .find((one): one is Entity => one !== undefined && hasField(one, name));
    return entity ? [{ name, entity }] : [];
  });
}

/** Returns the values of a block, and of the filters whose field it has. The values of the definition apply first. */
export function narrowWhere(
  entity: Entity,
  where: FixedValues | undefined,
  chosen: Chosen,
): FixedValues | undefined {
  const asked = Object.entries(chosen).flatMap(([name, texts]) => {
    const given = texts.filter(Boolean);
    if (given.length === 0 || !hasField(entity, name)) return [];
    const field = listField(entity, name);
    const values =
      filterKind(field) === 'yesNo'
        ? given.map((text) => text === 'true')
        : given.map((text) => readValue(field, text));
    const [first] = values;
    return [[name, values.length === 1 ? first : values] as const];
  });
  if (asked.length === 0) return where;
  return { ...(Object.fromEntries(asked) as FixedValues), ...where };
}

/** Returns the conditions for the records whose date is in the period. */
export function dayNodes(entity: Entity, day: string | undefined, period: Period | null): ServerNode[] {
  if (day === undefined || period === null) return [];
  const { format } = listField(entity, day);
  return [
    { field: day, op: 'gte', value: dayEdge(period.from, format, false) },
    { field: day, op: 'lte', value: dayEdge(period.to, format, true) },
  ];
}
