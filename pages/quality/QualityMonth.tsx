import { useQuery } from '@tanstack/react-query';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { EMPTY_VALUE, formatMoment, formatNumber } from '../../runtime/core/numbers/format.ts';
import { isoLocal } from '../../runtime/core/time/timeWindow.ts';
import { call } from '../../runtime/kit/api/client.ts';
import { FileButtons, REPORT_FORMATS } from '../../runtime/kit/files/FileButtons.tsx';
import { useT, useText } from '../../runtime/kit/i18n/index.ts';
import { Panel } from '../../runtime/kit/parts/Panel.tsx';
import { queryClient } from '../../runtime/kit/session/queryClient.ts';
import { type Station, useStation } from '../../runtime/kit/session/site.ts';
import type { Column } from '../../runtime/kit/table/column.ts';
import { RowsTable } from '../../runtime/kit/table/RowsTable.tsx';
import { limitText, type QualityMonthRow, quantityWord } from './parts/qualityWords.ts';
import { VerdictTag } from './parts/VerdictTag.tsx';
import './quality.css';
import texts from './texts.json';

const MONTH = 'YYYY-MM';
const FIGURES = ['mean', 'p95', 'min', 'max'] as const;
const DECIMALS = { decimals: 2 };

function MonthTable({ rows, zone }: { rows: readonly QualityMonthRow[]; zone: string }) {
  const t = useT(texts);
  const text = useText();
  const nameOf = ({ quantity, order, phase }: QualityMonthRow): string =>
    [
      quantityWord(quantity, text),
      ...(order === null ? [] : [t('quality.order', { order })]),
      ...(phase === '' ? [] : [t('quality.phase', { phase })]),
    ].join(' ');
  const figure = (id: (typeof FIGURES)[number]): Column<QualityMonthRow> => ({
    ...{ id, title: t(`quality.${id}`), width: 104, figures: true },
    value: (row) => row[id],
    cell: (row) => (row[id] === null ? EMPTY_VALUE : `${formatNumber(row[id], DECIMALS)} ${row.unit}`),
  });
  const columns: Column<QualityMonthRow>[] = [
    { id: 'quantity', title: t('quality.quantity'), width: 220, value: nameOf, cell: nameOf },
    ...FIGURES.map(figure),
    {
      ...{ id: 'maxTime', title: t('quality.maxTime'), width: 168 },
      value: ({ maxTime }) => maxTime,
      cell: ({ maxTime }) => formatMoment(maxTime, 'minute', zone),
    },
    {
      ...{ id: 'limit', title: t('quality.limit'), width: 128 },
      cell: (row) => <span title={row.source}>{limitText(row, row.unit)}</span>,
    },
    {
      ...{ id: 'compliance', title: t('quality.compliance'), width: 104, figures: true },
      value: ({ compliance }) => compliance,
      cell: ({ compliance }) =>
        compliance === null ? EMPTY_VALUE : `${formatNumber(compliance, DECIMALS)} %`,
    },
    {
      ...{ id: 'samples', title: t('quality.samples'), width: 128, figures: true },
      value: ({ samples }) => samples,
      cell: ({ samples, expected }) => `${formatNumber(samples)} / ${formatNumber(expected)}`,
    },
    {
      ...{ id: 'verdict', title: t('quality.verdict'), width: 132 },
      value: ({ verdict }) => verdict,
      cell: ({ verdict }) => <VerdictTag verdict={verdict} />,
    },
  ];
  return (
    <RowsTable
      named
      card
      narrow="scroll"
      label={t('quality.month')}
      rows={rows}
      columns={columns}
      rowKey={({ quantity, order, phase }) => `${quantity} ${order} ${phase}`}
    />
  );
}

function StationMonth({ station }: { station: Station }) {
  const t = useT(texts);
  const zone = station.timeZone;
  const [month, setMonth] = useState(() => isoLocal(Date.now(), zone).slice(0, MONTH.length));
  const query = { stationSn: station.sn, month };
  const { data, isPending, isError, refetch } = useQuery(
    {
      queryKey: ['qualityMonth', query],
      queryFn: ({ signal }) => call('qualityMonth', { query }, { quiet: true, signal }),
    },
    queryClient,
  );
  const empty = data?.rows.length === 0 ? t('quality.noVariables') : undefined;
  return (
    <>
      <div className="wd-quality-tools">
        <DatePicker
          picker="month"
          aria-label={t('quality.monthField')}
          allowClear={false}
          maxDate={dayjs(isoLocal(Date.now(), zone).slice(0, MONTH.length))}
          value={dayjs(month)}
          onChange={(chosen) => {
            if (chosen) setMonth(chosen.format(MONTH));
          }}
        />
        <FileButtons
          formats={REPORT_FORMATS}
          name={`${station.name} ${t('quality.month')} ${month}`}
          disabled={!data || data.rows.length === 0}
          load={(format) => call('qualityMonthFile', { query: { ...query, format } })}
        />
      </div>
      <Panel
        icon="table"
        pending={isPending}
        failed={isError}
        onRetry={() => void refetch()}
        {...(empty !== undefined && { empty })}
      >
        {data && (
          <>
            <p className="wd-quiet">
              {t('quality.judgedBy', {
                standard: t(`quality.standard.${data.standard}`),
                nominal: data.nominalVoltage === null ? EMPTY_VALUE : formatNumber(data.nominalVoltage),
                zone,
              })}
            </p>
            <MonthTable rows={data.rows} zone={zone} />
            <p className="wd-quiet">{data.method}</p>
          </>
        )}
      </Panel>
    </>
  );
}

/** R094: shows the power quality of a month, compared with the station's limits. */
export default function QualityMonth() {
  const t = useT(texts);
  const station = useStation();
  return (
    <section className="wd-quality" aria-label={t('quality.month')}>
      {station && <StationMonth key={station.sn} station={station} />}
    </section>
  );
}
