/** The columns of a sheet as fields of a record: its first row names them, the rows below show of what kind they are. */
import { choicesText, type FieldType } from './fieldKinds.ts';

export interface SheetColumn {
  /** Its place in the sheet, from 0. */
  at: number;
  title: string;
  type: FieldType;
  /** The values of a field that has few of them, as its card writes them. */
  choices?: string;
  samples: string[];
  /** Each row has a value, and no two rows have the same. */
  distinct: boolean;
  used: boolean;
}

/** The kinds that a column of cells can be of. */
export const SHEET_TYPES: readonly FieldType[] = [
  ...['text', 'longText', 'integer', 'number', 'money', 'date', 'date-time', 'options', 'boolean'],
];

const TRUTHS = new Set(['true', 'false', 'yes', 'no', '是', '否']);
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}(:\d{2})?$/;
const WHOLE = /^-?\d{1,15}$/;
const FIGURE = /^-?\d+(\.\d+)?$/;
const MONEY = /金额|单价|价格|费用|总价|amount|price|cost|fee/i;
/** Longer texts are written over several lines. */
const LONG = 200;
const SAMPLES = 3;
/** A choice has few values, each of several rows. */
const MAX_CHOICES = 8;
const ROWS_A_CHOICE = 3;

const isChoice = (values: readonly string[], kinds: ReadonlySet<string>): boolean =>
  kinds.size > 1 && kinds.size <= MAX_CHOICES && values.length >= kinds.size * ROWS_A_CHOICE;

function typeOf(title: string, values: readonly string[]): FieldType {
  const all = (shape: RegExp): boolean => values.every((value) => shape.test(value));
  if (values.length === 0) return 'text';
  if (values.every((value) => TRUTHS.has(value.toLowerCase()))) return 'boolean';
  if (all(DAY)) return 'date';
  if (values.every((value) => DAY.test(value) || TIME.test(value))) return 'date-time';
  // A number that begins with 0 is a code.
  const isFigure = all(FIGURE) && !values.some((value) => /^0\d/.test(value));
  if (isFigure) return MONEY.test(title) ? 'money' : all(WHOLE) ? 'integer' : 'number';
  if (isChoice(values, new Set(values))) return 'options';
  return values.some((value) => value.length > LONG) ? 'longText' : 'text';
}

/** As many columns as have a name; those without values are left out at first. */
export function readColumns([names = [], ...rows]: readonly (readonly string[])[]): SheetColumn[] {
  return names.flatMap((name, at) => {
    const title = name.trim();
    if (title === '') return [];
    const values = rows.map((row) => (row[at] ?? '').trim()).filter((value) => value !== '');
    const kinds = new Set(values);
    const type = typeOf(title, values);
    return [
      {
        ...{ at, title, type },
        ...(isChoice(values, kinds) && {
          choices: choicesText([...kinds].map((value) => ({ value, title: { zh: value, en: value } }))),
        }),
        samples: [...kinds].slice(0, SAMPLES),
        distinct: kinds.size === rows.length,
        used: values.length > 0,
      },
    ];
  });
}
