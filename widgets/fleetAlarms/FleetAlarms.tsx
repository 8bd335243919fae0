import { Link } from 'react-router';
import type { Data } from '../../generated/calls.ts';
import type { FleetAlarmsConfig } from '../../generated/types.ts';
import { WidgetEmpty, WidgetFailed, WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import { callData } from '../../runtime/board/widget/callNeed.ts';
import { useGuest } from '../../runtime/board/widget/guest.ts';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { formatNumber } from '../../runtime/core/numbers/format.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import type { Column } from '../../runtime/kit/table/column.ts';
import { RowsTable } from '../../runtime/kit/table/RowsTable.tsx';
import texts from './texts.json';
import './fleetAlarms.css';

type Row = Data<'fleetAlarms'>[number];

const isRow = (row: unknown): row is Row =>
  typeof row === 'object' && row !== null && typeof Reflect.get(row, 'sn') === 'string';

const RECORDS = '/main/ems/map/warning/record';
const LEVELS = ['critical', 'major', 'minor', 'info', 'total'] as const;
const WIDTH = 64;

/** C249: shows the open alarms of each station by level. */
export function FleetAlarms({ config, results, status, retry }: WidgetProps<FleetAlarmsConfig>) {
  const t = useT(texts);
  const guest = useGuest();
  if (results.length === 0)
    return status === 'failed' ? <WidgetFailed retry={retry} /> : <WidgetSkeleton rows={[100, 90, 80]} />;
  if (results[0]?.ok === false) return <WidgetFailed retry={retry} msg={results[0].msg} />;
  const data = callData('fleetAlarms', results[0]);
  const rows = Array.isArray(data) ? data.filter(isRow) : [];
  if (rows.length === 0) return <WidgetEmpty text={t('widget.fleetAlarms.none')} />;
  const columns: Column<Row>[] = [
    {
      ...{ id: 'name', title: t('widget.fleetAlarms.name') },
      cell: ({ sn, name }) =>
        guest ? name : <Link to={`${RECORDS}?${new URLSearchParams({ 'f.stationSn': sn })}`}>{name}</Link>,
    },
    ...LEVELS.map(
      (level): Column<Row> => ({
        ...{ id: level, title: t(`widget.fleetAlarms.${level}`), width: WIDTH, figures: true },
        cell: (row) => (
          <span className="wd-fleet-alarms" data-level={row[level] > 0 ? level : undefined}>
            {formatNumber(row[level])}
          </span>
        ),
      }),
    ),
  ];
  return (
    <RowsTable<Row>
      short
      dense
      named
      label={config.name || t('widget.fleetAlarms.name')}
      rows={rows}
      columns={columns}
      rowKey={({ sn }) => sn}
    />
  );
}
