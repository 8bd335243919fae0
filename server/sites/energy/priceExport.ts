/** C146: the prices of a station as a table, one line for each period of each tariff. */
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { csvCell } from '../../engine/excel/file/tableWrite.ts';
import type { Tariff } from './priceClock.ts';

const HEADINGS = {
  zh: ['电费类型', '生效日期', '开始', '结束', '时段类型', '单价', '币种'],
  en: ['Charge type', 'In force from', 'From', 'To', 'Band', 'Price', 'Currency'],
} as const;

const BY_HOUR = { zh: '逐时电价', en: 'By the hour' } as const;

export interface NamedTariff extends Tariff {
  /** Title for users. */
  title: string;
}

/** Writes the prices as CSV. A spreadsheet recognises UTF-8 by the mark at the start. */
export function pricesCsv(
  tariffs: readonly NamedTariff[],
  lang: Lang,
  bandTitle: (band: string) => string,
): string {
  const rows = tariffs.flatMap(
    ({ title, effectiveFrom, currency, price, periods, priceVariable, entered }) => {
      const line = (start: string, end: string, band: string, amount: number) =>
        [title, effectiveFrom, start, end, band, { value: amount, style: 'number' } as const, currency].map(
          csvCell,
        );
      return [
        ...(periods ?? []).map((period) =>
          line(period.start, period.end, bandTitle(period.band), period.price),
        ),
        ...(price === null ? [] : [line('', '', '', price)]),
        ...(priceVariable || entered
          ? [[title, effectiveFrom, '', '', BY_HOUR[lang], priceVariable ?? '', currency].map(csvCell)]
          : []),
      ];
    },
  );
  return `\uFEFF${[HEADINGS[lang], ...rows].map((row) => row.join(',')).join('\r\n')}\r\n`;
}
