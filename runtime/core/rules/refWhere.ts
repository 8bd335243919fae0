/**
 * Limits which records a reference may choose, depending on other fields (x-refWhere). Picker and server use the same
 * rules. An empty field sets no limit.
 */
import type { Field, Text } from '../../../generated/definition.ts';
import { isObject } from '../object.ts';
import type { Path } from './fieldProblem.ts';
import { fieldsFinder } from './fieldsFinder.ts';
import type { Values } from './rule.ts';

/** The station of a record, along the path in its definition. */
export const SITE = '@site';

/**
 * Messages about a rejected choice. `UNFIT`: the record does not match the followed fields. `CLOSED`: no record can be
 * chosen.
 */
export const UNFIT: Text = {
  zh: '所选{field}与{others}不符，请重新选择',
  en: '{field}: the choice does not match {others}. Choose again.',
};
export const CLOSED: Text = {
  zh: '此处不能选择该{field}',
  en: 'This {field} cannot be chosen here',
};

type Plain = string | number | boolean;

/** A condition on the chosen record: a required value of a field, one of several values, or its station. */
export interface RefNeed {
  field: string;
  value: Plain | readonly Plain[];
}

/** An object with its values: the object of the field, or the record that contains the line. */
export interface ObjectValues {
  field: Field;
  values: Values;
}

/** In the form of a transition, the name of the record that changes. */
export const RECORD = '$context.id';

export const RECORD_FIELD = {
  properties: { [RECORD]: { type: 'integer', title: { zh: '此记录', en: 'this record' } } },
} satisfies Field;

/** Returns the context of a transition's form. Bulk actions have no single record, so the record sets no limit. */
export const recordHolder = (id: unknown): ObjectValues => ({
  field: RECORD_FIELD,
  values: { [RECORD]: id },
});

/** Returns whether a field can choose only records that belong to the record of a transition. */
export const followsRecord = (field: Field): boolean => followedNames(refSource(field)).includes(RECORD);

interface ListField<F> {
  items?: F;
  'x-ref'?: string;
}

/** Returns the field with the reference: the field itself, or the items of its list. */
export const refSource = <F extends ListField<F>>(field: F): F =>
  field.items?.['x-ref'] ? field.items : field;

type Expected = NonNullable<Field['x-refWhere']>[string];

const isFollowing = (wanted: Expected): wanted is { var: string } =>
  typeof wanted === 'object' && !Array.isArray(wanted);

/** Returns the names of the fields that a reference follows. */
export const followedNames = (source: Field): string[] =>
  Object.values(source['x-refWhere'] ?? {}).flatMap((value) => (isFollowing(value) ? [value.var] : []));

const findHolder = (name: string, holders: readonly ObjectValues[]): ObjectValues | undefined =>
  holders.find(({ field }) => field.properties?.[name]);

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Returns the conditions on records for the field. */
export function refNeeds(source: Field, holders: readonly ObjectValues[]): RefNeed[] {
  return Object.entries(source['x-refWhere'] ?? {}).flatMap(([field, condition]) => {
    if (!isFollowing(condition)) return [{ field, value: condition }];
    const value = findHolder(condition.var, holders)?.values[condition.var];
    return isEmpty(value) ? [] : [{ field, value: value as Plain }];
  });
}

/**
 * Returns the title of the first empty field that the choice depends on. Null if none is empty. Fields that the choice
 * itself fills are ignored.
 */
export function findAwaitedTitle(source: Field, holders: readonly ObjectValues[]): Text | null {
  const awaited = followedNames(source).flatMap((name) => {
    if (source['x-copyInto']?.[name] !== undefined) return [];
    const holder = findHolder(name, holders);
    if (!holder?.field.required?.includes(name) || !isEmpty(holder.values[name])) return [];
    return [holder.field.properties?.[name]?.title];
  });
  return awaited.find((title) => title !== undefined) ?? null;
}

/** A chosen record, with its conditions. */
export interface Choice {
  source: Field;
  /** The field that has the title: the field itself, or its list. */
  titled: Field;
  path: Path;
  value: string | number;
  needs: readonly RefNeed[];
  /** The fields that the conditions depend on. */
  followed: readonly Field[];
}

