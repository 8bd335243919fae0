/** Builds an empty table to fill in: headings, choices, and input messages for cells. */

import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Entity } from '../../../../runtime/core/definitions/entities.ts';
import type { Lang } from '../../../../runtime/core/text/lang.ts';
import { pickText } from '../../../../runtime/core/text/pickText.ts';
import { columnLetters } from '../file/cell.ts';
import { sheetName } from '../file/tableWrite.ts';
import { openWorkbook } from '../file/xlsxWrite.ts';
import { checkOf, LISTS, styleOf } from './checks.ts';
import { type Column, readColumns, type TemplateContext } from './columns.ts';
import { kindText, promptOf, TEXTS } from './help.ts';

type Workbook = ReturnType<typeof openWorkbook>;

const MIN_WIDTH = 14;
const MAX_WIDTH = 40;
/** Maximum number of possible values in the help. */
const NAMED = 50;

/** Returns the width in characters, with room for the arrow of a list. A Chinese character counts as two. */
export function headingWidth(text: string): number {
  const width = [...text].reduce((sum, character) => sum + (character > '\u2e7f' ? 2 : 1), 6);
  return Math.max(Math.min(width, MAX_WIDTH), MIN_WIDTH);
}

/** Writes the main sheet: its headings, and the validation rules below them. */
async function writeTable(
  book: Workbook,
  name: string,
  columns: readonly Column[],
  lang: Lang,
): Promise<void> {
  const sheet = book.sheet({
    name,
    frozen: true,
    columns: columns.map(({ field, heading }) => {
      const style = styleOf(field);
      return { width: headingWidth(heading), ...(style && { style }) };
    }),
  });
  await sheet.row(
    columns.map(({ heading, required }) => (required ? `${heading} *` : heading)),
    columns.map(({ required }) => (required ? 'required' : 'header')),
  );
  await sheet.end({
    validations: columns.map(({ field, heading, list }, index) => ({
      ...checkOf(field, index, list),
      column: index,
      title: heading,
      prompt: promptOf(field, lang),
      error: `${pickText(TEXTS.wrong, lang)}: ${kindText(field, lang)}`,
    })),
  });
}

/** Writes the help sheet, with a line for each column. */
async function writeHelp(book: Workbook, columns: readonly Column[], lang: Lang): Promise<void> {
  const sheet = book.sheet({
    name: pickText(TEXTS.help, lang),
    columns: [{ width: 28 }, { width: 10 }, { width: 60 }, { width: 60 }],
    frozen: true,
  });
  await sheet.row(
    [
      pickText(TEXTS.column, lang),
      pickText(TEXTS.required, lang),
      pickText(TEXTS.values, lang),
      pickText(TEXTS.several1, lang),
    ],
    'header',
  );
  for (const { heading, required, field, list } of columns)
    await sheet.row(
      [
        heading,
        required ? pickText(TEXTS.yes, lang) : null,
        promptOf(field, lang),
        list.slice(0, NAMED).join(' / ') || null,
      ],
      'wrapped',
    );
  await sheet.end();
}

/** Writes the sheet with the choices, one column for each field. */
async function writeLists(book: Workbook, columns: readonly Column[]): Promise<void> {
  const sheet = book.sheet({ name: LISTS, hidden: true, columns: columns.map(() => ({ width: 20 })) });
  const longest = Math.max(0, ...columns.map(({ list }) => list.length));
  for (let index = 0; index < longest; index += 1)
    await sheet.row(
      columns.map(({ list }) => list[index] ?? null),
      'wrapped',
    );
  await sheet.end();
}

/**
 * Returns a defined name for each column's heading cell. Excel updates defined names when a user moves a
 * column or changes its heading.
 */
const placesOf = (sheet: string, columns: readonly Column[]): Record<string, string> =>
  Object.fromEntries(
    columns.map(({ name }, index) => [`_wd_${name}`, `'${sheet}'!$${columnLetters(index)}$1`]),
  );

export async function makeTemplate(entity: Entity, context: TemplateContext): Promise<Buffer> {
  const { lang } = context;
  const columns = await readColumns(entity, context);
  const sink = new PassThrough();
  const bytes = buffer(sink);
  const book = openWorkbook(sink);
  const name = sheetName(pickText(entity.title, lang));
  await writeTable(book, name, columns, lang);
  await writeHelp(book, columns, lang);
  await writeLists(book, columns);
  await book.end(placesOf(name, columns));
  return bytes;
}
