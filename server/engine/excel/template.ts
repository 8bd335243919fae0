/** An empty table to fill in: headings, lists to choose from, and what is said when a cell is entered. */
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Field, Text } from '../../../generated/definition.ts';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import { fieldAccess } from '../../../runtime/core/fieldAccess.ts';
import type { CellKind } from '../../../runtime/core/fieldType.ts';
import { YES_NO } from '../../../runtime/core/format.ts';
import type { Lang } from '../../../runtime/core/lang.ts';
import { ownedFields } from '../../../runtime/core/states.ts';
import { completeField, fieldTypeOf } from '../../../runtime/fieldTypes/index.ts';
import type { CallContext } from '../context.ts';
import { fieldsOf } from '../entities/columns.ts';
import { itemOf, optionsOf, optionTitles } from './fieldCells.ts';
import { type CellStyle, columnLetters, serialOfWall } from './file/cell.ts';
import type { Validation } from './file/sheetXml.ts';
import { sheetName } from './file/tableWrite.ts';
import { openWorkbook } from './file/xlsxWrite.ts';
import { headingOf } from './headings.ts';
import { readFields } from './options.ts';
import { listLabels, targetOf } from './refs.ts';

/** More names than this nobody chooses from; they can still be typed. */
const MAX_LIST = 5_000;
const LISTS = 'Lists';
const FIRST_DAY = serialOfWall(Date.UTC(1900, 2, 1))!;

const TEXTS = {
  help: { zh: '填写说明', en: 'How to fill it in' },
  column: { zh: '列', en: 'Column' },
  required: { zh: '必填', en: 'Required' },
  values: { zh: '填写内容', en: 'What goes in' },
  yes: { zh: '是', en: 'Yes' },
  choose: { zh: '从列表中选择', en: 'Choose from the list' },
  several: { zh: '多个值用“、”或逗号分隔', en: 'Separate several values by commas' },
  several1: { zh: '可选值', en: 'Possible values' },
  record: { zh: '填写{title}的名称或编号', en: 'The name or number of a record: {title}' },
  text: { zh: '文本，最多 {max} 个字符', en: 'Text of at most {max} characters' },
  wrong: { zh: '该内容不在允许范围内', en: 'This is not allowed here' },
} satisfies Record<string, Text>;

interface Column {
  name: string;
  field: Field;
  heading: string;
  required: boolean;
  list: readonly string[];
}

const DEFAULT_MAX = 200;

function rangeText({ minimum, maximum }: Field): string {
  if (minimum === undefined && maximum === undefined) return '';
  return ` (${minimum ?? ''} … ${maximum ?? ''})`;
}

function kindText(field: Field, lang: Lang): string {
  const target = targetOf(field);
  const several = field.type === 'array' ? ` ${TEXTS.several[lang]}` : '';
  if (target) return `${TEXTS.record[lang].replace('{title}', target.entity.title[lang])}${several}`;
  const source = field.type === 'array' ? itemOf(field) : field;
  if (optionsOf(source).length > 0 || field.type === 'boolean')
    return field.type === 'array' ? several.trim() : TEXTS.choose[lang];
  const { cellHelp, cell } = fieldTypeOf(field);
  if (cellHelp) return cellHelp[lang] + (cell === 'number' ? rangeText(completeField(field)) : '');
  if (field.type === 'array' || field.type === 'object') return several.trim() || 'JSON';
  return TEXTS.text[lang].replace('{max}', String(field.maxLength ?? DEFAULT_MAX));
}

const CELL_STYLES: Partial<Record<CellKind, CellStyle>> = {
  date: 'date',
  moment: 'dateTime',
  amount: 'money',
};

function styleOf(field: Field): CellStyle | undefined {
  const { cell } = fieldTypeOf(field);
  // A number that is a name ("007") must not lose its zeros.
  return CELL_STYLES[cell] ?? (field.type === 'string' ? 'wrapped' : undefined);
}

type Check = Pick<Validation, 'type' | 'operator' | 'formulas' | 'strict'>;

