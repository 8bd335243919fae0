/** Builds the validation rules of Excel for the cells of a column, and the formats of cells. */
import type { Field } from '../../../../generated/definition.ts';
import type { CellKind } from '../../../../runtime/core/fieldType.ts';
import { completeField, fieldTypeOf } from '../../../../runtime/fieldTypes/index.ts';
import { type CellStyle, columnLetters, serialOfWall } from '../file/cell.ts';
import type { Validation } from '../file/sheetXml.ts';
import { DEFAULT_MAX } from './help.ts';

/** The name of the last sheet, which contains the choices, with one column for each field. */
export const LISTS = 'Lists';
const FIRST_DAY = serialOfWall(Date.UTC(1900, 2, 1))!;

const CELL_STYLES: Partial<Record<CellKind, CellStyle>> = {
  date: 'date',
  moment: 'dateTime',
  amount: 'money',
};

export function styleOf(field: Field): CellStyle | undefined {
  const { cell } = fieldTypeOf(field);
  // Codes such as "007" are texts, because a number would lose its zeros.
  return CELL_STYLES[cell] ?? (field.type === 'string' ? 'wrapped' : undefined);
}

type Check = Pick<Validation, 'type' | 'operator' | 'formulas' | 'strict'>;

export function checkOf(field: Field, index: number, list: readonly string[]): Check {
  const letters = columnLetters(index);
  if (list.length > 0 && field.type !== 'array')
    return {
      type: 'list',
      formulas: [`${LISTS}!$${letters}$1:$${letters}$${list.length}`],
      strict: !field['x-ref'],
    };
  if (field.type === 'array' || field['x-ref']) return { type: 'none', formulas: [], strict: false };
  const { cell } = fieldTypeOf(field);
  const { minimum, maximum } = completeField(field);
  if (cell === 'date' || cell === 'moment')
    return { type: 'date', operator: 'greaterThanOrEqual', formulas: [String(FIRST_DAY)], strict: true };
  if (cell === 'number' || cell === 'amount') {
    const type = field.type === 'integer' ? 'whole' : 'decimal';
    const from = minimum ?? -9_999_999_999_999;
    const to = maximum ?? 9_999_999_999_999;
    return { type, operator: 'between', formulas: [String(from), String(to)], strict: true };
  }
  if (field.type === 'string' && !field.format)
    return {
      type: 'textLength',
      operator: 'lessThanOrEqual',
      formulas: [String(field.maxLength ?? DEFAULT_MAX)],
      strict: true,
    };
  return { type: 'none', formulas: [], strict: false };
}
