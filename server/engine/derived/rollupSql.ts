/** SQL that computes roll-ups in the database. */
import { type RawBuilder, sql } from 'kysely';
import { MARKS, type OwnRollup } from '../../../runtime/core/rules/rollups.ts';
import { fieldTypeOf } from '../../../runtime/fieldTypes/index.ts';
import { keyOf, type ParentKeys } from './rollupSources.ts';

const column = (name: string): RawBuilder<unknown> => sql.ref(`c.${name}`);

/** Returns the conditions on the included records `c`. */
export function takenSql(where: OwnRollup['rollup']['where']): RawBuilder<unknown>[] {
  return Object.entries(where?.properties ?? {}).flatMap(([name, condition]) => {
    const listed = (values: readonly unknown[]) => sql.join(values.map((value) => sql`${value}`));
    return [
      ...(condition.const === undefined ? [] : [sql`${column(name)} = ${condition.const}`]),
      ...(condition.enum ? [sql`${column(name)} in (${listed(condition.enum)})`] : []),
      // With `not`, an empty value also matches.
      ...(condition.not ? [sql`coalesce(${column(name)} not in (${listed(condition.not.enum)}), true)`] : []),
    ];
  });
}

function figureSql({ rollup }: OwnRollup): RawBuilder<unknown> {
  const field = column(rollup.field ?? 'id');
  switch (rollup.do) {
    case 'count':
      return sql`count(*)`;
    case 'sum':
      return sql`coalesce(sum(${field}), 0)`;
    default:
      return sql`${sql.raw(rollup.do)}(${field})`;
  }
}

const columnSql = ({ field, name }: OwnRollup, aggregate: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${aggregate})::${sql.raw(fieldTypeOf(field).column)} as ${sql.ref(name)}`;

/** Selects how many users set a mark on the parent `p`. */
const markedSql = (entity: string, own: OwnRollup): RawBuilder<unknown> =>
  columnSql(
    own,
    sql`select count(*) from record_mark m where m.tenant_id = p.tenant_id and m.entity = ${entity}
       and m.record_id = p.id and m.mark = ${own.ref}`,
  );

/** Selects a figure of the parent `p`, with the type of the figure's column. */
function rollupSql(ownRollup: OwnRollup): RawBuilder<unknown> {
  const rows = sql`${sql.table(ownRollup.child)} c where ${sql.join(
    [
      sql`c.tenant_id = p.tenant_id`,
      sql`${column(ownRollup.ref)} = ${sql.ref(`p.${keyOf(ownRollup)}`)}`,
      ...takenSql(ownRollup.rollup.where),
    ],
    sql` and `,
  )}`;
  const { rollup } = ownRollup;
  const aggregate =
    rollup.do === 'last'
      ? sql`select ${column(rollup.field ?? 'id')} from ${rows}
          order by ${rollup.by ? sql`${column(rollup.by)} desc nulls last, ` : sql``}c.id desc limit 1`
      : sql`select ${figureSql(ownRollup)} from ${rows}`;
  return columnSql(ownRollup, aggregate);
}

/** Queries the current figures of these parents from their child rows, by the id of the parent. */
export const figuresQuery = (
  entity: string,
  tenantId: number,
  rollups: readonly OwnRollup[],
  parents: ParentKeys,
): RawBuilder<Record<string, unknown>> =>
  sql`select ${sql.join([sql.ref('p.id'), ...rollups.map((own) => (own.child === MARKS ? markedSql(entity, own) : rollupSql(own)))])} from ${sql.table(entity)} p
    where p.tenant_id = ${tenantId} and ${wantedSql(parents)}`;

/** Finds the parents by any of the keys that identify them. */
export const wantedSql = (parents: ParentKeys): RawBuilder<unknown> =>
  sql`(${sql.join(
    [...parents].map(([key, values]) =>
      key === 'id'
        ? sql`p.id = any(${[...values].map(Number)}::int8[])`
        : sql`${sql.ref(`p.${key}`)}::text = any(${[...values].map(String)}::text[])`,
    ),
    sql` or `,
  )})`;
