/** Evaluates the conditions of a draft on the newest records that the author may read. */
import type { Condition, EntityDefinition, Field } from '../../../generated/definition.ts';
import { type Entity, entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { isObject } from '../../../runtime/core/object.ts';
import { computeValue } from '../../../runtime/core/rules/expression.ts';
import { listReadNames } from '../../../runtime/core/rules/namesRead.ts';
import { isConditionMet, type Values } from '../../../runtime/core/rules/rule.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import type { CallContext } from '../context.ts';
import { columnsOf, may } from '../entities/columns.ts';
import { listRecords } from '../entities/list/list.ts';
import { valueStep } from '../entities/write/valueStep.ts';
import { splitLines } from './lines.ts';
import { readEntity } from './repository.ts';
import type { Document } from './types.ts';

/** The number of newest records that are evaluated. */
const NEWEST = 200;
const KEYWORDS = ['x-visible', 'x-enabled', 'x-required'] as const;
const BRANCHES = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'];

export interface Truth {
  pointer: string;
  /** The number of evaluated records, and of those for which it is true. */
  records: number;
  holding: number;
}

interface PreparedCheck {
  pointer: string;
  names: readonly string[];
  holds(record: Values, context: Values): boolean;
}

/** Returns the fields that a condition reads. */
function listConditionNames(condition: unknown): string[] {
  if (!isObject(condition)) return [];
  const own = isObject(condition.properties) ? Object.keys(condition.properties) : [];
  return [...own, ...BRANCHES.flatMap((keyword) => [condition[keyword]].flat().flatMap(listConditionNames))];
}

const checkCondition = (pointer: string, condition: Condition): PreparedCheck => ({
  pointer,
  names: listConditionNames(condition),
  holds: (record) => isConditionMet(condition, record),
});

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

function conditionsOf(name: string, field: Field): PreparedCheck[] {
  return KEYWORDS.flatMap((keyword) => {
    const condition = field[keyword];
    return condition ? [checkCondition(`/schema/properties/${escaped(name)}/${keyword}`, condition)] : [];
  });
}

/** Collects the conditions about a record as a whole, without those on the caller or on lines. */
function listConditions({ schema, states }: EntityDefinition): PreparedCheck[] {
  const rules = (schema['x-rules'] ?? []).map(
    ({ check }, at): PreparedCheck => ({
      pointer: `/schema/x-rules/${at}`,
      names: listReadNames(check).filter((name) => !name.startsWith('$context.')),
      // A rule with an empty operand refuses nothing.
      holds: (record, context) => {
        const { value = null } = computeValue(check, record, context) as { value?: unknown };
        return value === null || Boolean(value);
      },
    }),
  );
  const guards = (states?.transitions ?? []).flatMap(({ guard }, at) =>
    guard ? [checkCondition(`/states/transitions/${at}/guard`, guard)] : [],
  );
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    conditionsOf(name, field),
  );
  return [...fields, ...rules, ...guards];
}

const filled = (row: Row): Values =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

/** Uses only fields that the table has and the reader may read. Conditions on others cannot be evaluated. */
async function truthsOf(ctx: CallContext, draft: EntityDefinition, entity: Entity): Promise<Truth[]> {
  const columns = columnsOf(entity, ctx.session);
  const checks = listConditions(draft).filter(
    ({ names }) => names.length > 0 && names.every((name) => columns.has(name)),
  );
  if (checks.length === 0) return [];
  const names = [...new Set(checks.flatMap((one) => one.names))];
  const query = { size: NEWEST, sort: '-id', columns: names.join(',') };
  const rows = (await listRecords(entity, query, ctx)).records.map(filled);
  const { context } = valueStep(ctx);
  return checks.map(({ pointer, holds }) => ({
    pointer,
    records: rows.length,
    holding: rows.filter((row) => holds(row, context)).length,
  }));
}

/** Returns the conditions of a record and of its lines. `document` was found valid. */
export async function answerTruths(ctx: CallContext, document: Document): Promise<Truth[]> {
  const parts = splitLines({ kind: 'entity', name: String(document.name) }, document);
  const truths: Truth[] = [];
  for (const { name, at, document: part } of parts) {
    const entity = entityRegistry.get(name);
    if (!entity || !may(ctx.session, `${name}:list`)) continue;
    const found = await truthsOf(ctx, readEntity(part) as EntityDefinition, entity);
    truths.push(...found.map((truth) => ({ ...truth, pointer: at + truth.pointer })));
  }
  return truths;
}
