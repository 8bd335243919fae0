/** Converts a filter from pickers to a rule and back. */
import type { Condition as Schema } from '../../../generated/definition.ts';
import { isObject } from '../../core/object.ts';
import { type Condition, completeCondition, type FilterGroup, type FilterNode, isGroup } from './group.ts';
import type { OpChoice } from './ops.ts';

/** The comparisons that a rule supports. They depend on neither the current day nor the user. */
const PICKED: readonly OpChoice[] = [
  ...(['eq', 'ne', 'in', 'notIn', 'gt', 'gte', 'lt', 'lte', 'between', 'empty', 'filled'] as const),
];

/**
 * Returns whether a rule supports the comparison. Rules only compare numbers, and dates are texts, so a date can only
 * be tested for presence.
 */
export const isPicked = (op: OpChoice): boolean => PICKED.includes(op);

const LIMITS = { gt: 'exclusiveMinimum', gte: 'minimum', lt: 'exclusiveMaximum', lte: 'maximum' } as const;

/** Converts amounts from text to numbers, because rules compare numbers. */
const figure = (value: unknown): unknown =>
  typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value;

const fieldMatches = (field: string, rule: Schema): Schema => ({
  properties: { [field]: rule },
  required: [field],
});

function rowRule({ field, op, value }: Condition): Schema {
  switch (op) {
    case 'ne':
      return { properties: { [field]: { not: { const: value } } } };
    case 'in':
      return fieldMatches(field, { enum: value });
    case 'notIn':
      return { not: fieldMatches(field, { enum: value }) };
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return fieldMatches(field, { [LIMITS[op]]: figure(value) });
    case 'between': {
      const [from, to] = value as [unknown, unknown];
      return fieldMatches(field, { minimum: figure(from), maximum: figure(to) });
    }
    case 'empty':
      return value === true
        ? { properties: { [field]: { const: null } } }
        : fieldMatches(field, { not: { const: null } });
    default:
      return fieldMatches(field, { const: value });
  }
}

/** Returns the rule of a filter. Incomplete rows are omitted. */
export function groupRule({ join, nodes }: FilterGroup): Schema {
  const rules = nodes
    .filter((node) => isGroup(node) || completeCondition(node))
    .map((node) => (isGroup(node) ? groupRule(node) : rowRule(node)));
  if (rules.length === 1 && rules[0]) return rules[0];
  return rules.length === 0 ? {} : { [join === 'and' ? 'allOf' : 'anyOf']: rules };
}

const keysOf = (rule: object): string => Object.keys(rule).toSorted().join();

const isNothing = (rule: Record<string, unknown>): boolean => 'const' in rule && rule.const === null;

/**
 * Parses the comparison of one field. `isRequired`: the field must have a value. Null if no picker can show
 * the comparison.
 */
function readComparison(field: string, rule: Record<string, unknown>, isRequired: boolean): Condition | null {
  if (keysOf(rule) === 'maximum,minimum')
    return { field, op: 'between', value: [rule.minimum, rule.maximum] };
  const [keyword, ...others] = Object.keys(rule);
  if (keyword === undefined || others.length > 0) return null;
  if (keyword === 'not' && isObject(rule.not)) {
    if (isNothing(rule.not)) return isRequired ? { field, op: 'empty', value: false } : null;
    return !isRequired && 'const' in rule.not ? { field, op: 'ne', value: rule.not.const } : null;
  }
  if (isNothing(rule)) return isRequired ? null : { field, op: 'empty', value: true };
  if (keyword === 'const') return { field, op: 'eq', value: rule.const };
  if (keyword === 'enum') return { field, op: 'in', value: rule.enum };
  for (const op of ['gt', 'gte', 'lt', 'lte'] as const)
    if (LIMITS[op] === keyword) return { field, op, value: rule[keyword] };
  return null;
}

/** Parses the condition of one field. Null if pickers cannot express it. */
function readRow(rule: Record<string, unknown>): Condition | null {
  if (keysOf(rule) === 'not' && isObject(rule.not)) {
    const turned = readRow(rule.not);
    return turned?.op === 'in' ? { ...turned, op: 'notIn' } : null;
  }
  const [entry, ...others] = Object.entries(isObject(rule.properties) ? rule.properties : {});
  if (!entry || others.length > 0 || !isObject(entry[1])) return null;
  const isKnown = ['properties', 'properties,required'].includes(keysOf(rule));
  return isKnown ? readComparison(entry[0], entry[1], rule.required !== undefined) : null;
}

/** Splits a condition on several fields into one comparison per row. */
function partsOf(rule: Record<string, unknown>): Schema[] {
  const { properties = {}, required = [], ...others } = rule;
  const names = Array.isArray(required) ? required.map(String) : [];
  const fields = Object.entries(isObject(properties) ? properties : {}).map(([name, test]) => ({
    properties: { [name]: test },
    ...(names.includes(name) ? { required: [name] } : {}),
  }));
  return [...fields, ...Object.entries(others).map(([keyword, value]) => ({ [keyword]: value }))];
}

function readNodes(rules: readonly unknown[], join: 'and' | 'or'): FilterGroup | null {
  const nodes = rules.map(readRule);
  return nodes.every((node) => node !== null) ? { join, nodes } : null;
}

function readRule(rule: unknown): FilterNode | null {
  if (!isObject(rule)) return null;
  const parts = partsOf(rule);
  if (parts.length > 1) return readNodes(parts, 'and');
  const { allOf, anyOf } = rule;
  if (Array.isArray(allOf)) return readNodes(allOf, 'and');
  return Array.isArray(anyOf) ? readNodes(anyOf, 'or') : readRow(rule);
}

/** Converts a rule to a filter. Null if pickers cannot express it. */
export function readPicked(rule: Schema | undefined): FilterGroup | null {
  if (rule === undefined || Object.keys(rule).length === 0) return { join: 'and', nodes: [] };
  const node = readRule(rule);
  if (node === null) return null;
  return isGroup(node) ? node : { join: 'and', nodes: [node] };
}
