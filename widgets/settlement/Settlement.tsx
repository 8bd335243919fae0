import type { SettlementConfig } from '../../generated/types.ts';
import { refusalOf } from '../../runtime/board/energy/figures.ts';
import { WidgetEmpty, WidgetFailed, WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { dictionaries } from '../../runtime/core/definitions/dictionaries.ts';
import { EMPTY_VALUE, formatMoney, formatNumber, formatQuantity } from '../../runtime/core/numbers/format.ts';
import { fieldOptions, findOption } from '../../runtime/form/values/options.ts';
import { useLang, useT } from '../../runtime/kit/i18n/index.ts';
import type { Column } from '../../runtime/kit/table/column.ts';
import { RowsTable } from '../../runtime/kit/table/RowsTable.tsx';
import { type Line, type Settlement as Month, readSettlement } from './month.ts';
import texts from './texts.json';
import './settlement.css';

const KWH = { decimals: 2 };
const PRICE = { decimals: 4 };

/** A line, or the total of a currency. */
type Row = Line | Month['totals'][number];
const isLine = (row: Row): row is Line => 'kind' in row;

const money = (amount: string | null, { currency }: Pick<Row, 'currency'>): string =>
  amount === null ? EMPTY_VALUE : formatMoney(amount, currency);

function useColumns(): Column<Row>[] {
  const t = useT(texts);
  const lang = useLang();
  const kinds = fieldOptions({ 'x-dictionary': 'settleKind' }, dictionaries, lang) ?? [];
  const lineCell = (cell: (line: Line) => string) => (row: Row) => (isLine(row) ? cell(row) : '');
  const counted = (line: Line): string => {
    if (line.kind === 'savingShare')
      return line.saving === null
        ? EMPTY_VALUE
        : t('widget.settlement.saving', {
            saving: money(line.saving, line),
            discharged: money(line.discharged ?? '0.00', line),
            charged: money(line.charged ?? '0.00', line),
          });
    return line.kind === 'serviceFee' ? '' : formatQuantity(line.energy, 'kWh', KWH);
  };
  const agreed = (line: Line): string => {
    if (line.share !== null) return t('widget.settlement.share', { share: `${formatNumber(line.share)} %` });
    if (line.fee !== null) return t('widget.settlement.monthly', { fee: money(line.fee, line) });
    return line.price === null ? EMPTY_VALUE : `${formatNumber(line.price, PRICE)} ${line.currency}/kWh`;
  };
  return [
    {
      ...{ id: 'kind', title: t('widget.settlement.kind'), width: 144 },
      cell: (row) => (isLine(row) ? findOption(kinds, row.kind).label : t('widget.settlement.total')),
    },
    {
      ...{ id: 'days', title: t('widget.settlement.days'), width: 232, wide: true },
      cell: lineCell(({ from, last }) => `${from} – ${last}`),
    },
    { id: 'base', title: t('widget.settlement.base'), width: 320, cell: lineCell(counted) },
    { id: 'terms', title: t('widget.settlement.terms'), width: 176, cell: lineCell(agreed) },
    {
      ...{ id: 'customer', title: t('widget.settlement.customer'), figures: true, width: 144 },
      cell: lineCell((line) => (line.kind === 'savingShare' ? money(line.customer, line) : '')),
    },
    {
      ...{ id: 'amount', title: t('widget.settlement.amount'), figures: true, width: 144 },
      cell: (row) => money(row.amount, row),
    },
  ];
}

function Table({ month, label }: { month: Month; label: string }) {
  const t = useT(texts);
  const columns = useColumns();
  return (
    <div className="wd-settlement">
      <RowsTable<Row>
        {...{ named: true, label, columns }}
        rows={[...month.lines, ...month.totals]}
        rowKey={(row) => (isLine(row) ? row.id : row.currency)}
      />
      <p className="wd-settlement-note">
        {t('widget.settlement.month', { month: month.month, zone: month.timeZone })}
        {!month.over && ` · ${t('widget.settlement.running')}`}
      </p>
    </div>
  );
}

/** R069: shows the customer's settlement of a station for a month. */
export function Settlement({ config, results, status, retry }: WidgetProps<SettlementConfig>) {
  const t = useT(texts);
  if (results.length === 0)
    return status === 'failed' ? <WidgetFailed retry={retry} /> : <WidgetSkeleton rows={[100, 100, 100]} />;
  const month = readSettlement(results[0]);
  if (!month) return <WidgetFailed retry={retry} msg={refusalOf(results)} />;
  if (month.lines.length === 0)
    return (
      <WidgetEmpty
        text={t('widget.settlement.none', { month: month.month })}
        hint={t('widget.settlement.noneHint')}
        page="SettlePrices"
      />
    );
  return <Table month={month} label={config.name || t('widget.settlement.amount')} />;
}
