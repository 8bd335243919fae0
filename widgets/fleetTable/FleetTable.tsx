import { Link } from 'react-router';
import type { FleetTableConfig } from '../../generated/types.ts';
import { WidgetEmpty, WidgetFailed, WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import { useGuest } from '../../runtime/board/widget/guest.ts';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { EMPTY_VALUE, formatNumber, formatQuantity } from '../../runtime/core/numbers/format.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { TimeAgo } from '../../runtime/kit/parts/TimeAgo.tsx';
import type { Column } from '../../runtime/kit/table/column.ts';
import { RowsTable } from '../../runtime/kit/table/RowsTable.tsx';
import { Icon } from '../../runtime/kit/theme/Icon.tsx';
import { type FleetStation, type FleetTotals, fleetState, readFleet, stateRank } from './fleet.ts';
import texts from './texts.json';
import './fleetTable.css';

const SIGNS = { alarm: 'alarm', offline: 'offline', unknown: 'unknown', normal: 'check' } as const;
const SIGN = 14;
const FIGURE = { decimals: 1 };

/** A station, or the totals of all stations. */
type Row = { station: FleetStation } | { totals: FleetTotals };

const figuresOf = (row: Row) => ('station' in row ? row.station : row.totals);

/** Links to the station's board. Guests see plain text. */
function Name({ sn, name }: FleetStation) {
  const guest = useGuest();
  if (guest) return name;
  return <Link to={`?${new URLSearchParams({ station: sn })}`}>{name}</Link>;
}

function State({ station }: { station: FleetStation }) {
  const t = useT(texts);
  const state = fleetState(station);
  return (
    <span className="wd-fleet-state" data-state={state}>
      <Icon name={SIGNS[state]} size={SIGN} /> {t(`widget.fleetTable.state.${state}`)}
    </span>
  );
}

function useColumns(): Column<Row>[] {
  const t = useT(texts);
  const figure = (id: 'power' | 'soc' | 'energyToday', unit: string): Column<Row> => ({
    id,
    title: t(`widget.fleetTable.${id}`),
    figures: true,
    value: (row) => figuresOf(row)[id],
    cell: (row) => formatQuantity(figuresOf(row)[id], unit, FIGURE),
  });
  return [
    {
      id: 'name',
      title: t('widget.fleetTable.name'),
      width: 200,
      value: (row) => ('station' in row ? row.station.name : null),
      cell: (row) =>
        'station' in row ? (
          <Name {...row.station} />
        ) : (
          t('widget.fleetTable.all', { count: row.totals.stations })
        ),
    },
    figure('power', 'kW'),
    figure('soc', '%'),
    figure('energyToday', 'kWh'),
    {
      id: 'openAlarms',
      title: t('widget.fleetTable.openAlarms'),
      figures: true,
      value: (row) => figuresOf(row).openAlarms,
      cell: (row) => formatNumber(figuresOf(row).openAlarms),
    },
    {
      id: 'state',
      title: t('widget.fleetTable.state'),
      width: 136,
      value: (row) => ('station' in row ? stateRank(row.station) : null),
      cell: (row) =>
        'station' in row ? (
          <State station={row.station} />
        ) : (
          t('widget.fleetTable.normalOf', { normal: row.totals.normal, count: row.totals.stations })
        ),
    },
    {
      id: 'lastHeard',
      title: t('widget.fleetTable.lastHeard'),
      width: 136,
      value: (row) => ('station' in row ? row.station.lastHeard : null),
      cell: (row) => {
        if (!('station' in row)) return EMPTY_VALUE;
        return row.station.lastHeard ? <TimeAgo at={row.station.lastHeard} /> : t('widget.fleetTable.never');
      },
    },
  ];
}

/** Shows every station with its current state and today's figures, below the totals. */
export function FleetTable({ config, results, status, retry }: WidgetProps<FleetTableConfig>) {
  const t = useT(texts);
  const columns = useColumns();
  if (results.length === 0)
    return status === 'failed' ? (
      <WidgetFailed retry={retry} />
    ) : (
      <WidgetSkeleton rows={[100, 100, 100, 100]} />
    );
  if (results[0]?.ok === false) return <WidgetFailed retry={retry} msg={results[0].msg} />;
  const fleet = readFleet(results[0]);
  if (!fleet || fleet.stations.length === 0)
    return <WidgetEmpty text={t('widget.fleetTable.none')} hint={t('widget.fleetTable.noneHint')} />;
  return (
    <div className="wd-fleet">
      <RowsTable<Row>
        named
        label={config.name || t('widget.fleetTable.name')}
        rows={fleet.stations.map((station) => ({ station }))}
        totals={{ totals: fleet.totals }}
        columns={columns}
        rowKey={(row) => ('station' in row ? row.station.sn : '')}
      />
    </div>
  );
}
