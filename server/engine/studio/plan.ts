/** A plan describes the effect of a definition on its table in words and SQL before it is applied. */

import type { Entity } from '../../../codegen/definition/definition.ts';
import type { Dictionaries } from '../../../codegen/write/pure.ts';
import { entityTable } from '../../../codegen/write/tables.ts';
import type { SessionClient } from '../../platform/db/lease/heldConnection.ts';
import {
  type Refusal,
  type TableChanges,
  type TablePlan,
  type TableState,
  tableChanges,
} from '../../platform/db/tables/tablePlan.ts';
import { readStates } from '../../platform/db/tables/tables.ts';
import { type Defined, findUsedChoices, type UsedChoice } from './choicesTaken.ts';

export type StepKind =
  | 'createTable'
  | 'addColumn'
  | 'widenColumn'
  | 'require'
  | 'unrequire'
  | 'setDefault'
  | 'dropDefault'
  | 'addCheck'
  | 'addUnique'
  | 'addReference'
  | 'addIndex'
  | 'dropConstraint'
  | 'dropIndex'
  | 'protect';

export interface Step {
  do: StepKind;
  /** The name of the column or object that is created. */
  what: string;
  sql: string;
}

/** Existing rows that break a new rule. */
export interface Breach {
  do: 'require' | 'addCheck' | 'addUnique' | 'addReference';
  what: string;
  rows: number;
}

export interface StudioPlan {
  steps: Step[];
  /** Changes that require a migration. */
  refused: Refusal[];
  breaches: Breach[];
  /** Removed options that records still have. The user who applies the change selects a replacement for each option. */
  taken: UsedChoice[];
  /** Number of rows in the table now. */
  rows: number;
}

const SHAPES: readonly (readonly [RegExp, StepKind])[] = [
  [/^create table "(\w+)"/, 'createTable'],
  [/^select enable_tenant_rls\('(\w+)'\)/, 'protect'],
  [/ add column "(\w+)"/, 'addColumn'],
  [/ alter column "(\w+)" type /, 'widenColumn'],
  [/ alter column "(\w+)" set not null/, 'require'],
  [/ alter column "(\w+)" drop not null/, 'unrequire'],
  [/ alter column "(\w+)" set default/, 'setDefault'],
  [/ alter column "(\w+)" drop default/, 'dropDefault'],
  [/ add constraint \w+ check \((.+)\)$/s, 'addCheck'],
  [/ add constraint \w+ unique \("?tenant_id"?, (.+)\)$/, 'addUnique'],
  [/^create unique index \w+ on .+?\("?tenant_id"?, (.+?)\) where /, 'addUnique'],
  [/ add constraint \w+ foreign key \("?tenant_id"?, "(\w+)"\)/, 'addReference'],
  [/^create index \w+ on .+\(tenant_id, (\w+)\) where /, 'addIndex'],
  [/^create index \w+ on .+\("?tenant_id"?, (.+)\)$/, 'addIndex'],
  [/^create index \w+ on .+ using gin \("(\w+)" jsonb_path_ops\)$/, 'addIndex'],
  [/^select (?:trigram|pairs)_index\('\w+', '\w+', '(.+)'\)$/, 'addIndex'],
  [/ drop constraint (\w+)/, 'dropConstraint'],
  [/^drop index (\w+)/, 'dropIndex'],
];

/** Returns the step of a statement in the table plan. */
export function stepOf(sql: string): Step {
  for (const [shape, kind] of SHAPES) {
    const match = shape.exec(sql);
    if (match) return { do: kind, what: (match[1] ?? '').replaceAll('"', ''), sql };
  }
  throw new Error(`no words for ${sql}`);
}

export const statementsOf = ({ columns, drops, keys, references }: TableChanges): string[] => [
  ...columns,
  ...drops,
  ...keys,
  ...references,
];

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const literal = (value: unknown): string => `'${String(value).replaceAll("'", "''")}'`;

/** Excludes records with a removed choice. They are changed before, so they violate nothing. */
function unmoved(used: readonly UsedChoice[], columns: readonly { field: string; name: string }[]): string {
  return columns
    .map(({ field, name }) => ({ name, gone: used.filter((choice) => choice.field === field) }))
    .filter(({ gone }) => gone.length > 0)
    .map(
      ({ name, gone }) =>
        ` and ${quoted(name)}::text not in (${gone.map(({ value }) => literal(value)).join(', ')})`,
    )
    .join('');
}

