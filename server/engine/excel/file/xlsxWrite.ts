/** Writes an Excel workbook row by row, straight into its zip file. */
import type { Writable } from 'node:stream';
import { type Cell, type CellStyle, columnLetters, MAX_TEXT } from './cell.ts';
import { styleIndex, stylesXml } from './styles.ts';
import { encodeXml } from './xml.ts';
import { openZip } from './zipWrite.ts';

export interface SheetColumn {
  /** In characters. */
  width: number;
  /** The style of the cells that are still empty. */
  style?: CellStyle;
}

export interface SheetPlan {
  name: string;
  columns: readonly SheetColumn[];
  hidden?: boolean;
  /** The first row stays in sight. */
  frozen?: boolean;
}

/** What Excel checks and offers in the cells of a column, as XML attributes and formulas. */
export interface Validation {
  column: number;
  type: 'list' | 'whole' | 'decimal' | 'date' | 'textLength' | 'none';
  operator?: 'between' | 'greaterThanOrEqual' | 'lessThanOrEqual';
  formulas: readonly string[];
  title: string;
  prompt: string;
  error: string;
  /** Refuses what does not fit; else it only warns. */
  strict: boolean;
}

export interface SheetEnd {
  validations?: readonly Validation[];
  /** Arrows to filter by in the header. */
  filter?: boolean;
}

const FLUSH = 65_536;
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** Rows that validations reach. */
export const MAX_ROWS = 100_000;

/** Excel reads `_x000D_` in a text as a character, so a text that says so is escaped. */
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

function validationXml(one: Validation): string {
  const letters = columnLetters(one.column);
  const formulas = one.formulas.map(
    (formula, index) => `<formula${index + 1}>${encodeXml(formula)}</formula${index + 1}>`,
  );
  const type = one.type === 'none' ? '' : ` type="${one.type}"`;
  const operator = one.operator ? ` operator="${one.operator}"` : '';
  const check =
    one.type === 'none'
      ? ''
      : ` showErrorMessage="1" errorStyle="${one.strict ? 'stop' : 'warning'}" error="${attribute(one.error, 220)}"`;
  return `<dataValidation${type}${operator} allowBlank="1" showInputMessage="1"${check} promptTitle="${attribute(one.title, 32)}" prompt="${attribute(one.prompt, 250)}" sqref="${letters}2:${letters}${MAX_ROWS + 1}">${formulas.join('')}</dataValidation>`;
}

function sheetHead({ columns, frozen }: SheetPlan, first: boolean): string {
  const pane = frozen
    ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>'
    : '';
  const view = `<sheetViews><sheetView${first ? ' tabSelected="1"' : ''} workbookViewId="0">${pane}</sheetView></sheetViews>`;
  const widths = columns.map(
    ({ width, style }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"${style ? ` style="${styleIndex(style)}"` : ''}/>`,
  );
  return `${HEAD}<worksheet xmlns="${MAIN}">${view}<cols>${widths.join('')}</cols><sheetData>`;
}

const override = (part: string, type: string): string =>
  `<Override PartName="/xl/${part}.xml" ContentType="${TYPE}.${type}+xml"/>`;

export interface SheetWriter {
  row(cells: readonly Cell[], style?: CellStyle | readonly CellStyle[]): Promise<void>;
  end(end?: SheetEnd): Promise<void>;
}

/** Sheets are written one after the other. `names` point at places: `Sheet!$A$1`. */
export function openWorkbook(sink: Writable) {
  const zip = openZip(sink);
  const sheets: SheetPlan[] = [];

  async function part(name: string, text: string): Promise<void> {
    const entry = zip.entry(name);
    await entry.write(text);
    entry.end();
  }

  return {
    async sheet(plan: SheetPlan): Promise<SheetWriter> {
      sheets.push(plan);
      const entry = zip.entry(`xl/worksheets/sheet${sheets.length}.xml`);
      const letters = plan.columns.map((_, index) => columnLetters(index));
      let pending = sheetHead(plan, sheets.length === 1);
      let count = 0;
      return {
        async row(cells, style) {
          count += 1;
          let xml = `<row r="${count}">`;
          for (let index = 0; index < cells.length; index += 1) {
            const own = typeof style === 'object' ? style[index] : style;
            xml += cellXml(cells[index] ?? null, `${letters[index] ?? columnLetters(index)}${count}`, own);
          }
          pending += `${xml}</row>`;
          if (pending.length < FLUSH) return;
          const full = pending;
          pending = '';
          await entry.write(full);
        },
        async end({ validations = [], filter = false } = {}) {
          const last = `${columnLetters(plan.columns.length - 1)}${Math.max(count, 1)}`;
          const tail = [
            '</sheetData>',
            filter ? `<autoFilter ref="A1:${last}"/>` : '',
            validations.length > 0
              ? `<dataValidations count="${validations.length}">${validations.map(validationXml).join('')}</dataValidations>`
              : '',
            '</worksheet>',
          ];
          await entry.write(pending + tail.join(''));
          entry.end();
        },
      };
    },

    async end(names: Readonly<Record<string, string>> = {}): Promise<void> {
      const defined = Object.entries(names).map(
        ([name, place]) =>
          `<definedName name="${encodeXml(name)}" hidden="1">${encodeXml(place)}</definedName>`,
      );
      const list = sheets.map(
        ({ name, hidden }, index) =>
          `<sheet name="${encodeXml(name)}" sheetId="${index + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${index + 1}"/>`,
      );
      const relation = (id: number, type: string, target: string): string =>
        `<Relationship Id="rId${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
      await part('xl/styles.xml', stylesXml());
      await part(
        'xl/workbook.xml',
        `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><bookViews><workbookView/></bookViews><sheets>${list.join('')}</sheets>${defined.length > 0 ? `<definedNames>${defined.join('')}</definedNames>` : ''}</workbook>`,
      );
      await part(
        'xl/_rels/workbook.xml.rels',
        `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${sheets
          .map((_, index) => relation(index + 1, 'worksheet', `worksheets/sheet${index + 1}.xml`))
          .join('')}${relation(sheets.length + 1, 'styles', 'styles.xml')}</Relationships>`,
      );
      await part(
        '_rels/.rels',
        `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
      );
      await part(
        '[Content_Types].xml',
        `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${override('workbook', 'sheet.main')}${override('styles', 'styles')}${sheets
          .map((_, index) => override(`worksheets/sheet${index + 1}`, 'worksheet'))
          .join('')}</Types>`,
      );
      await zip.end();
    },
  };
}
