/** Converts a field's value to a cell, and a cell to the field's value. Pure. */

import type { Field, Option, Text } from '../../../generated/definition.ts';
import { dictionaryRegistry } from '../../../runtime/core/definitions/dictionaries.ts';
import { decimalsOf, parseDecimal } from '../../../runtime/core/numbers/decimal.ts';
import { YES_NO } from '../../../runtime/core/numbers/format.ts';
import { type Lang, languageOf } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { DAY_MS, parseTime, wallInstant, zoneOffset } from '../../../runtime/core/time/timeWindow.ts';
import { fieldTypeOf } from '../../../runtime/fieldTypes/index.ts';
import {
  type Cell,
  type CellStyle,
  type ReadCell,
  serialOfWall,
  textOfRead,
  wallOfSerial,
} from './file/cell.ts';

export interface CellContext {
  lang: Lang;
  /** The time zone in which times are written and read. */
  zone: string;
}

const YES = new Set(['true', '1', 'yes', 'y', '是', '启用', 'on', '✓', '√']);
const NO = new Set(['false', '0', 'no', 'n', '否', '停用', 'off', '×']);

/** The value of a cell, or a problem with it. */
export type CellValue = { value: unknown } | { problem: Text };

const PROBLEMS = {
  option: { zh: '不在可选范围内', en: 'Not one of the possible values' },
  yesNo: { zh: '应为是或否', en: 'Must be yes or no' },
  number: { zh: '应为数字', en: 'Must be a number' },
  rounded: {
    zh: 'Excel 已将长数字四舍五入，请将单元格设为文本后重新填写',
    en: 'Excel has rounded this long number: format the cell as text and enter it again',
  },
  date: { zh: '应为日期，如 2026-01-31', en: 'Must be a date such as 2026-01-31' },
  dateTime: { zh: '应为时间，如 2026-01-31 08:30', en: 'Must be a date and time such as 2026-01-31 08:30' },
  skipped: { zh: '该时刻因时钟调整而不存在', en: 'The clock skipped this time' },
  time: { zh: '应为时间，如 08:30', en: 'Must be a time such as 08:30' },
  json: { zh: '应为 JSON', en: 'Must be JSON' },
  fault: { zh: '公式出错', en: 'The formula has an error' },
  uncalculated: {
    zh: '公式没有计算结果，请用 Excel 打开并保存后重试',
    en: 'The formula has no result: open the file in Excel, save it and try again',
  },
} satisfies Record<string, Text>;

export function optionsOf(field: Field): readonly Option[] {
  const dictionary = dictionaryRegistry.get(field['x-dictionary'] ?? '');
  const plain = field.enum?.map((value) => ({
    value: value as Option['value'],
    title: { zh: String(value), en: String(value) },
  }));
  return field['x-options'] ?? dictionary?.entries ?? plain ?? [];
}

/** Caches results by object, because a file needs them for every cell. */
function remembered<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const memory = new WeakMap<K, V>();
  return (key) => {
    const result = memory.get(key) ?? make(key);
    memory.set(key, result);
    return result;
  };
}

/** Returns the field of a list's items. Its options may be defined in the list itself. */
export const itemOf = remembered(
  (field: Field): Field => ({
    ...field.items,
    'x-options': field['x-options'] ?? field.items?.['x-options'],
    'x-dictionary': field['x-dictionary'] ?? field.items?.['x-dictionary'],
  }),
);

/** Returns a title. If several options have the same title, the value is added. */
export const titleDistinct = (title: string, value: unknown, shared: boolean): string =>
  shared ? `${title} (${String(value)})` : title;

interface OptionTitle {
  value: Option['value'];
  title: string;
  offered: boolean;
}

const makeTitles = (lang: Lang) =>
  remembered((field: Field): OptionTitle[] => {
    const options = optionsOf(field);
    const counts = new Map<string, number>();
    for (const { title } of options)
      counts.set(pickText(title, lang), (counts.get(pickText(title, lang)) ?? 0) + 1);
    return options.map(({ value, title, disabled }) => ({
      value,
      title: titleDistinct(pickText(title, lang), value, (counts.get(pickText(title, lang)) ?? 0) > 1),
      offered: disabled !== true,
    }));
  });

const titles = new Map<Lang, ReturnType<typeof makeTitles>>();

/** Returns the titles of options, for cells and for lists to choose from. */
export function optionTitles(field: Field, lang: Lang): readonly OptionTitle[] {
  const find = titles.get(lang) ?? makeTitles(lang);
  titles.set(lang, find);
  return find(field);
}

const optionKey = (text: string): string => text.trim().toLowerCase();

/** Values have priority over titles, so a value is never read as the title of another option. */
const optionsByText = remembered((field: Field): ReadonlyMap<string, Option> => {
  const options = optionsOf(field);
  const byText = new Map<string, Option>();
  const add = (text: string, option: Option) => {
    if (!byText.has(optionKey(text))) byText.set(optionKey(text), option);
  };
  for (const option of options) add(String(option.value), option);
  for (const option of options) for (const text of Object.values(option.title)) add(text, option);
  return byText;
});