function checkOf(field: Field, index: number, list: readonly string[]): Check {
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

function promptOf({ field }: Column, lang: Lang): string {
  return [kindText(field, lang), field.description?.[lang]].filter(Boolean).join('\n');
}

/** Returns what this person may write, in the order of the form. */
function namesOf(entity: Entity, { session }: Pick<CallContext, 'session'>): string[] {
  const fields = fieldsOf(entity);
  const inForm = entity.ui?.sections?.flatMap((section) => section.fields) ?? [];
  return [...new Set([...inForm, ...Object.keys(fields)])].filter((name) => {
    const field = fields[name];
    const shown =
      field && !field.readOnly && !ownedFields(entity).has(name) && field['x-control'] !== 'hidden';
    return shown && fieldAccess(session, entity, name) === 'write';
  });
}

export async function makeTemplate(
  entity: Entity,
  context: Pick<CallContext, 'db' | 'session' | 'lang'>,
): Promise<Buffer> {
  const { db, session, lang } = context;
  const required = new Set(entity.schema.required);
  const columns = await db.tenant(session.tenantId, async (trx) => {
    const fields = await readFields(trx, session.tenantId, entity);
    const made: Column[] = [];
    for (const name of namesOf(entity, context)) {
      const field = fields[name] ?? {};
      const target = targetOf(field);
      const source = field.type === 'array' ? itemOf(field) : field;
      const offered = optionTitles(source, lang).filter((one) => one.offered);
      const list = target
        ? await listLabels(trx, session, target, MAX_LIST)
        : field.type === 'boolean'
          ? YES_NO[lang]
          : offered.map(({ title }) => title);
      const must = required.has(name) && field.default === undefined;
      made.push({ name, field, heading: headingOf(entity, name, lang), required: must, list });
    }
    return made;
  });

  const sink = new PassThrough();
  const bytes = buffer(sink);
  const book = openWorkbook(sink);
  const title = sheetName(entity.title[lang]);
  const width = (text: string): number =>
    Math.min(
      [...text].reduce((sum, one) => sum + (one > '\u2e7f' ? 2 : 1), 6),
      40,
    );
  const sheet = book.sheet({
    name: title,
    frozen: true,
    columns: columns.map(({ field, heading }) => {
      const style = styleOf(field);
      return { width: Math.max(width(heading), 14), ...(style && { style }) };
    }),
  });
  await sheet.row(
    columns.map(({ heading, required: must }) => (must ? `${heading} *` : heading)),
    columns.map(({ required: must }) => (must ? 'required' : 'header')),
  );
  await sheet.end({
    validations: columns.map((column, index) => ({
      ...checkOf(column.field, index, column.list),
      column: index,
      title: column.heading,
      prompt: promptOf(column, lang),
      error: `${TEXTS.wrong[lang]}: ${kindText(column.field, lang)}`,
    })),
  });

  const help = book.sheet({
    name: TEXTS.help[lang],
    columns: [{ width: 28 }, { width: 10 }, { width: 60 }, { width: 60 }],
    frozen: true,
  });
  await help.row(
    [TEXTS.column[lang], TEXTS.required[lang], TEXTS.values[lang], TEXTS.several1[lang]],
    'header',
  );
  for (const column of columns)
    await help.row(
      [
        column.heading,
        column.required ? TEXTS.yes[lang] : null,
        promptOf(column, lang),
        column.list.slice(0, 50).join(' / ') || null,
      ],
      'wrapped',
    );
  await help.end();

  const lists = book.sheet({ name: LISTS, hidden: true, columns: columns.map(() => ({ width: 20 })) });
  const longest = Math.max(0, ...columns.map(({ list }) => list.length));
  for (let at = 0; at < longest; at += 1)
    await lists.row(
      columns.map(({ list }) => list[at] ?? null),
      'wrapped',
    );
  await lists.end();
  // Names move along when somebody moves a column, and stay when its heading is changed.
  const place = (index: number): string => `'${title}'!$${columnLetters(index)}$1`;
  await book.end(Object.fromEntries(columns.map(({ name }, index) => [`_wd_${name}`, place(index)])));
  return bytes;
}
