import type { StationBillConfig } from '../../generated/types.ts';
import { useBandTitle } from '../../runtime/board/energy/bands.ts';
import { refusalOf } from '../../runtime/board/energy/figures.ts';
import { WidgetEmpty, WidgetFailed, WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { dictionaries } from '../../runtime/core/definitions/dictionaries.ts';
import { EMPTY_VALUE, formatMoney, formatNumber, formatQuantity } from '../../runtime/core/numbers/format.ts';
import { fieldOptions, findOption } from '../../runtime/form/values/options.ts';
import { useLang, useT } from '../../runtime/kit/i18n/index.ts';
import type { Column } from '../../runtime/kit/table/column.ts';
import { RowsTable } from '../../runtime/kit/table/RowsTable.tsx';
import { type Bill, type Line, readBill } from './month.ts';
import { useNotes } from './notes.ts';
import texts from './texts.json';
import './stationBill.css';

const DECIMALS: Readonly<Record<Line['kind'], number>> = {
  energy: 2,
  demand: 3,
  capacity: 2,
  powerFactor: 2,
};

/** A line, or the total of a currency. */
type Row = Line | Bill['totals'][number];
const isLine = (row: Row): row is Line => 'kind' in row;

const money = ({ amount, currency }: Row): string =>
  amount === null ? EMPTY_VALUE : formatMoney(amount, currency ?? undefined);

function useColumns(isWhole: boolean): Column<Row>[] {
  const t = useT(texts);
  const lang = useLang();
  const bandTitle = useBandTitle();
  const kinds = fieldOptions({ 'x-dictionary': 'stationChargeType' }, dictionaries, lang) ?? [];
  const lineCell = (cell: (line: Line) => string) => (row: Row) => (isLine(row) ? cell(row) : '');
  const title = ({ kind, band }: Line): string => {
    const { label } = findOption(kinds, kind);
    return band === null ? label : `${label} · ${bandTitle(band)}`;
  };
  const price = ({ kind, prices, unit, currency }: Line): string => {
    if (prices.length === 0) return EMPTY_VALUE;
    if (kind === 'powerFactor')
      return t('widget.stationBill.ofOthers', { percent: formatQuantity(prices[0], '%') });
    const figures = prices.map((one) => formatNumber(one)).join(' / ');
    return kind === 'energy'
      ? `${figures} ${currency ?? ''}/kWh`
      : t('widget.stationBill.monthly', { price: `${figures} ${currency ?? ''}`, unit });
  };
  const total = t(isWhole ? 'widget.stationBill.total' : 'widget.stationBill.partTotal');
  return [
    {
      ...{ id: 'kind', title: t('widget.stationBill.kind'), width: 208 },
      cell: (row) => (isLine(row) ? title(row) : total),
    },
    {
      ...{ id: 'days', title: t('widget.stationBill.days'), width: 232, wide: true },
      cell: lineCell(({ from, last }) => `${from} – ${last}`),
    },
    {
      ...{ id: 'quantity', title: t('widget.stationBill.quantity'), figures: true, width: 160 },
      cell: lineCell(({ kind, quantity, unit }) =>
        formatQuantity(quantity, unit, { decimals: DECIMALS[kind] }),
      ),
    },
    { id: 'price', title: t('widget.stationBill.price'), width: 224, cell: lineCell(price) },
    { id: 'amount', title: t('widget.stationBill.amount'), figures: true, width: 160, cell: money },
  ];
}

function Table({ bill, label }: { bill: Bill; label: string }) {
  const columns = useColumns(bill.lines.every(({ amount }) => amount !== null));
  const notes = useNotes(bill);
  return (
    <div className="wd-bill">
      <RowsTable<Row>
        {...{ named: true, label, columns }}
        rows={[...bill.lines, ...bill.totals]}
        rowKey={(row) => (isLine(row) ? `${row.kind} ${row.band} ${row.from}` : (row.currency ?? ''))}
      />
      <ul className="wd-bill-notes">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </div>
  );
}

/** R056: shows the grid bill of a station for a month, by line. */
export function StationBill({ config, results, status, retry }: WidgetProps<StationBillConfig>) {
  const t = useT(texts);
  if (results.length === 0)
    return status === 'failed' ? <WidgetFailed retry={retry} /> : <WidgetSkeleton rows={[100, 100, 100]} />;
  const bill = readBill(results[0]);
  if (!bill) return <WidgetFailed retry={retry} msg={refusalOf(results)} />;
  if (bill.lines.length === 0)
    return (
      <WidgetEmpty
        text={t('widget.stationBill.none', { month: bill.month })}
        hint={t('widget.stationBill.noneHint')}
        page="ElectricityPrice"
      />
    );
  return <Table bill={bill} label={config.name || t('widget.stationBill.amount')} />;
}
