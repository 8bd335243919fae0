/** Compiles a condition to a JSON Schema. Forms and server evaluate it. Pure. */
import type { Condition } from '../../../generated/definition.ts';
import { isObject } from '../object.ts';
import type { Parsed } from './parse.ts';
import { TextError, type TextFault } from './problems.ts';

const LIMITS: Readonly<Record<string, string>> = {
  '<': 'exclusiveMaximum',
  '<=': 'maximum',
  '>': 'exclusiveMinimum',
  '>=': 'minimum',
};
const TURNED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
/** Keywords that contain a condition for each field. */
const NAMING = ['properties', 'required'];
const COMPARING = ['==', '!=', ...Object.keys(LIMITS)];

interface Reading {
  placeOf: Parsed['placeOf'];
  pointer: string;
}

const refuse = ({ placeOf, pointer }: Reading, fault: TextFault): never => {
  throw new TextError(placeOf(pointer), fault);
};
const below = (reading: Reading, operator: string, index: number): Reading => ({
  ...reading,
  pointer: `${reading.pointer}/${operator}/${index}`,
});

/** Returns the condition on the field of a path. With `isRequired` a missing value makes it false. */
function overPath(path: string, test: object, isRequired: boolean): Condition {
  const [name = '', ...rest] = path.split('.');
  const inner = rest.length > 0 ? overPath(rest.join('.'), test, isRequired) : test;
  return { properties: { [name]: inner }, ...(isRequired ? { required: [name] } : {}) };
}

function readPath(value: unknown, reading: Reading): string {
  const path = isObject(value) && typeof value.var === 'string' ? value.var : null;
  if (path === null) return refuse(reading, 'conditionForm');
  if (path === '' || path.startsWith('../')) return refuse(reading, 'conditionPath');
  return path;
}

const isFixed = (value: unknown): boolean =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** Returns the condition on the number of entries in a list. */
function readLength(path: string, operator: string, count: number): Condition {
  const [least, most] = [
    { '>': count + 1, '>=': count, '==': count }[operator],
    { '<': count - 1, '<=': count, '==': count }[operator],
  ];
  const limits = {
    ...(least === undefined ? {} : { minItems: least }),
    ...(most === undefined ? {} : { maxItems: most }),
  };
  return overPath(path, limits, true);
}

function readComparison(operator: string, operands: readonly unknown[], reading: Reading): Condition {
  const [left, right] = operands;
  if (operands.length !== 2) return refuse(reading, 'conditionForm');
  if (isFixed(left)) {
    if (isFixed(right)) return refuse(reading, 'conditionForm');
    return readComparison(TURNED[operator] ?? operator, [right, left], reading);
  }
  if (!isFixed(right)) return refuse(below(reading, operator, 1), 'conditionForm');
  if (isObject(left) && 'length' in left) {
    if (!Number.isInteger(right) || operator === '!=') return refuse(reading, 'conditionForm');
    const [list] = [left.length].flat();
    return readLength(readPath(list, below(reading, operator, 0)), operator, Number(right));
  }
  const path = readPath(left, below(reading, operator, 0));
  const limit = LIMITS[operator];
  if (limit) {
    if (typeof right !== 'number') return refuse(below(reading, operator, 1), 'conditionFigure');
    return overPath(path, { [limit]: right }, true);
  }
  // An empty value equals null only.
  const isEqual = operator === '==';
  const isRequired = isEqual === (right !== null);
  return overPath(path, isEqual ? { const: right } : { not: { const: right } }, isRequired);
}

function readIn(operands: readonly unknown[], reading: Reading): Condition {
  const [value, list] = operands;
  if (!Array.isArray(list) || list.length === 0 || !list.every(isFixed))
    return refuse(below(reading, 'in', 1), 'conditionForm');
  return overPath(readPath(value, below(reading, 'in', 0)), { enum: list }, true);
}

const onlyLimits = (test: unknown): test is Record<string, number> =>
  isObject(test) && Object.keys(test).every((keyword) => Object.values(LIMITS).includes(keyword));

/** Merges two conditions of a field, for example a lower and an upper limit. Null if they use the same keyword. */
function mergeFields(one: object, other: object): object | null {
  const merged: Record<string, unknown> = { ...one };
  for (const [name, test] of Object.entries(other)) {
    const before = merged[name];
    if (before === undefined) merged[name] = test;
    else if (
      onlyLimits(before) &&
      onlyLimits(test) &&
      !Object.keys(test).some((keyword) => keyword in before)
    )
      merged[name] = { ...before, ...test };
    else return null;
  }
  return merged;
}

/** Merges two conditions into one object. Null if they use the same keyword. */
function merge(one: Condition, other: Condition): Condition | null {
  const [fields, otherFields] = [one, other].map(({ properties }) =>
    isObject(properties) ? properties : {},
  );
  const names = [one, other].flatMap(({ required }) => (Array.isArray(required) ? required : []));
  const isConflicting = Object.keys(other).some((keyword) => !NAMING.includes(keyword) && keyword in one);
  const properties = isConflicting ? null : mergeFields(fields!, otherFields!);
  if (!properties) return null;
  const { properties: _p, required: _r, ...rest } = { ...one, ...other };
  return {
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(names.length > 0 ? { required: [...new Set(names)] } : {}),
    ...rest,
  };
}

function joinAll(conditions: readonly Condition[]): Condition {
  const groups: Condition[] = [];
  for (const condition of conditions) {
    const at = groups.findIndex((group) => merge(group, condition) !== null);
    if (at === -1) groups.push(condition);
    else groups[at] = merge(groups[at]!, condition)!;
  }
  return groups.length === 1 ? groups[0]! : { allOf: groups };
}

/** Reads a condition. Throws `TextError`. */
export function readCondition(value: unknown, reading: Reading): Condition {
  if (typeof value === 'boolean') return value ? {} : { not: {} };
  if (!isObject(value)) return refuse(reading, 'conditionForm');
  const [operator = '', operands = []] = Object.entries(value).map(
    ([name, values]) => [name, [values].flat()] as const,
  )[0]!;
  const readAll = () =>
    operands.map((operand, index) => readCondition(operand, below(reading, operator, index)));
  if (operator === 'var' && operands.length === 1)
    return overPath(readPath(value, reading), { const: true }, true);
  if (operator === '!') return { not: readAll()[0] };
  if (operator === 'or') return { anyOf: readAll() };
  if (operator === 'and') return joinAll(readAll());
  if (operator === 'in') return readIn(operands, reading);
  if (COMPARING.includes(operator)) return readComparison(operator, operands, reading);
  if (operator === 'some' && operands.length === 2) {
    const path = readPath(operands[0], below(reading, operator, 0));
    return overPath(path, { contains: readCondition(operands[1], below(reading, operator, 1)) }, true);
  }
  return refuse(reading, 'conditionForm');
}
