/** The default of a field in a new record: a fixed value, today, now or its creator. */
import type { Field, Option, Text } from '../../../../../generated/definition.ts';
import { optionsOf } from '../entityDoc.ts';
import { type FieldType, NUMBERS } from './fieldKinds.ts';

const both = (zh: string, en: string): Text => ({ zh, en });
const TITLE = both('新建时默认为', 'Initial value');
const YES_NO: Option[] = [
  { value: 'true', title: both('是', 'Yes') },
  { value: 'false', title: both('否', 'No') },
];

/** Defaults that are known only when a record is created, so that no fixed value can express them. */
const MOMENTS: Readonly<Record<FieldType, { context: string; option: Option }>> = {
  date: { context: '$context.today', option: { value: 'today', title: both('当天', 'Today') } },
  'date-time': { context: '$context.now', option: { value: 'now', title: both('当前时间', 'Now') } },
  user: { context: '$context.userId', option: { value: 'me', title: both('新建人', 'Creator') } },
};
const WRITTEN = ['text', 'longText', 'money'];
const CHOSEN = ['options', 'choice', 'boolean'];

export type Start = string | number;

const choicesOf = (field: Field, type: FieldType): readonly Option[] =>
  type === 'boolean' ? YES_NO : optionsOf(field);

const contextOf = (field: Field): unknown => field['x-default']?.var;

/** Returns the default. Undefined if it is empty, or if only code can express it. */
export function readStart(field: Field, type: FieldType): Start | undefined {
  const moment = MOMENTS[type];
  if (moment) return contextOf(field) === moment.context ? String(moment.option.value) : undefined;
  const value = field.default;
  if (CHOSEN.includes(type) && value !== undefined) return String(value);
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

/** Returns whether the default is an expression that only code can express. It is not changed. */
const isWritten = (field: Field, type: FieldType): boolean =>
  field['x-default'] !== undefined && contextOf(field) !== MOMENTS[type]?.context;

function startOf(field: Field, type: FieldType, start: Start): unknown {
  if (type === 'boolean') return start === 'true';
  if (!CHOSEN.includes(type)) return start;
  return choicesOf(field, type).find(({ value }) => String(value) === String(start))?.value;
}

/** Returns the field with its default. A value that is no longer a choice is removed. */
export function writeStart(field: Field, type: FieldType, start: Start | undefined): Field {
  if (!startField(field, type)) return field;
  const { default: _, 'x-default': _worked, ...rest } = field;
  if (start === undefined || start === '') return rest;
  const moment = MOMENTS[type];
  if (moment) return { ...rest, 'x-default': { var: moment.context } };
  const value = startOf(field, type, start);
  return value === undefined ? rest : { ...rest, default: value };
}

/** Returns the card's field for the default. Null if the kind has no default that a user can enter. */
export function startField(field: Field, type: FieldType): Field | null {
  if (isWritten(field, type) || field.readOnly) return null;
  const moment = MOMENTS[type];
  if (moment) return { type: 'string', title: TITLE, 'x-options': [moment.option] };
  if (CHOSEN.includes(type)) {
    const options = choicesOf(field, type).map(({ value, title }) => ({ value: String(value), title }));
    return options.length > 0 ? { type: 'string', title: TITLE, 'x-options': options } : null;
  }
  if (NUMBERS.includes(type)) return { type: field.type ?? 'number', title: TITLE };
  if (!WRITTEN.includes(type)) return null;
  return type === 'money'
    ? { type: 'string', format: 'money', title: TITLE }
    : { type: 'string', title: TITLE, maxLength: 200 };
}
