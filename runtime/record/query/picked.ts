/** Conditions of records as pickers show them: a filter's words in the language of rules, and back again. */
import type { Condition as Schema } from '../../../generated/definition.ts';
import { isObject } from '../../core/object.ts';
import { type Condition, completeCondition, type FilterGroup, type FilterNode, isGroup } from './group.ts';
import type { OpChoice } from './ops.ts';

/** The comparisons that a rule can make: none depends on the day or on who looks. */
const PICKED: readonly OpChoice[] = [
  ...(['eq', 'ne', 'in', 'notIn', 'gt', 'gte', 'lt', 'lte', 'between', 'empty', 'filled'] as const),
];

/** Days are texts to a rule, which compares figures only: of a date it can ask whether it is there. */
export const isPicked = (op: OpChoice): boolean => PICKED.includes(op);

const LIMITS = { gt: 'exclusiveMinimum', gte: 'minimum', lt: 'exclusiveMaximum', lte: 'maximum' } as const;

/** Amounts are texts, and a rule compares them as figures. */
const figure = (value: unknown): unknown =>
  typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value;

const holds = (field: string, rule: Schema): Schema => ({ properties: { [field]: rule }, required: [field] });

function rowRule({ field, op, value }: Condition): Schema {
  switch (op) {
    case 'ne':
      return { not: holds(field, { const: value }) };
    case 'in':
      return holds(field, { enum: value });
    case 'notIn':
      return { not: holds(field, { enum: value }) };
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return holds(field, { [LIMITS[op]]: figure(value) });
    case 'between': {
      const [from, to] = value as [unknown, unknown];
      return holds(field, { minimum: figure(from), maximum: figure(to) });
    }
    case 'empty':
      return value === true ? { not: { required: [field] } } : { required: [field] };
    default:
      return holds(field, { const: value });
  }
}

/** The condition that a filter says; rows that are not filled in are left out. */
export function groupRule({ join, nodes }: FilterGroup): Schema {
  const rules = nodes
    .filter((node) => isGroup(node) || completeCondition(node))
    .map((node) => (isGroup(node) ? groupRule(node) : rowRule(node)));
  if (rules.length === 1 && rules[0]) return rules[0];
  return rules.length === 0 ? {} : { [join === 'and' ? 'allOf' : 'anyOf']: rules };
}

const keysOf = (rule: object): string => Object.keys(rule).toSorted().join();

function readComparison(field: string, rule: Record<string, unknown>): Condition | null {
  if (keysOf(rule) === 'maximum,minimum')
    return { field, op: 'between', value: [rule.minimum, rule.maximum] };
  const [keyword, ...others] = Object.keys(rule);
  if (keyword === undefined || others.length > 0) return null;
  if (keyword === 'const') return { field, op: 'eq', value: rule.const };
  if (keyword === 'enum') return { field, op: 'in', value: rule.enum };
  for (const op of ['gt', 'gte', 'lt', 'lte'] as const)
    if (LIMITS[op] === keyword) return { field, op, value: rule[keyword] };
  return null;
}

const OPPOSITE = { eq: 'ne', in: 'notIn' } as const;

function readRow(rule: Record<string, unknown>): Condition | null {
  const named = Array.isArray(rule.required) ? rule.required.map(String) : [];
  if (keysOf(rule) === 'required' && named.length === 1)
    return { field: named[0]!, op: 'empty', value: false };
  if (keysOf(rule) === 'not' && isObject(rule.not)) {
    const turned = readRow(rule.not);
    if (turned?.op === 'empty') return { ...turned, value: !turned.value };
    return turned?.op === 'eq' || turned?.op === 'in' ? { ...turned, op: OPPOSITE[turned.op] } : null;
  }
  if (!['properties', 'properties,required'].includes(keysOf(rule)) || !isObject(rule.properties))
    return null;
  const [entry, ...others] = Object.entries(rule.properties);
  if (!entry || others.length > 0 || !isObject(entry[1])) return null;
  if (named.length > 0 && named.join() !== entry[0]) return null;
  return readComparison(entry[0], entry[1]);
}

function readRule(rule: unknown): FilterNode | null {
  if (!isObject(rule)) return null;
  for (const [keyword, join] of [
    ['allOf', 'and'],
    ['anyOf', 'or'],
  ] as const) {
    const inner = rule[keyword];
    if (keysOf(rule) !== keyword || !Array.isArray(inner)) continue;
    const nodes = inner.map(readRule);
    return nodes.every((node) => node !== null) ? { join, nodes } : null;
  }
  return readRow(rule);
}

/** A condition as a filter; null: it says something that no picker can. */
export function readPicked(rule: Schema | undefined): FilterGroup | null {
  if (rule === undefined || Object.keys(rule).length === 0) return { join: 'and', nodes: [] };
  const node = readRule(rule);
  if (node === null) return null;
  return isGroup(node) ? node : { join: 'and', nodes: [node] };
}
