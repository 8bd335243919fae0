/** Converts a compiled condition back to an expression, for printing. Pure. */
import { isObject } from '../object.ts';

type Expression = unknown;

const LIMITS: Readonly<Record<string, string>> = {
  exclusiveMaximum: '<',
  maximum: '<=',
  exclusiveMinimum: '>',
  minimum: '>=',
};

const all = (parts: readonly Expression[]): Expression =>
  parts.length === 0 ? true : parts.length === 1 ? parts[0] : { and: parts };
const either = (parts: readonly Expression[]): Expression => (parts.length === 1 ? parts[0] : { or: parts });
const negated = (value: Expression): Expression => ({ '!': [value] });

function fail(condition: unknown): never {
  throw new Error(`no text says the condition ${JSON.stringify(condition)}`);
}

/** `isRequired`: a missing value makes the condition false. */
function overField(path: string, test: unknown, isRequired: boolean): Expression[] {
  if (!isObject(test)) return fail(test);
  const field = { var: path };
  const isEmpty = { '==': [field, null] };
  const optional = (expression: Expression): Expression =>
    isRequired ? expression : either([expression, isEmpty]);
  const needed = (expression: Expression): Expression[] =>
    isRequired ? [{ '!=': [field, null] }, expression] : [expression];
  return Object.entries(test).flatMap(([keyword, value]): Expression[] => {
    if (LIMITS[keyword]) return [optional({ [LIMITS[keyword]]: [field, value] })];
    switch (keyword) {
      case 'type':
        return Object.keys(test).length === 1 ? [{ '!=': [field, null] }] : [];
      case 'const':
        return value === null ? [isEmpty] : [optional({ '==': [field, value] })];
      case 'enum':
        return [optional({ in: [field, value] })];
      case 'minItems':
        return [{ '>=': [{ length: [field] }, value] }];
      case 'maxItems':
        return [{ '<=': [{ length: [field] }, value] }];
      case 'contains':
        return [{ some: [field, conditionLogic(value)] }];
      case 'not':
        return overOther(field, value, isRequired, needed);
      case 'properties':
        return overNames(test, path);
      case 'required':
        return [];
      default:
        return fail(test);
    }
  });
}

function overOther(
  field: object,
  test: unknown,
  isRequired: boolean,
  needed: (expression: Expression) => Expression[],
): Expression[] {
  if (!isObject(test)) return fail(test);
  if ('const' in test && test.const === null) return isRequired ? [{ '!=': [field, null] }] : [];
  if ('const' in test) return needed({ '!=': [field, test.const] });
  if ('enum' in test) return needed(negated({ in: [field, test.enum] }));
  return fail(test);
}

function overNames(condition: Record<string, unknown>, above = ''): Expression[] {
  const { properties = {}, required = [] } = condition;
  const path = (name: string) => (above === '' ? name : `${above}.${name}`);
  const names = Array.isArray(required) ? required.map(String) : [];
  const fields = isObject(properties) ? properties : {};
  return [
    ...Object.entries(fields).flatMap(([name, test]) => overField(path(name), test, names.includes(name))),
    ...names.filter((name) => !(name in fields)).map((name) => ({ '!=': [{ var: path(name) }, null] })),
  ];
}

/** Returns the condition as JSON Logic. Throws if no text can express the condition. */
export function conditionLogic(condition: unknown): Expression {
  if (!isObject(condition)) return fail(condition);
  const { properties: _p, required: _r, not, anyOf, allOf, ...others } = condition;
  if (Object.keys(others).length > 0) return fail(condition);
  const list = (value: unknown): Expression[] =>
    Array.isArray(value) ? value.map(conditionLogic) : fail(condition);
  if (isObject(not) && Object.keys(not).length === 0) return false;
  return all([
    ...overNames(condition),
    ...(not === undefined ? [] : [negated(conditionLogic(not))]),
    ...(anyOf === undefined ? [] : [either(list(anyOf))]),
    ...(allOf === undefined ? [] : list(allOf)),
  ]);
}
