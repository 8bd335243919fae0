/**
 * Reads and writes rules across fields for pickers: a field, a comparison, another field or a value, and a sentence.
 */
import type { EntityDefinition, Field, Rule, Text } from '../../../../../generated/definition.ts';
import { isObject } from '../../../../../runtime/core/object.ts';
import { fieldTypeOf } from '../../../../../runtime/fieldTypes/index.ts';
import { fieldsOf, isFigure, listPlacedNames, optionsOf, someOf, titleOfField } from '../entityDoc.ts';

const ORDERED = ['<=', '<', '>=', '>', '==', '!='] as const;
const EQUAL = ['==', '!='] as const;
export type Compare = (typeof ORDERED)[number];
/** The kinds of fields. Fields of the same kind can be compared. */
type Kind = 'figure' | 'date' | 'moment' | 'choice' | 'text';

/** Compares a field with another one, a value, or the day of the save. */
export type Against = { field: string } | { value: string | number } | 'today';
export interface PickedRule {
  left: string;
  compare: Compare;
  right: Against;
}

const TODAY = '$context.today';

export function kindOf(field: Field | undefined): Kind | null {
  if (!field || field.writeOnly || field['x-ref'] || field['x-sequence']) return null;
  if (isFigure(field)) return 'figure';
  const compared = fieldTypeOf(field).compare;
  if (compared === 'date') return 'date';
  if (compared === 'date-time') return 'moment';
  if (field.type !== 'string') return null;
  if (field['x-options'] || field['x-dictionary']) return 'choice';
  return field.format ? null : 'text';
}

export const comparesOf = (kind: Kind | null): readonly Compare[] =>
  kind === 'choice' || kind === 'text' ? EQUAL : ORDERED;

export const listComparedFields = (entity: EntityDefinition): string[] =>
  listPlacedNames(entity).filter((name) => kindOf(fieldsOf(entity)[name]));

/** Returns the other fields that it can be compared with. */
export function fieldsLike(entity: EntityDefinition, name: string): string[] {
  const kind = kindOf(fieldsOf(entity)[name]);
  return listComparedFields(entity).filter((one) => one !== name && kindOf(fieldsOf(entity)[one]) === kind);
}

const variable = (value: unknown): string | null =>
  isObject(value) && Object.keys(value).length === 1 && typeof value.var === 'string' ? value.var : null;

function readAgainst(value: unknown): Against | null {
  const name = variable(value);
  if (name === TODAY) return 'today';
  if (name !== null) return name.startsWith('$') || name.includes('.') ? null : { field: name };
  return typeof value === 'number' || typeof value === 'string' ? { value } : null;
}

/** Returns null if the pickers cannot show the rule. */
export function readRule({ check }: Pick<Rule, 'check'>): PickedRule | null {
  const [entry, ...others] = Object.entries(check);
  const compare = ORDERED.find((one) => one === entry?.[0]);
  const operands = entry?.[1];
  if (!compare || others.length > 0 || !Array.isArray(operands) || operands.length !== 2) return null;
  const left = variable(operands[0]);
  const right = readAgainst(operands[1]);
  return left !== null && right !== null && /^\w+$/.test(left) ? { left, compare, right } : null;
}

function writeCheck({ left, compare, right }: PickedRule): Rule['check'] {
  const other = right === 'today' ? { var: TODAY } : 'field' in right ? { var: right.field } : right.value;
  return { [compare]: [{ var: left }, other] };
}

const WORDS: Readonly<Record<Compare, Text>> = {
  '<=': { zh: '不能大于', en: 'must not be above' },
  '<': { zh: '必须小于', en: 'must be below' },
  '>=': { zh: '不能小于', en: 'must not be below' },
  '>': { zh: '必须大于', en: 'must be above' },
  '==': { zh: '必须等于', en: 'must equal' },
  '!=': { zh: '不能等于', en: 'must not equal' },
};
const DAYS: Readonly<Record<Compare, Text>> = {
  ...WORDS,
  '<=': { zh: '不能晚于', en: 'must not be after' },
  '<': { zh: '必须早于', en: 'must be before' },
  '>=': { zh: '不能早于', en: 'must not be before' },
  '>': { zh: '必须晚于', en: 'must be after' },
};

/** Returns the name of a comparison for fields of a kind, which the sentence uses too. */
export const wordsOf = (kind: Kind | null, compare: Compare): Text =>
  (kind === 'date' || kind === 'moment' ? DAYS : WORDS)[compare];

function againstTitle(entity: EntityDefinition, { left, right }: PickedRule): Text {
  if (right === 'today') return { zh: '当天', en: 'today' };
  if ('field' in right) return titleOfField(entity, right.field);
  const chosen = optionsOf(fieldsOf(entity)[left]).find(({ value }) => value === right.value);
  return chosen?.title ?? { zh: String(right.value), en: String(right.value) };
}