/** Returns the query that counts the rows on which a step would fail. Null if no row can. */
export function breachQuery(
  plan: TablePlan,
  state: TableState,
  step: Step,
  used: readonly UsedChoice[] = [],
): string | null {
  const table = quoted(plan.table);
  const has = (column: string) => state.columns.has(column);
  switch (step.do) {
    case 'addColumn': {
      const column = plan.columns.find(({ name }) => name === step.what);
      return column && !column.nullable && (column.default ?? null) === null
        ? `select count(*) from ${table}`
        : null;
    }
    case 'require':
      return `select count(*) from ${table} where ${quoted(step.what)} is null`;
    case 'addCheck': {
      const columns = plan.columns.filter(({ check }) => check === checkText(step.sql));
      return columns.every(({ name }) => has(name))
        ? `select count(*) from ${table} where not (${checkText(step.sql)})${unmoved(used, columns)}`
        : null;
    }
    case 'addUnique': {
      const columns = step.what.split(', ');
      const where = uniqueWhereText(step.sql);
      const compared = where.match(/"\w+"(?= (?:=|in|is) )/g)?.map((name) => name.slice(1, -1)) ?? [];
      if (![...columns, ...compared].every((name) => has(name) || name === 'tenant_id')) return null;
      const names = columns.map(quoted);
      return `select coalesce(sum(n), 0) as count from (select count(*) as n from ${table}
        where ${[...names.map((name) => `${name} is not null`), ...(where ? [where] : [])].join(' and ')}
        group by tenant_id, ${names.join(', ')} having count(*) > 1) as twice`;
    }
    case 'addReference': {
      const column = plan.columns.find(({ name }) => name === step.what);
      if (!column?.ref || !has(step.what)) return null;
      return `select count(*) from ${table} as own where ${quoted(step.what)} is not null and not exists
        (select from ${quoted(column.ref.table)} as other
          where other.tenant_id = own.tenant_id and other.${quoted(column.ref.column)} = own.${quoted(step.what)})`;
    }
    default:
      return null;
  }
}

const uniqueWhereText = (sql: string): string =>
  /^create unique index .+?\) where (.+)$/s.exec(sql)?.[1] ?? '';

const checkText = (sql: string): string => / check \((.+)\)$/s.exec(sql)?.[1] ?? '';

async function count(client: SessionClient, sql: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(sql);
  return Number(rows[0]?.count ?? 0);
}

export interface Planned {
  entity: Entity;
  dictionaries: Dictionaries;
  /** The current definition with its dictionaries. Null for a new one. */
  before: Defined | null;
  storedColumns: ReadonlySet<string> | undefined;
}

/** Returns the plan of several tables. Only the rows of the first one are counted. */
export const joinPlans = (plans: readonly StudioPlan[]): StudioPlan => ({
  steps: plans.flatMap(({ steps }) => steps),
  refused: plans.flatMap(({ refused }) => refused),
  breaches: plans.flatMap(({ breaches }) => breaches),
  taken: plans.flatMap(({ taken }) => taken),
  rows: plans[0]?.rows ?? 0,
});

/** Returns the plan of an entity for the current database. */
export async function planStudio(
  client: SessionClient,
  { entity, before, dictionaries, storedColumns }: Planned,
): Promise<StudioPlan> {
  const plan = entityTable(entity, dictionaries) as TablePlan;
  const state = (await readStates(client, [plan.table])).get(plan.table) ?? null;
  const changes = tableChanges(plan, state, storedColumns);
  const steps = statementsOf(changes).map(stepOf);
  const taken = state && before ? await findUsedChoices(client, before, { entity, dictionaries }) : [];
  const breaches: Breach[] = [];
  if (state && changes.refused.length === 0) {
    for (const step of steps) {
      const query = breachQuery(plan, state, step, taken);
      const rows = query ? await count(client, query) : 0;
      if (rows > 0)
        breaches.push({
          do: step.do === 'addColumn' ? 'require' : (step.do as Breach['do']),
          what: step.what,
          rows,
        });
    }
  }
  const rows = state ? await count(client, `select count(*) from ${quoted(plan.table)}`) : 0;
  return { steps, refused: changes.refused, breaches, taken, rows };
}
