/** A new record begins with a value in a field: a fixed one, today, now or its creator. */
import type { Field, Option, Text } from '../../../../../generated/definition.ts';
import { optionsOf } from '../entityDoc.ts';
import { type FieldType, NUMBERS } from './fieldKinds.ts';

const both = (zh: string, en: string): Text => ({ zh, en });
const TITLE = both('新建时默认为', 'Begins with');
const YES_NO: Option[] = [
  { value: 'true', title: both('是', 'Yes') },
  { value: 'false', title: both('否', 'No') },
];

/** These are known when a record is made, and by no value that could be written down. */
const MOMENTS: Readonly<Record<FieldType, { context: string; option: Option }>> = {
  date: { context: '$context.today', option: { value: 'today', title: both('当天', 'Today') } },
  'date-time': { context: '$context.now', option: { value: 'now', title: both('当前时间', 'Now') } },
  user: { context: '$context.userId', option: { value: 'me', title: both('新建人', 'Its creator') } },
};
const WRITTEN = ['text', 'longText', 'money'];
const CHOSEN = ['options', 'choice', 'boolean'];

export type Start = string | number;

const choicesOf = (field: Field, type: FieldType): readonly Option[] =>
  type === 'boolean' ? YES_NO : optionsOf(field);

const contextOf = (field: Field): unknown => field['x-default']?.var;

/** Undefined: it begins empty, or with what only code can say. */
export function readStart(field: Field, type: FieldType): Start | undefined {
  const moment = MOMENTS[type];
  if (moment) return contextOf(field) === moment.context ? String(moment.option.value) : undefined;
  const value = field.default;
  if (CHOSEN.includes(type) && value !== undefined) return String(value);
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

/** An expression that only code can say stays as it is. */
const isWritten = (field: Field, type: FieldType): boolean =>
  field['x-default'] !== undefined && contextOf(field) !== MOMENTS[type]?.context;

function startOf(field: Field, type: FieldType, start: Start): unknown {
  if (type === 'boolean') return start === 'true';
  if (!CHOSEN.includes(type)) return start;
  return choicesOf(field, type).find(({ value }) => String(value) === String(start))?.value;
}

/** The field with what it begins with; a value that is no choice any more goes. */
export function writeStart(field: Field, type: FieldType, start: Start | undefined): Field {
  if (!startField(field, type)) return field;
  const { default: _, 'x-default': _worked, ...rest } = field;
  if (start === undefined || start === '') return rest;
  const moment = MOMENTS[type];
  if (moment) return { ...rest, 'x-default': { var: moment.context } };
  const value = startOf(field, type, start);
  return value === undefined ? rest : { ...rest, default: value };
}

/** The field of the card that asks it; null where a field of the kind begins with nothing that can be said. */
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
