import { useQuery } from '@tanstack/react-query';
import { Segmented, Select } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { bucketOf } from '../../runtime/board/options/range.ts';
import { call } from '../../runtime/kit/api/client.ts';
import { failureWords } from '../../runtime/kit/api/failure.ts';
import { FileButtons, REPORT_FORMATS } from '../../runtime/kit/files/FileButtons.tsx';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { Panel } from '../../runtime/kit/parts/Panel.tsx';
import { queryClient } from '../../runtime/kit/session/queryClient.ts';
import { type Station, useStation } from '../../runtime/kit/session/site.ts';
import { PeriodFields } from '../shared/period/PeriodFields.tsx';
import { type Period, queryTime, spanOf } from '../shared/period/period.ts';
import { ReportView } from './parts/ReportView.tsx';
import './reports.css';
import texts from './texts.json';

const INTERVALS = ['hour', 'day', 'month'] as const;
type Interval = (typeof INTERVALS)[number];

const intervalFor = (from: number, to: number): Interval => {
  const bucket = bucketOf(from, to);
  return bucket === 'year' ? 'month' : bucket;
};

const useGroups = (station: Station) =>
  useQuery(
    {
      queryKey: ['reportGroups', station.id],
      queryFn: ({ signal }) =>
        call('reportGroupsOfStation', { path: { id: station.id } }, { quiet: true, signal }),
    },
    queryClient,
  );

type Group = { id: number; name: string };

/** Shows the report of a group: its window and step, its table, and its files. */
function GroupReport({
  group,
  station,
  groups,
  onGroup,
}: {
  group: Group;
  station: Station;
  groups: readonly Group[];
  onGroup(id: number): void;
}) {
  const t = useT(texts);
  const [period, setPeriod] = useState<Period>('thisMonth');
  const [own, setOwn] = useState<Interval | null>(null);
  const zone = station.timeZone;
  const span = spanOf(period, Date.now(), zone);
  const interval = own ?? intervalFor(span.from, span.to);
  const query = { from: queryTime(span.from, zone), to: queryTime(span.to, zone), interval };
  const path = { id: group.id };
  const { data, error, isPending, isError, refetch } = useQuery(
    {
      queryKey: ['reportTable', group.id, query],
      queryFn: ({ signal }) => call('reportTable', { path, query }, { quiet: true, signal }),
      retry: false,
    },
    queryClient,
  );
  return (
    <>
      <div className="wd-report-tools">
        <Select
          className="wd-report-group"
          aria-label={t('report.group')}
          showSearch={{ optionFilterProp: 'label' }}
          value={group.id}
          options={groups.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={onGroup}
        />
        <PeriodFields
          {...{ period, zone }}
          onChange={(next) => {
            setPeriod(next);
            setOwn(null);
          }}
        />
        <Segmented<Interval>
          aria-label={t('report.interval')}
          value={interval}
          options={INTERVALS.map((value) => ({ value, label: t(`report.interval.${value}`) }))}
          onChange={setOwn}
        />
        <FileButtons
          formats={REPORT_FORMATS}
          name={`${station.name} ${group.name}`}
          disabled={!data}
          load={(format) => call('reportTableFile', { path, query: { ...query, format } })}
        />
      </div>
      {isError ? (
        <Panel
          icon="table"
          pending={false}
          failed={false}
          onRetry={() => void refetch()}
          empty={failureWords(error, t, t('record.loadFailed'))}
        >
          {null}
        </Panel>
      ) : (
        <Panel icon="table" pending={isPending} failed={false} onRetry={() => void refetch()}>
          {data && <ReportView table={data} />}
        </Panel>
      )}
    </>
  );
}

function StationReports({ station }: { station: Station }) {
  const t = useT(texts);
  const { data: groups, isPending, isError, refetch } = useGroups(station);
  const [chosen, setChosen] = useState<number | null>(null);
  const group = groups?.find(({ id }) => id === chosen) ?? groups?.[0];
  return (
    <Panel icon="table" pending={isPending} failed={isError} onRetry={() => void refetch()}>
      {group ? (
        <GroupReport key={group.id} {...{ group, station }} groups={groups ?? []} onGroup={setChosen} />
      ) : (
        <div className="wd-record-state">
          <p>{t('report.noGroup')}</p>
          <Link to="/main/ems/map/monitor/dataReport/groups">{t('report.toGroups')}</Link>
        </div>
      )}
    </Panel>
  );
}

/** R049: shows reports of variable groups over any period. */
export default function ReportTables() {
  const t = useT(texts);
  const station = useStation();
  return (
    <section className="wd-report-page" aria-label={t('report.title')}>
      {station && <StationReports key={station.sn} station={station} />}
    </section>
  );
}