/**
 * Finds an option by its value or its title in either language. If several options share a title, the cell must contain
 * the title and the value in brackets.
 */
function findOption(field: Field, cell: string): Option | undefined {
  const byText = optionsByText(field);
  const inBrackets = /\(([^()]+)\)$/.exec(cell)?.[1];
  const byBoth = inBrackets === undefined ? undefined : byText.get(optionKey(inBrackets));
  return byText.get(optionKey(cell)) ?? byBoth;
}

function numberStyle(field: Field): CellStyle {
  const decimals = field['x-decimals'];
  if (field.type === 'integer' || decimals === 0) return 'integer';
  return decimals !== undefined && decimals <= 6 ? `decimals${decimals as 1 | 2 | 3 | 4 | 5 | 6}` : 'number';
}

function momentCell(value: string, { zone }: CellContext): Cell {
  const instant = Date.parse(value);
  if (Number.isNaN(instant)) return value;
  const serial = serialOfWall(instant + zoneOffset(instant, zone));
  return serial === null ? value : { value: serial, style: 'dateTime' };
}

function dateCell(value: string): Cell {
  const serial = serialOfWall(Date.parse(`${value}T00:00:00Z`));
  return serial === null ? value : { value: serial, style: 'date' };
}

const separator = (lang: Lang): string => languageOf(lang).comma;

/** `label` is the name of the referenced record. */
export function valueCell(
  field: Field,
  value: unknown,
  context: CellContext,
  label: (key: unknown) => string,
): Cell {
  if (value === null || value === undefined || value === '') return null;
  if (Array.isArray(value)) return listCell(field, value, context, label);
  const { cell, formatCell } = fieldTypeOf(field);
  if (typeof value === 'object') return formatCell ? formatCell(value) : JSON.stringify(value);
  if (field['x-ref']) return label(value);
  const option = optionTitles(field, context.lang).find((candidate) => candidate.value === value);
  if (option) return option.title;
  if (typeof value === 'boolean') return pickText(YES_NO[value ? 0 : 1], context.lang);
  if (cell === 'amount') return { value: Number(value), style: 'money' };
  if (typeof value === 'number') return { value, style: numberStyle(field) };
  if (cell === 'date') return dateCell(String(value));
  if (cell === 'moment') return momentCell(String(value), context);
  return String(value);
}

function listCell(
  field: Field,
  values: readonly unknown[],
  context: CellContext,
  label: (key: unknown) => string,
): Cell {
  if (values.length === 0) return null;
  const item = itemOf(field);
  if (values.some((value) => typeof value === 'object' && value !== null)) return JSON.stringify(values);
  const texts = values.map((value) => {
    const cell = valueCell(item, value, context, label);
    return typeof cell === 'object' && cell !== null ? String(value) : (cell ?? '');
  });
  return texts.join(separator(context.lang));
}

/** Numbers in Excel have fifteen digits. Further digits are rounding errors and are removed. */
const cleanNumber = (value: number): number => Number(value.toPrecision(15));

/** Parses `1,234.5`, `1.234,5`, `12,5`, `¥ 1 234`, `45 %`, `12 kWh`. Null for other texts. */
export function readNumber(text: string, unit?: string): number | null {
  let bare = text
    .normalize('NFKC')
    .replace(/[\s\u00a0']/g, '')
    .replace(/^(?:RM|CNY|[¥$€£])/i, '');
  for (const end of [unit?.replace(/\s/g, ''), '%'])
    if (end && bare.endsWith(end)) bare = bare.slice(0, -end.length);
  if (/^[-+]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare)) bare = bare.replaceAll(',', '');
  else if (/^[-+]?\d{1,3}(\.\d{3})+,\d+$/.test(bare)) bare = bare.replaceAll('.', '').replace(',', '.');
  else if (/^[-+]?\d+,\d+$/.test(bare)) bare = bare.replace(',', '.');
  const value = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d{1,3})?$/i.test(bare) ? Number(bare) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}

const isPercent = (field: Field): boolean => (field['x-unit'] ?? fieldTypeOf(field).unit) === '%';

function readFigure(field: Field, cell: Exclude<ReadCell, null>): number | null {
  if (typeof cell === 'number') return cleanNumber(cell);
  if (typeof cell === 'string') return readNumber(cell, field['x-unit']);
  if (typeof cell === 'object' && 'percent' in cell)
    return cleanNumber(isPercent(field) ? cell.percent * 100 : cell.percent);
  return null;
}

/** Returns an amount as decimal text. The schema refuses more than two decimals. */
function moneyText(value: number): string {
  const decimal = parseDecimal(value);
  return decimal && decimalsOf(decimal) <= 2 ? value.toFixed(2) : String(value);
}

const DATE_TEXT = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T\s]+(.*))?$/;

/**
 * Reads dates in usual formats, such as `2026-01-31`. Text after the date is unchanged. Null for other texts.
 */
