/** Checks fields for what a meta schema cannot express: names must exist, and types and limits must fit each other. */

import { findPatternFault } from '../../runtime/core/rules/linearPattern.ts';
import type { Definitions, Field } from '../definition/definition.ts';
import { fieldTypeOf } from '../fieldTypes.ts';
import { choice, type Problem, problemOf } from '../problem.ts';

type Add = (pointer: string, key: Parameters<typeof problemOf>[2], params?: Record<string, unknown>) => void;
type Entities = ReadonlyMap<string, Definitions['entities'][number]['value']>;
type Dictionaries = ReadonlyMap<string, Definitions['dictionaries'][number]['value']>;

export interface Known {
  entities: Entities;
  dictionaries: Dictionaries;
}

const RANGES = [
  ['minimum', 'maximum'],
  ['exclusiveMinimum', 'exclusiveMaximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
] as const;

/** Path of a field of a record. Nested fields, and fields of forms and widgets, have other paths. */
const OWN_FIELD = /^\/schema\/properties\/[^/]+$/;

const typeOf = (value: unknown): string =>
  Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value;
/** Returns whether the value has the type: a whole number is a number, too. */
export const isOf = (value: unknown, type: string): boolean =>
  typeOf(value) === type || (type === 'number' && typeof value === 'number');

/** Returns how values of a field are compared. Sealed fields are not compared. */
export const compareOf = (field: Field): string =>
  field['x-sealed'] ? 'sealed' : fieldTypeOf(field).compare;

/** Returns the values that a field may have by its options or its dictionary. */
export function fieldValues(field: Field, dictionaries: Dictionaries): unknown[] {
  const options = field['x-options'] ?? dictionaries.get(field['x-dictionary'] ?? '')?.entries ?? [];
  return options.map(({ value }) => value);
}

/** Checks references, and the types that follow from their targets. */
function referenceProblems(field: Field, pointer: string, known: Known, add: Add): void {
  const { entities, dictionaries } = known;
  const { type, 'x-ref': target, 'x-dictionary': dictionary } = field;
  if (dictionary && !dictionaries.has(dictionary))
    add(`${pointer}/x-dictionary`, 'noDictionary', {
      name: dictionary,
      known: choice(dictionary, [...dictionaries.keys()]),
    });
  const value = fieldValues(field, dictionaries).find((candidate) => type && !isOf(candidate, type));
  if (value !== undefined && type !== 'array')
    add(`${pointer}/type`, 'typeOf', { reason: JSON.stringify(value), type: typeOf(value) });
  if (target) targetProblems(field, target, pointer, entities, add);
}

/** Checks the key of a reference. It is stored as in the target, and a foreign key requires it to be unique. */
function targetProblems(field: Field, target: string, pointer: string, entities: Entities, add: Add): void {
  const { type, 'x-refKey': key } = field;
  const entity = entities.get(target);
  const fields = entity?.schema.properties ?? {};
  const expectedType = key ? fields[key]?.type : 'integer';
  if (!entity) add(`${pointer}/x-ref`, 'noEntity', { known: choice(target, [...entities.keys()]) });
  else if (!expectedType)
    add(`${pointer}/x-refKey`, 'noFieldOf', { entity: target, known: choice(key, Object.keys(fields)) });
  else if (type && type !== expectedType)
    add(`${pointer}/type`, 'typeOf', { reason: `${target}.${key ?? 'id'}`, type: expectedType });
  else if (key && !entity.unique?.some((names) => names.length === 1 && names[0] === key))
    add(`${pointer}/x-refKey`, 'refNotUnique', { field: key, entity: target });
}

/** Finds type, format, limits, pattern and default that contradict each other. */
function shapeProblems(field: Field, pointer: string, values: readonly unknown[], add: Add): void {
  const { type, format, pattern, default: start } = field;
  const { json, implied } = fieldTypeOf(field);
  if (!type) add(pointer, 'lacksType');
  if (type === 'array' && !field.items && !field.prefixItems) add(pointer, 'lacksItems');
  if (type === 'object' && !field.properties && !implied?.properties && field['x-control'] !== 'json')
    add(pointer, 'lacksProperties');
  if (format && type && !json.includes(type))
    add(`${pointer}/type`, 'typeOf', { reason: `"format": "${format}"`, type: json[0] });
  for (const [least, most] of RANGES) {
    const [low, high] = [field[least], field[most]];
    if (typeof low === 'number' && typeof high === 'number' && low > high)
      add(`${pointer}/${least}`, 'rangeEmpty', { other: most });
  }
  if (typeof pattern === 'string') {
    const reason = findPatternFault(pattern);
    if (reason) add(`${pointer}/pattern`, 'badPattern', { reason });
  }
  if (start === undefined) return;
  if (type && !isOf(start, type)) add(`${pointer}/default`, 'defaultType', { type });
  else if (values.length > 0 && type !== 'array' && !values.includes(start))
    add(`${pointer}/default`, 'defaultNoOption', { known: choice(start, values) });
}

/** Returns whether a table has the blocks that a picture of a day is made of. */
function isDayTable({ 'x-control': control, items }: Field): boolean {
  const { start, end, ...others } = items?.properties ?? {};
  const [number, ...more] = Object.values(others);
  return (
    control === 'table' &&
    [start, end].every((one) => one?.type === 'string') &&
    number?.type === 'number' &&
    more.length === 0
  );
}

/** Returns the problems of a field and everything below it. */
export function fieldProblems(file: string, field: Field, pointer: string, known: Known): Problem[] {
  const problems: Problem[] = [];
  const add: Add = (place, key, params) => void problems.push(problemOf(file, place, key, params));
  const visit = (field: Field, place: string): void => {
    const names = Object.keys(field.properties ?? {});
    referenceProblems(field, place, known, add);
    shapeProblems(field, place, fieldValues(field, known.dictionaries), add);
    if (field['x-sealed'] && !OWN_FIELD.test(place)) add(`${place}/x-sealed`, 'sealedWithin');
    if (field['x-dayPlan'] && !isDayTable(field)) add(`${place}/x-dayPlan`, 'drawnAsDay');
    for (const [index, name] of (field.required ?? []).entries())
      if (!field.properties?.[name])
        add(`${place}/required/${index}`, 'requiresUnknown', { name, known: choice(name, names) });
    for (const [name, property] of Object.entries(field.properties ?? {})) {
      const beside = property['x-pairedField'];
      if (typeof beside === 'string' && !field.properties?.[beside])
        add(`${place}/properties/${name}/x-pairedField`, 'withUnknown', {
          name: beside,
          known: choice(
            beside,
            names.filter((other) => other !== name),
          ),
        });
      // Lines are checked where they are defined.
      if (!property['x-lines']) visit(property, `${place}/properties/${name}`);
    }
    if (field.items) visit(field.items, `${place}/items`);
    for (const [index, item] of (field.prefixItems ?? []).entries())
      visit(item, `${place}/prefixItems/${index}`);
  };
  visit(field, pointer);
  return problems;
}
