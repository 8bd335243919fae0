import type { ErrorObject } from 'ajv';
import type { Field, Text } from '../../../generated/definition.ts';
import { descendField, type Path, pointerPath } from '../../../runtime/core/rules/fieldProblem.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { problemMessage } from '../../../runtime/fieldTypes/fieldMessage.ts';
import type { FieldError } from './errors.ts';

const REQUEST: Text = { zh: '请求内容', en: 'The request' };
/** Maximum length of an input name in a message. Longer names are cut. */
const MAX_NAME = 60;

/** The definition of the input fields. Messages use the titles of the fields. */
export interface InputFields {
  find(path: Path): Field | undefined;
  /** Prefix of the pointer: '/query', '/values'. */
  prefix?: string;
}

/** Returns the input definition of an entity's record or of a part of a record. */
export const askedOf = (root: Field, prefix?: string): InputFields => ({
  find: (path) => descendField(root, path),
  prefix,
});

const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

function pointerOf({ instancePath, params }: ErrorObject): string {
  const { missingProperty, additionalProperty } = params as Values;
  const name = missingProperty ?? additionalProperty;
  return typeof name === 'string' ? `${instancePath}/${escapePointer(name)}` : instancePath;
}

function titled(field: Field | undefined, path: Path): Field {
  if (field?.title) return field;
  const name = String(path.findLast((step) => typeof step === 'string') ?? '').slice(0, MAX_NAME);
  return { ...field, title: name === '' ? REQUEST : { zh: name, en: name } };
}

function messageOf({ keyword, params, data }: ErrorObject, field: Field, lang: Lang): string {
  // For an unknown field, the pointer is that of the field, not of its parent.
  const broken = keyword === 'additionalProperties' ? 'unknown' : keyword;
  return problemMessage(field, broken, data, lang, params.limit ?? params.multipleOf);
}

/** These rules only report that an inner rule failed. The inner rule has its own message. */
const OUTER = new Set(['if', 'anyOf', 'oneOf', 'allOf']);
const MAX_ERRORS = 50;

/** Returns a message for each wrong field, with its title, in the caller's language. */
export function translateErrors(
  errors: readonly ErrorObject[],
  lang: Lang,
  { find, prefix = '' }: InputFields,
): FieldError[] {
  const inner = errors.filter(({ keyword }) => !OUTER.has(keyword));
  const byField = new Map<string, FieldError>();
  for (const error of inner.length > 0 ? inner : errors) {
    const pointer = pointerOf(error);
    const field = `${prefix}${pointer}`;
    if (byField.has(field) || byField.size >= MAX_ERRORS) continue;
    const path = pointerPath(pointer);
    byField.set(field, { field, msg: messageOf(error, titled(find(path), path), lang) });
  }
  return [...byField.values()];
}