function dateNormal(text: string): string | null {
  const parts = DATE_TEXT.exec(text.normalize('NFKC').trim());
  if (!parts) return null;
  const [, year = '', month = '', day = '', rest] = parts;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const clock = rest?.replace(/^(\d):/, '0$1:');
  return clock ? `${date} ${clock}` : date;
}

function readDate(cell: ReadCell): CellValue {
  if (typeof cell === 'object' && cell && 'serial' in cell) {
    const wall = Math.floor(wallOfSerial(cell.serial) / DAY_MS) * DAY_MS;
    if (serialOfWall(wall) !== null) return { value: new Date(wall).toISOString().slice(0, 10) };
  }
  const normal = typeof cell === 'string' ? dateNormal(cell) : null;
  const date = normal?.slice(0, 10) ?? '';
  const read = Date.parse(`${date}T00:00:00Z`);
  const real = !Number.isNaN(read) && new Date(read).toISOString().startsWith(date);
  return normal && real ? { value: date } : { problem: PROBLEMS.date };
}

function readMoment(cell: ReadCell, zone: string): CellValue {
  let wall: number | null = null;
  if (typeof cell === 'object' && cell && 'serial' in cell)
    wall = Math.round(wallOfSerial(cell.serial) / 1000) * 1000;
  else if (typeof cell === 'string') {
    const normal = dateNormal(cell);
    const instant = normal === null ? null : parseTime(normal, zone);
    if (instant !== null) return { value: new Date(instant).toISOString() };
    if (normal === null || parseTime(normal, 'UTC') === null) return { problem: PROBLEMS.dateTime };
    return { problem: PROBLEMS.skipped };
  }
  if (wall === null || serialOfWall(wall) === null) return { problem: PROBLEMS.dateTime };
  const instant = wallInstant(wall, zone);
  return instant === null ? { problem: PROBLEMS.skipped } : { value: new Date(instant).toISOString() };
}

function readTime(cell: Exclude<ReadCell, null>): CellValue {
  const text = textOfRead(cell).trim();
  const parts = /(?:^|\s)(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(text.normalize('NFKC'));
  if (!parts) return { problem: PROBLEMS.time };
  const [, hour = '', minute = '', second] = parts;
  return { value: `${hour.padStart(2, '0')}:${minute}${second && second !== '00' ? `:${second}` : ''}` };
}

function readText(cell: Exclude<ReadCell, null>): CellValue {
  if (typeof cell === 'number' && Math.abs(cell) >= 1e15) return { problem: PROBLEMS.rounded };
  return { value: typeof cell === 'number' ? String(cleanNumber(cell)) : textOfRead(cell).trim() };
}

/** Splits `a、b, c`, or parses a JSON list. */
export function splitList(text: string): string[] {
  return text
    .split(/[,，、;；\n]/)
    .map((part) => part.trim())
    .filter(Boolean);
}

function readJson(text: string): CellValue {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { problem: PROBLEMS.json };
  }
}

function readList(field: Field, cell: Exclude<ReadCell, null>, context: CellContext): CellValue {
  const text = textOfRead(cell).trim();
  const item = itemOf(field);
  if (text.startsWith('[') || item.type === 'object') return readJson(text);
  const values: unknown[] = [];
  for (const part of splitList(text)) {
    const read = cellValue(item, part, context);
    if ('problem' in read) return read;
    values.push(read.value);
  }
  return { value: values };
}

/** Returns the value of a cell, or undefined for an empty cell. References are returned as text and resolved later. */
export function cellValue(field: Field, cell: ReadCell, context: CellContext): CellValue {
  if (cell === null || (typeof cell === 'string' && cell.trim() === '')) return { value: undefined };
  if (typeof cell === 'object' && 'fault' in cell)
    return { problem: cell.fault === '' ? PROBLEMS.uncalculated : PROBLEMS.fault };
  if (field.type === 'array') return readList(field, cell, context);
  if (field['x-ref']) return readText(cell);
  const { cell: kind, parseCell } = fieldTypeOf(field);
  if (parseCell) return { value: parseCell(textOfRead(cell)) };
  if (field.type === 'object') return readJson(textOfRead(cell));
  if (optionsOf(field).length > 0) {
    const option = findOption(field, textOfRead(cell).trim());
    return option ? { value: option.value } : { problem: PROBLEMS.option };
  }
  if (kind === 'yesNo') {
    const word = textOfRead(cell).trim().toLowerCase();
    return YES.has(word) ? { value: true } : NO.has(word) ? { value: false } : { problem: PROBLEMS.yesNo };
  }
  if (kind === 'number' || kind === 'amount') {
    const figure = readFigure(field, cell);
    // An unreadable amount is passed on as text. The schema then reports the same error as in the form (V133).
    if (figure === null && kind === 'amount') return { value: textOfRead(cell).trim() };
    if (figure === null) return { problem: PROBLEMS.number };
    return { value: kind === 'amount' ? moneyText(figure) : figure };
  }
  if (kind === 'date') return readDate(cell);
  if (kind === 'moment') return readMoment(cell, context.zone);
  if (kind === 'time') return readTime(cell);
  return readText(cell);
}
