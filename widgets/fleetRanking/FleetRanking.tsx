import { Link } from 'react-router';
import type { Data } from '../../generated/calls.ts';
import type { FleetRankingConfig } from '../../generated/types.ts';
import { WidgetEmpty, WidgetFailed, WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import { callData } from '../../runtime/board/widget/callNeed.ts';
import { useGuest } from '../../runtime/board/widget/guest.ts';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { EMPTY_VALUE, formatNumber, formatQuantity } from '../../runtime/core/format.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import type { Column } from '../../runtime/kit/table/column.ts';
import { RowsTable } from '../../runtime/kit/table/RowsTable.tsx';
import texts from './texts.json';

type Ranked = Data<'fleetRanking'>[number];

const isRow = (row: unknown): row is Ranked =>
  typeof row === 'object' && row !== null && typeof Reflect.get(row, 'sn') === 'string';

const BOARD = '/main/ems/map/monitor/dashboard';
const ONE = { decimals: 1 };
const CENTS = { decimals: 2 };

/** An amount says its currency before it, anything else its unit behind. */
const valueText = ({ value, unit }: Ranked): string =>
  unit === null || unit === 'kWh' || unit === '%'
    ? formatQuantity(value, unit ?? '', ONE)
    : `${unit} ${formatNumber(value, CENTS)}`;

/** C252: the stations in the order of what they do today; equal ones share a place. */
export function FleetRanking({ config, results, status, retry }: WidgetProps<FleetRankingConfig>) {
  const t = useT(texts);
  const guest = useGuest();
  if (results.length === 0)
    return status === 'failed' ? <WidgetFailed retry={retry} /> : <WidgetSkeleton rows={[100, 90, 80, 70]} />;
  if (results[0]?.ok === false) return <WidgetFailed retry={retry} msg={results[0].msg} />;
  const data = callData('fleetRanking', results[0]);
  const rows = Array.isArray(data) ? data.filter(isRow) : [];
  if (rows.length === 0) return <WidgetEmpty text={t('widget.fleetRanking.none')} />;
  const columns: Column<Ranked>[] = [
    {
      ...{ id: 'place', title: t('widget.fleetRanking.place'), width: 64, figures: true },
      cell: ({ place }) => (place === null ? EMPTY_VALUE : formatNumber(place)),
    },
    {
      ...{ id: 'name', title: t('widget.fleetRanking.name') },
      cell: ({ sn, name }) =>
        guest ? name : <Link to={`${BOARD}?${new URLSearchParams({ station: sn })}`}>{name}</Link>,
    },
    {
      ...{ id: 'value', title: t('widget.fleetRanking.value'), width: 148, figures: true },
      cell: valueText,
    },
  ];
  return (
    <RowsTable<Ranked>
      short
      dense
      label={config.name || t('widget.fleetRanking.name')}
      rows={rows}
      columns={columns}
      muted={({ value }) => value === null}
      rowKey={({ sn, unit }) => `${sn} ${unit}`}
    />
  );
}
