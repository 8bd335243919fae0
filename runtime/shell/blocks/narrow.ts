/** Converts the reader's choices on a page of blocks to filter values for each block. */
import type { PageBlock, PageLayout } from '../../../generated/definition.ts';
import { type Entity, entityRegistry } from '../../core/definitions/entities.ts';
import { statisticRegistry } from '../../core/definitions/statistics.ts';
import type { Period } from '../../core/statistics/steps.ts';
import { filterKind, listField, readValue } from '../../record/query/fields.ts';
import type { FixedValues } from '../../record/query/fixed.ts';
import { dayEdge, type ServerNode } from '../../record/query/group.ts';

/** The chosen values of each filter as texts. */
export type Chosen = Readonly<Record<string, readonly string[]>>;

export interface Narrowing {
  chosen: Chosen;
  /** The days of the page. Null without a period. */
  period: Period | null;
  /** Limits the records to this station. Null for all stations. */
  stationSn: string | null;
}

/** Returns the entity that a block shows, creates or counts. Undefined for a text. */
export function entityOfBlock(block: PageBlock): Entity | undefined {
  if (block.as === 'text') return undefined;
  const name = 'entity' in block ? block.entity : statisticRegistry.get(block.statistic)?.of;
  return entityRegistry.get(name ?? '');
}

const hasField = ({ schema }: Entity, name: string): boolean =>
  schema.properties?.[name] !== undefined && !schema.properties[name].writeOnly;

/** Returns an entity for each filter, which defines the filter's field. Filters without a visible block are omitted. */
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

/**
 * Returns the filter values for a block: its own, and those of filters whose field it has. Its own values
 * have priority. Undefined without values.
 */
export function narrowWhere(
  entity: Entity,
  where: FixedValues | undefined,
  chosen: Chosen,
): FixedValues | undefined {
  const entries = Object.entries(chosen).flatMap(([name, texts]) => {
    const entered = texts.filter(Boolean);
    if (entered.length === 0 || !hasField(entity, name)) return [];
    const field = listField(entity, name);
    const values =
      filterKind(field) === 'yesNo'
        ? entered.map((text) => text === 'true')
        : entered.map((text) => readValue(field, text));
    const [first] = values;
    return [[name, values.length === 1 ? first : values] as const];
  });
  if (entries.length === 0) return where;
  return { ...(Object.fromEntries(entries) as FixedValues), ...where };
}

/** Returns the conditions for records with a date in the period. */
export function dayNodes(entity: Entity, day: string | undefined, period: Period | null): ServerNode[] {
  if (day === undefined || period === null) return [];
  const { format } = listField(entity, day);
  return [
    { field: day, op: 'gte', value: dayEdge(period.from, format, false) },
    { field: day, op: 'lte', value: dayEdge(period.to, format, true) },
  ];
}
