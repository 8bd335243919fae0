/** Converts cells copied from a spreadsheet to rows of a form's table. */
import type { Field } from '../../../generated/definition.ts';
import { isObject } from '../../core/object.ts';
import type { Values } from '../../core/rules/rule.ts';
import type { Lang } from '../../core/text/lang.ts';
import { fieldTypeOf } from '../../fieldTypes/index.ts';
import { type Dictionaries, fieldOptions } from '../values/options.ts';

/** Splits the clipboard text of a spreadsheet into cells. Null for a single plain text. */
export function readCells(text: string): string[][] | null {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
  const cells = lines.map((line) => line.split('\t').map((cell) => cell.trim()));
  return cells.length > 1 || cells[0]!.length > 1 ? cells : null;
}

const YES = /^(?:true|yes|y|1|是|√|✓)$/i;
const DAY = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/;

/** Returns the value of a cell for a field. Undefined for an empty or invalid cell. */
export function readCell(field: Field, cell: string, dictionaries: Dictionaries, lang: Lang): unknown {
  if (cell === '') return undefined;
  const options = fieldOptions(field, dictionaries, lang);
  if (options) return options.find(({ label, value }) => label === cell || String(value) === cell)?.value;
  if (field.type === 'boolean') return YES.test(cell);
  const figure = cell.replace(/[,\s]|^[^\d.+-]+/g, '');
  if (field.type === 'number' || field.type === 'integer')
    return figure === '' || Number.isNaN(Number(figure)) ? undefined : Number(figure);
  const { compare } = fieldTypeOf(field);
  if (compare === 'decimal') return /^[+-]?\d+(?:\.\d+)?$/.test(figure) ? figure : undefined;
  const day = compare === 'date' && DAY.exec(cell);
  return day ? [day[1], day[2]!.padStart(2, '0'), day[3]!.padStart(2, '0')].join('-') : cell;
}

interface Pasted {
  item: Field;
  /** The fields of the columns, in order. */
  names: readonly string[];
  rows: readonly unknown[];
  /** The position of the first cell. */
  row: number;
  column: number;
  cells: readonly string[][];
  read(field: Field, cell: string): unknown;
  /** Creates a row that is missing. */
  begin(): Values;
}

/** Returns the rows with the pasted cells, starting at the paste position. Missing rows are added. */
export function pasteRows({ item, names, rows, row, column, cells, read, begin }: Pasted): Values[] {
  const next = rows.map((row) => (isObject(row) ? { ...row } : {}));
  for (const [down, line] of cells.entries()) {
    while (next.length <= row + down) next.push(begin());
    const target = next[row + down]!;
    for (const [right, cell] of line.entries()) {
      const name = names[column + right];
      const field = name === undefined ? undefined : item.properties?.[name];
      if (name === undefined || !field || field.readOnly || field['x-computed'] || field['x-ref']) continue;
      const value = read(field, cell);
      if (value === undefined) delete target[name];
      else target[name] = value;
    }
  }
  return next;
}
