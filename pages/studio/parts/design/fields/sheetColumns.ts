/**
 * Reads the columns of a sheet as fields of a record. The first row has their names, and the rows below show their
 * kinds.
 */
import { choicesText, type FieldType } from './fieldKinds.ts';

export interface SheetColumn {
  /** Its index in the sheet, starting at 0. */
  at: number;
  title: string;
  type: FieldType;
  /** The choices of a field with few values, as its card writes them. */
  choices?: string;
  samples: string[];
  /** Each row has a value, and no two rows have the same. */
  distinct: boolean;
  used: boolean;
}

/** The types that a column of cells can have. */
export const SHEET_TYPES: readonly FieldType[] = [
  ...['text', 'longText', 'integer', 'number', 'money', 'date', 'date-time', 'options', 'boolean'],
];

const TRUTHS = new Set(['true', 'false', 'yes', 'no', '是', '否']);
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}(:\d{2})?$/;
const WHOLE = /^-?\d{1,15}$/;
const FIGURE = /^-?\d+(\.\d+)?$/;
const MONEY = /金额|单价|价格|费用|总价|amount|price|cost|fee/i;
/** Longer texts get several lines. */
const LONG = 200;
const SAMPLES = 3;
/** Limit of values for a choice. Each must occur in several rows. */
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

/** Returns the columns with a name. Those without values are not selected at first. */
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
