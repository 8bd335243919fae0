/** Messages about invalid fields, with the field's title. Browser and server show the same message. */

import type { Field, Text } from '../../generated/definition.ts';
import { formatMoment, formatNumber, formatQuantity } from '../core/numbers/format.ts';
import type { MessageSubject } from '../core/rules/crossRules.ts';
import { CLOSED, UNFIT } from '../core/rules/refWhere.ts';
import { fillTemplate, KEYWORD } from '../core/text/keywordText.ts';
import { type Lang, languageOf } from '../core/text/lang.ts';
import { pickText } from '../core/text/pickText.ts';
import { completeField, fieldTypeOf } from './index.ts';

const IN_USE: Text = { zh: '{title}已被使用', en: 'This {title} is already in use' };

/** x-checkUnique: returns the message about an existing record with the same value. */
export function uniqueMessage(field: Field, lang: Lang): string {
  return pickText(IN_USE, lang).replace('{title}', pickText(field.title, lang) ?? '');
}

/** x-refWhere: returns the message about a chosen record that does not match the followed fields. */
export function unfitMessage(field: Field, followed: readonly Field[], lang: Lang): string {
  const others = followed.map(({ title }) => pickText(title, lang) ?? '').join(languageOf(lang).comma);
  const text = followed.length > 0 ? UNFIT : CLOSED;
  return pickText(text, lang)
    .replace('{field}', () => pickText(field.title, lang) ?? '')
    .replace('{others}', () => others);
}

const EMPTY = '—';

/** Returns a value for the message of a rule, formatted for users. */
function showValue(field: Field, value: unknown, lang: Lang, zone?: string): string {
  if (value === undefined || value === null || value === '') return EMPTY;
  const option = field['x-options']?.find((option) => option.value === value);
  if (option) return pickText(option.title, lang);
  const type = fieldTypeOf(field);
  if (type.isMoment && zone) return formatMoment(String(value), 'minute', zone);
  if (type.formatText) return type.formatText(value, { field, lang, unit: field['x-unit'] });
  const unit = field['x-unit'] ?? type.unit ?? '';
  return type.isFigure ? formatQuantity(value as number | string, unit) : String(value);
}

/** Returns the message of a rule. Field names in braces are replaced by values. */
export function brokenRuleMessage(
  text: Text,
  { field, values, before }: MessageSubject,
  lang: Lang,
  zone?: string,
): string {
  return pickText(text, lang).replace(
    /\{(was\.)?(\w+)\}/g,
    (place, was: string | undefined, name: string) => {
      const named = field.properties?.[name];
      return named ? showValue(named, (was ? before : values)?.[name], lang, zone) : place;
    },
  );
}

const TYPE: Record<string, Text> = {
  number: { zh: '{title}应为数字', en: '{title} must be a number' },
  integer: { zh: '{title}应为整数', en: '{title} must be a whole number' },
};

/** Keywords about a value's structure, which the control ensures. A more specific message replaces theirs. */
const SHAPE: ReadonlySet<string> = new Set(['type', 'minItems', 'maxItems', 'additionalProperties']);
const CONTROL: Record<string, Text> = {
  json: { zh: '{title}不是有效的 JSON', en: '{title} is not valid JSON' },
  map: { zh: '{title}需要经度和纬度', en: '{title} needs a longitude and a latitude' },
};

/** Controls whose value is selected, not typed. */
const CHOSEN = new Set(
  'select segmented multiSelect date dateTime deviceVariable tree region map'.split(' '),
);

function isChosen(field: Field): boolean {
  const { type, items } = field;
  const control = field['x-control'];
  const listed = Boolean(field['x-dictionary'] ?? field['x-options'] ?? field.enum);
  if (control && control !== 'table') return CHOSEN.has(control) || (control === 'cascader' && listed);
  if (field['x-ref'] ?? items?.['x-ref']) return true;
  if (type === 'array')
    return items?.type !== 'object' && !(items?.format === 'date' && field.maxItems === 2);
  return type !== 'object' && (listed || fieldTypeOf(field).isChosen === true);
}

/** `limit`: the platform's limit, if the definition has none. */
export function problemMessage(
  field: Field,
  keyword: string,
  value: unknown,
  lang: Lang,
  limit?: unknown,
): string {
  const template = messageTemplate(field, keyword, value);
  const keywordValue = (completeField(field) as Record<string, unknown>)[keyword];
  return fillTemplate(
    template,
    lang,
    pickText(field.title, lang) ?? '',
    limitText(field, keyword, keywordValue ?? limit, lang),
  );
}

/** Returns a limit as text: durations in the control's units, amounts with separators. */
function limitText(field: Field, keyword: string, limit: unknown, lang: Lang): string {
  if (typeof limit !== 'number') return String(limit ?? '');
  const type = fieldTypeOf(field);
  if (type.formatLimit) return type.formatLimit(limit, lang);
  const unit = field['x-unit'] ?? type.unit ?? '';
  return keyword.endsWith('imum') ? formatQuantity(limit, unit) : formatNumber(limit);
}

function messageTemplate(field: Field, keyword: string, value: unknown): Text {
  if (keyword === 'unknown') return KEYWORD.unknown!;
  if (
    keyword === 'required' ||
    (keyword === 'minLength' && value === '') ||
    isIncompleteChoice(field, keyword)
  ) {
    if (field['x-requiredText']) return field['x-requiredText'];
    return isChosen(field) ? KEYWORD.choose! : KEYWORD.required!;
  }
  const type = fieldTypeOf(field);
  const problem = keyword.startsWith('compute.') ? null : type.findProblem?.(value, field);
  if (problem) return problem;
  const control = field['x-control'];
  const sentence = control && SHAPE.has(keyword) ? CONTROL[control] : undefined;
  if (sentence) return sentence;
  if (keyword === 'format' || (keyword === 'pattern' && field.format))
    return type.message ?? KEYWORD.pattern!;
  if (keyword === 'type') return TYPE[field.type ?? ''] ?? KEYWORD.type!;
  return KEYWORD[keyword] ?? KEYWORD.type!;
}

/**
 * Returns whether a device was chosen without a variable. The message is about an incomplete choice, not about the
 * length of the list.
 */
function isIncompleteChoice(field: Field, keyword: string): boolean {
  return keyword === 'minItems' && (field['x-control'] === 'deviceVariable' || field.minItems === 1);
}
