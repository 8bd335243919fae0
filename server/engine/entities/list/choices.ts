/** Checks on every write that a referenced record is one that the other fields allow (x-refWhere). */
import { type SqlBool, sql } from 'kysely';
import type { EntityDefinition, Field } from '../../../../generated/definition.ts';
import { entityOf } from '../../../../runtime/core/definitions/entities.ts';
import {
  type Choice,
  findChoices,
  type ObjectValues,
  recordHolder,
  SITE,
} from '../../../../runtime/core/rules/refWhere.ts';
import type { Values } from '../../../../runtime/core/rules/rule.ts';
import type { Lang } from '../../../../runtime/core/text/lang.ts';
import { unfitMessage } from '../../../../runtime/fieldTypes/fieldMessage.ts';
import type { Trx } from '../../../platform/db/index.ts';
import { trxAny } from '../../../platform/db/tables/anyTable.ts';
import { AppError, type FieldError } from '../../../platform/errors/errors.ts';
import { everything } from '../../access/asker.ts';
import { columnsOf } from '../columns.ts';
import type { Written } from '../write/links.ts';
import type { FilterNode } from './filter.ts';
import { buildFilter } from './filterSql.ts';
import { siteFilter } from './siteFilter.ts';

/** References of the same kind have the same entity, key and conditions, so one query checks all of them. */
const nameKind = ({ source, needs }: Choice): string =>
  JSON.stringify([source['x-ref'], source['x-refKey'], needs]);
const nameChoice = (choice: Choice): string => `${nameKind(choice)} ${choice.value}`;

/** Returns the references that are new, or whose conditions depend on changed fields. Only these are checked. */
function readFresh(entity: EntityDefinition, rows: readonly Written[]): Choice[] {
  return rows.flatMap(({ before, after }) => {
    const stored = new Set(findChoices(entity.schema, before).map(nameChoice));
    return findChoices(entity.schema, after).filter((one) => !stored.has(nameChoice(one)));
  });
}

/** Returns a filter for the records that meet the conditions. */
function buildNeeds({ source, needs }: Choice): FilterNode {
  const target = entityOf(source['x-ref']!);
  const columns = columnsOf(target, everything);
  const nodes = needs.map(({ field, value }): FilterNode => {
    const type = columns.get(field) ?? 'string';
    if (typeof value === 'object') return { field, type, op: 'in', value: [...value] };
    if (field !== SITE) return { field, type, op: 'eq', value };
    const node = siteFilter(target, everything, String(value), '');
    if (!node) throw new Error(`${target.name} belongs to no station`);
    return node;
  });
  return { and: nodes };
}

/** Returns the values of allowed references. All references are of the same kind. */
async function findFitting(trx: Trx, choices: readonly Choice[]): Promise<Set<unknown>> {
  const [first] = choices;
  const { 'x-ref': target = '', 'x-refKey': key = 'id' } = first!.source;
  const type = sql.raw(typeof first!.value === 'number' ? 'int8[]' : 'text[]');
  const values = [...new Set(choices.map(({ value }) => value))];
  const rows = await trxAny(trx)
    .selectFrom(target)
    .select(`${key} as key`)
    .where((eb) => sql<SqlBool>`${eb.ref(key)} = any(${values}::${type})`)
    .where((eb) => buildFilter(eb, buildNeeds(first!)))
    .execute();
  return new Set(rows.map((row) => row.key));
}

function unfitErrors(unfit: readonly Choice[], lang: Lang): FieldError[] {
  return unfit.map(
    ({ titled, followed, path }): FieldError => ({
      field: `/${path.join('/')}`,
      msg: unfitMessage(titled, followed, lang),
    }),
  );
}

async function findUnfit(trx: Trx, all: readonly Choice[]): Promise<Choice[]> {
  const unfit: Choice[] = [];
  for (const choices of Map.groupBy(all, nameKind).values()) {
    const fitting = await findFitting(trx, choices);
    unfit.push(...choices.filter(({ value }) => !fitting.has(value)));
  }
  return unfit;
}

/** Throws if one of the rows refers to a record that its other fields do not allow. */
export async function checkChoices(
  trx: Trx,
  entity: EntityDefinition,
  rows: readonly Written[],
  lang: Lang,
): Promise<void> {
  const errors = unfitErrors(await findUnfit(trx, readFresh(entity, rows)), lang);
  if (errors.length > 0) throw new AppError('entity.unfitReference', {}, { errors });
}

/** Throws if the form of a transition contains a reference that the form's fields or the record do not allow. */
export async function checkFormChoices(
  trx: Trx,
  form: Field,
  values: Values,
  about: ObjectValues,
  lang: Lang,
): Promise<void> {
  const around = [recordHolder(about.values.id), about];
  const unfit = await findUnfit(trx, findChoices(form, values, around));
  const errors = unfitErrors(unfit, lang).map(({ field, msg }) => ({ field: `/form${field}`, msg }));
  if (errors.length > 0) throw new AppError('entity.unfitReference', {}, { errors });
}
