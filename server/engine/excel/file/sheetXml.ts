/** The XML of one sheet: the head, the rows and the tail. Pure. */
import { type Cell, type CellStyle, columnLetters, MAX_COLUMNS, MAX_TEXT } from './cell.ts';
import { styleIndex } from './styles.ts';
import { encodeXml, XML_HEAD } from './xml.ts';

export interface SheetColumn {
  /** Width in characters. */
  width: number;
  /** The style for cells without a value. */
  style?: CellStyle;
}

export interface SheetPlan {
  name: string;
  columns: readonly SheetColumn[];
  hidden?: boolean;
  /** If true, the first row stays visible while scrolling. */
  frozen?: boolean;
}

/**
 * A rule by which Excel validates the cells of a column and offers values. It consists of XML attributes and formulas.
 */
export interface Validation {
  column: number;
  type: 'list' | 'whole' | 'decimal' | 'date' | 'textLength' | 'none';
  operator?: 'between' | 'greaterThanOrEqual' | 'lessThanOrEqual';
  formulas: readonly string[];
  title: string;
  prompt: string;
  error: string;
  /** If true, Excel refuses invalid values. Otherwise it only warns. */
  strict: boolean;
}

export interface SheetEnd {
  validations?: readonly Validation[];
  /** If true, the header has filter arrows. */
  filter?: boolean;
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
/** Number of rows that have validations. */
const MAX_ROWS = 100_000;
/** Computed once, because a sheet may have millions of cells. */
const LETTERS = Array.from({ length: MAX_COLUMNS }, (_, index) => columnLetters(index));

/** Excel reads `_x000D_` in a text as an escaped character, so such texts are escaped here. */
const escapeText = (text: string): string =>
  encodeXml(
    (text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text).replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_'),
  );

function cellXml(cell: Cell, address: string, style: CellStyle | undefined): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'object')
    return `<c r="${address}" s="${styleIndex(cell.style)}"><v>${cell.value}</v></c>`;
  return `<c r="${address}" t="inlineStr" s="${styleIndex(style ?? 'text')}"><is><t xml:space="preserve">${escapeText(cell)}</t></is></c>`;
}

const attribute = (text: string, limit: number): string => encodeXml([...text].slice(0, limit).join(''));

function validationXml(validation: Validation): string {
  const letters = columnLetters(validation.column);
  const formulas = validation.formulas.map(
    (formula, index) => `<formula${index + 1}>${encodeXml(formula)}</formula${index + 1}>`,
  );
  const type = validation.type === 'none' ? '' : ` type="${validation.type}"`;
  const operator = validation.operator ? ` operator="${validation.operator}"` : '';
  const check =
    validation.type === 'none'
      ? ''
      : ` showErrorMessage="1" errorStyle="${validation.strict ? 'stop' : 'warning'}" error="${attribute(validation.error, 220)}"`;
  return `<dataValidation${type}${operator} allowBlank="1" showInputMessage="1"${check} promptTitle="${attribute(validation.title, 32)}" prompt="${attribute(validation.prompt, 250)}" sqref="${letters}2:${letters}${MAX_ROWS + 1}">${formulas.join('')}</dataValidation>`;
}

/** `isFirst` is true for the sheet that is visible when the workbook is opened. */
export function sheetHead({ columns, frozen }: SheetPlan, isFirst: boolean): string {
  const pane = frozen
    ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>'
    : '';
  const view = `<sheetViews><sheetView${isFirst ? ' tabSelected="1"' : ''} workbookViewId="0">${pane}</sheetView></sheetViews>`;
  const widths = columns.map(
    ({ width, style }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"${style ? ` style="${styleIndex(style)}"` : ''}/>`,
  );
  return `${XML_HEAD}<worksheet xmlns="${MAIN}">${view}<cols>${widths.join('')}</cols><sheetData>`;
}

/** `no` is counted from 1. A single style applies to all cells of the row. */
export function rowXml(no: number, cells: readonly Cell[], style?: CellStyle | readonly CellStyle[]): string {
  const xml = cells.map((cell, index) =>
    cellXml(
      cell,
      `${LETTERS[index] ?? columnLetters(index)}${no}`,
      typeof style === 'object' ? style[index] : style,
    ),
  );
  return `<row r="${no}">${xml.join('')}</row>`;
}

/** `rows` is the number of rows, including the header. */
export function sheetTail(
  { columns }: SheetPlan,
  rows: number,
  { validations = [], filter = false }: SheetEnd = {},
): string {
  const last = `${columnLetters(columns.length - 1)}${Math.max(rows, 1)}`;
  const checks = validations.map(validationXml);
  return [
    '</sheetData>',
    filter ? `<autoFilter ref="A1:${last}"/>` : '',
    checks.length > 0 ? `<dataValidations count="${checks.length}">${checks.join('')}</dataValidations>` : '',
    '</worksheet>',
  ].join('');
}
