/** A file of hourly prices from a market: times and one column of prices, as text or as a workbook. */
import { rm, writeFile } from 'node:fs/promises';
import { convertUnit, findEnergyPrice } from '../../../runtime/core/numbers/unit.ts';
import { type ReadCell, type ReadRow, textOfRead } from '../../engine/excel/file/cell.ts';
import { readAside } from '../../engine/excel/file/tableAside.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { FileFormat, MappedColumn } from './mapping.ts';
import { type CellTarget, convertRow, expandFile, type FilePlan, planFile } from './read/convert.ts';
import { surveyCsv } from './read/detectFormat.ts';
import { inferFile } from './read/infer.ts';
import { openCsv } from './read/rows.ts';
import type { Survey } from './read/understand.ts';

export type PricePer = 'MWh' | 'kWh';

export interface PriceFile {
  /** The time zone in which the times were read. */
  zone: string;
  /** The heading of the price column. */
  column: string;
  per: PricePer;
  /** Null if the file does not contain it. */
  currency: string | null;
  /** The prices in the order of the file. */
  prices: (readonly [ts: number, price: number])[];
}

/** More than the number of quarter hours in a year. */
const MAX_PRICES = 40_000;
/** Prices may be in the future, unlike points of telemetry. */
const AHEAD_MS = 400 * 86_400_000;
const PER_MWH = 1_000;

const quoteCell = (cell: ReadCell): string => `"${textOfRead(cell).replaceAll('"', '""')}"`;
const lineOf = ({ cells }: ReadRow): string => `${cells.map(quoteCell).join(',')}\n`;

/** Converts a workbook to a text file and runs the function with it, so that both formats are handled alike. */
async function withText<T>(path: string, run: (path: string) => Promise<T>): Promise<T> {
  const table = await readAside(path);
  const lines = table.header ? [lineOf(table.header)] : [];
  try {
    if (table.format === 'csv') return await run(path);
    for await (const rows of table.batches) {
      lines.push(...rows.map(lineOf));
      if (lines.length > MAX_PRICES) throw new AppError('energy.tooManyPrices', { limit: MAX_PRICES });
    }
  } finally {
    await table.close();
  }
  const text = `${path}.csv`;
  try {
    await writeFile(text, lines.join(''));
    return await run(text);
  } finally {
    await rm(text, { force: true });
  }
}

/** Finds the column whose unit is a price of energy, else the only column with numbers. */
function findPrices(columns: readonly MappedColumn[]): MappedColumn {
  const numbers = columns.filter(({ dataType = 'number' }) => dataType === 'number');
  const priced = numbers.filter(({ unit = '' }) => findEnergyPrice(unit) !== null);
  const [found, ...others] = priced.length > 0 ? priced : numbers;
  if (found && others.length === 0) return found;
  const names = [...new Set(columns.map(({ column }) => column))].slice(0, 5).join(', ');
  throw new AppError('energy.priceColumn', { columns: names || '–' }, { field: '/file' });
}

async function readPrices(
  path: string,
  survey: Survey,
  plan: FilePlan<CellTarget>,
  price: (value: number) => number,
): Promise<PriceFile['prices']> {
  const prices: (readonly [number, number])[] = [];
  let after: number | undefined;
  for await (const row of openCsv(path, survey).rows) {
    if (row.line < plan.dataLine) continue;
    if ('broken' in row) throw new AppError('energy.priceLine', { line: row.line }, { field: '/file' });
    const { ts, values, rejections } = convertRow(row, plan, Date.now() + AHEAD_MS, () => after);
    if (rejections.length > 0) throw new AppError('energy.priceLine', { line: row.line }, { field: '/file' });
    if (ts === null) continue;
    after = ts;
    for (const one of values) prices.push([one.ts, price(Number(one.value))]);
    if (prices.length > MAX_PRICES) throw new AppError('energy.tooManyPrices', { limit: MAX_PRICES });
  }
  return prices;
}

/** `zone` is the time zone of times if the file contains none. `per` is the unit of energy of prices without a unit. */
export const readPriceFile = (
  path: string,
  format: FileFormat,
  { zone, per }: { zone: string; per: PricePer },
): Promise<PriceFile> =>
  withText(path, async (text) => {
    const survey = await surveyCsv(text, format);
    const inferred = inferFile('prices.csv', survey, 'gauge');
    if (!inferred) throw new AppError('import.noTimeColumn', {}, { field: '/file' });
    const file = { ...expandFile(inferred, survey), ...format };
    const column = findPrices(file.columns);
    const plan = planFile({ ...file, columns: [column] }, survey, zone, () => ({
      ...{ dataType: 'number' as const, scale: 1, offset: 0, formula: null, enabled: true },
    }));
    const unit = findEnergyPrice(column.unit ?? '');
    const pricePer: PricePer = unit ? (/MWh$/.test(column.unit ?? '') ? 'MWh' : 'kWh') : per;
    const factor = unit ? unit.factor * (pricePer === 'MWh' ? PER_MWH : 1) : 1;
    const prices = await readPrices(text, survey, plan, (value) => convertUnit(value, factor));
    return {
      zone: plan.zone,
      column: column.column,
      per: pricePer,
      currency: unit?.currency ?? null,
      prices,
    };
  });