/** The default sentence of a rule, until the author writes another. */
export function sentenceOf(entity: EntityDefinition, rule: PickedRule): Text {
  const title = titleOfField(entity, rule.left);
  const words = wordsOf(kindOf(fieldsOf(entity)[rule.left]), rule.compare);
  const other = againstTitle(entity, rule);
  return {
    zh: `${title.zh}${words.zh}${other.zh}`,
    en: `${title.en} ${words.en} ${other.en}`,
  };
}

export const rulesOf = ({ schema }: EntityDefinition): readonly Rule[] => schema['x-rules'] ?? [];

function writeRules<E extends EntityDefinition>(entity: E, rules: readonly Rule[]): E {
  const { 'x-rules': _, ...schema } = entity.schema;
  const some = someOf(rules);
  return { ...entity, schema: { ...schema, ...(some && { 'x-rules': some }) } };
}

/** Returns what a field is compared with until the author chooses: a similar field, today, or a value. */
function firstAgainst(entity: EntityDefinition, left: string): Against {
  const [other] = fieldsLike(entity, left);
  if (other) return { field: other };
  const field = fieldsOf(entity)[left];
  const kind = kindOf(field);
  if (kind === 'date') return 'today';
  if (kind === 'choice') return { value: String(optionsOf(field)[0]?.value ?? '') };
  return { value: kind === 'figure' ? 0 : '' };
}

const isSame = (a: Text, b: Text): boolean => a.zh === b.zh && a.en === b.en;

/** Returns the field to mark. A computed field is not marked, because users change the other one. */
function placeOf(entity: EntityDefinition, { left, right }: PickedRule): string {
  const other = typeof right === 'object' && 'field' in right ? right.field : left;
  return fieldsOf(entity)[left]?.readOnly ? other : left;
}

/**
 * Adds a rule between the first two comparable fields. Null if there are none. Ordered fields and figures come before
 * texts.
 */
export function addRule<E extends EntityDefinition>(entity: E): E | null {
  const names = listComparedFields(entity);
  const ordered = names.filter((name) => comparesOf(kindOf(fieldsOf(entity)[name])) === ORDERED);
  const first = ordered.length > 0 ? ordered : names;
  const left = first.find((name) => fieldsLike(entity, name).length > 0) ?? first[0];
  if (left === undefined) return null;
  const kind = kindOf(fieldsOf(entity)[left]);
  const picked: PickedRule = {
    ...{ left, compare: comparesOf(kind)[0]!, right: firstAgainst(entity, left) },
  };
  const rule = { check: writeCheck(picked), at: placeOf(entity, picked), text: sentenceOf(entity, picked) };
  return writeRules(entity, [...rulesOf(entity), rule]);
}

/** Changes a rule. Another field changes the possible comparisons. The sentence follows until the author edits it. */
export function changeRule<E extends EntityDefinition>(
  entity: E,
  at: number,
  change: Partial<PickedRule>,
): E {
  const rule = rulesOf(entity)[at];
  const before = rule && readRule(rule);
  if (!before) return entity;
  const changed = { ...before, ...change };
  const kind = kindOf(fieldsOf(entity)[changed.left]);
  const isOther = kind !== kindOf(fieldsOf(entity)[before.left]);
  const itself =
    typeof changed.right === 'object' && 'field' in changed.right && changed.right.field === changed.left;
  const picked: PickedRule = {
    left: changed.left,
    compare: comparesOf(kind).find((one) => one === changed.compare) ?? '==',
    right: isOther || itself ? firstAgainst(entity, changed.left) : changed.right,
  };
  const text = isSame(rule.text, sentenceOf(entity, before)) ? sentenceOf(entity, picked) : rule.text;
  const written = { ...rule, check: writeCheck(picked), at: placeOf(entity, picked), text };
  return writeRules(entity, rulesOf(entity).with(at, written));
}

export const sayRule = <E extends EntityDefinition>(entity: E, at: number, text: Text): E =>
  writeRules(entity, rulesOf(entity).with(at, { ...rulesOf(entity)[at]!, text }));

/** Makes the rule a warning that refuses no record. */
export function warnRule<E extends EntityDefinition>(entity: E, at: number, warns: boolean): E {
  const { warn: _, ...rule } = rulesOf(entity)[at]!;
  return writeRules(entity, rulesOf(entity).with(at, { ...rule, ...(warns && { warn: true }) }));
}

export const removeRule = <E extends EntityDefinition>(entity: E, at: number): E =>
  writeRules(entity, rulesOf(entity).toSpliced(at, 1));

/** Returns the rules without those that name a removed field. */
export const withoutRulesOf = <E extends EntityDefinition>(entity: E, name: string): E =>
  writeRules(
    entity,
    rulesOf(entity).filter((rule) => {
      const picked = readRule(rule);
      const other =
        picked && typeof picked.right === 'object' && 'field' in picked.right && picked.right.field;
      return picked?.left !== name && other !== name && rule.at !== name;
    }),
  );