/**
 * Returns every reference with conditions, except references that the server sets. References may also depend on fields
 * of `around`.
 */
export function findChoices(root: Field, values: Values, around: readonly ObjectValues[] = []): Choice[] {
  const holder = { field: root, values };
  return choicesIn(holder, [holder, ...around], []);
}

const narrowedIn = fieldsFinder((field) => refSource(field)['x-refWhere'] !== undefined);

function choicesIn(holder: ObjectValues, around: readonly ObjectValues[], holderPath: Path): Choice[] {
  return narrowedIn(holder.field).flatMap(([name, field]) => {
    const value = holder.values[name];
    const path = [...holderPath, name];
    if (isEmpty(value) || field.readOnly) return [];
    if (refSource(field)['x-refWhere']) return choicesOf(field, value, [holder, ...around], path);
    if (isObject(value) && field.properties) return choicesIn({ field, values: value }, around, path);
    const { items } = field;
    if (!Array.isArray(value) || !items?.properties) return [];
    return value.flatMap((row: unknown, index) =>
      isObject(row) ? choicesIn({ field: items, values: row }, around, [...path, index]) : [],
    );
  });
}

function choicesOf(field: Field, value: unknown, holders: readonly ObjectValues[], path: Path): Choice[] {
  const source = refSource(field);
  const needs = refNeeds(source, holders);
  if (needs.length === 0) return [];
  const followed = followedNames(source).flatMap(
    (name) => findHolder(name, holders)?.field.properties?.[name] ?? [],
  );
  const common = { source, titled: field, needs, followed };
  if (!Array.isArray(value)) return [{ ...common, path, value: value as Choice['value'] }];
  return value.map((item: Choice['value'], index) => ({ ...common, path: [...path, index], value: item }));
}

const differs = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) !== JSON.stringify(b ?? null);

/** The current and the previous values of an object. */
interface Course {
  field: Field;
  now: Values;
  before: Values;
}

/**
 * Returns the values without outdated references. A reference is outdated if a field that it depends on changed and the
 * reference did not.
 */
export function clearChoices(root: Field, now: Values, before: Values): Values {
  const course = { field: root, now, before };
  return clearIn(course, course);
}

function clearIn(course: Course, root: Course): Values {
  let next = course.now;
  for (const [name, field] of Object.entries(course.field.properties ?? {})) {
    const value = course.now[name];
    if (isEmpty(value)) continue;
    const cleared = clearField(field, value, course.before[name], [course, root]);
    if (cleared === value) continue;
    next = { ...next, [name]: cleared };
    if (cleared === undefined) delete next[name];
  }
  return next;
}

function clearField(
  field: Field,
  value: unknown,
  before: unknown,
  courses: readonly [Course, Course],
): unknown {
  const followed = followedNames(refSource(field));
  if (followed.length > 0) {
    const moved = followed.some((name) => {
      const course = courses.find((course) => course.field.properties?.[name]);
      const old = course?.before[name];
      return !isEmpty(old) && differs(old, course?.now[name]);
    });
    return moved && !differs(value, before) ? undefined : value;
  }
  const [, root] = courses;
  if (isObject(value) && field.properties)
    return clearIn({ field, now: value, before: isObject(before) ? before : {} }, root);
  return Array.isArray(value) && field.items?.properties
    ? clearRows(field.items, value, before, root)
    : value;
}

/** Clears references in rows. After an insertion or removal, rows cannot be compared. */
function clearRows(
  items: Field,
  rows: readonly unknown[],
  before: unknown,
  root: Course,
): readonly unknown[] {
  const old = Array.isArray(before) && before.length === rows.length ? before : rows;
  const cleared = rows.map((row, index) => {
    const was: unknown = old[index];
    return isObject(row) ? clearIn({ field: items, now: row, before: isObject(was) ? was : {} }, root) : row;
  });
  return cleared.some((row, index) => row !== rows[index]) ? cleared : rows;
}
