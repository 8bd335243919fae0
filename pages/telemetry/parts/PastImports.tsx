import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { formatMoment, formatNumber, formatZone } from '../../../runtime/core/numbers/format.ts';
import { call } from '../../../runtime/kit/api/client.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { openJobs } from '../../../runtime/kit/jobs/jobs.ts';
import { useDangerAsk } from '../../../runtime/kit/overlay/useDangerAsk.ts';
import { queryClient } from '../../../runtime/kit/session/queryClient.ts';
import type { Column } from '../../../runtime/kit/table/column.ts';
import { RowsTable } from '../../../runtime/kit/table/RowsTable.tsx';
import texts from '../texts.json';
import { IMPORTS_KEY, isAtWork, refreshImports } from './importCalls.ts';
import type { Job } from './settings.ts';

const SHOWN = 10;
const POLL_MS = 1_000;
const whole = (value: number): string => formatNumber(value, { decimals: 0 });

const usePastImports = () =>
  useQuery(
    {
      queryKey: IMPORTS_KEY,
      queryFn: ({ signal }) =>
        call('telemetryImportPage', { query: { current: 1, size: SHOWN } }, { quiet: true, signal }),
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.records.some(isAtWork) ? POLL_MS : false),
    },
    queryClient,
  );

function Result({ job }: { job: Job }) {
  const t = useT(texts);
  const { status, outcome, dryRun, message, points, rejected, removed, restored, kept } = job;
  const counts = { removed: whole(removed), restored: whole(restored), kept: whole(kept) };
  return (
    <>
      {t(`csv.state.${status}`)}
      {dryRun && ` (${t('csv.dryRun')})`}
      {' · '}
      {status === 'undone' || status === 'undoing'
        ? t('csv.undone', counts)
        : t(dryRun ? 'csv.would' : 'csv.stored', { count: whole(points) })}
      {rejected > 0 && ` · ${t('csv.rejectedCount', { count: whole(rejected) })}`}
      {outcome === 'undecided' && ` · ${t('csv.outcome.undecided')}`}
      {message && <small>{message === 'interrupted' ? t('csv.interrupted') : message}</small>}
    </>
  );
}

/** Lists recent imports with undo. */
export function PastImports() {
  const t = useT(texts);
  const { data } = usePastImports();
  const { ask, holder } = useDangerAsk();
  const undo = ({ id, fileName }: Job) =>
    ask({
      title: t('csv.undoAsk', { name: fileName }),
      content: t('csv.undoText'),
      okText: t('csv.undo'),
      run: () => call('telemetryImportUndo', { path: { id } }, { quiet: true }).finally(refreshImports),
    });
  const columns: Column<Job>[] = [
    { id: 'file', title: t('csv.file'), value: ({ fileName }) => fileName, cell: ({ fileName }) => fileName },
    {
      id: 'station',
      title: t('csv.station'),
      value: ({ stationSn }) => stationSn,
      cell: ({ stationSn }) => stationSn,
    },
    {
      id: 'at',
      title: t('csv.at'),
      width: 152,
      value: ({ createdAt }) => Date.parse(createdAt),
      zone: formatZone(),
      cell: ({ createdAt }) => <time dateTime={createdAt}>{formatMoment(createdAt, 'minute')}</time>,
    },
    { id: 'result', title: t('csv.result'), width: 320, wide: true, cell: (job) => <Result job={job} /> },
    {
      id: 'undo',
      title: t('csv.undo'),
      quiet: true,
      cell: (job) =>
        job.canUndo && (
          <Button size="small" aria-label={t('csv.undoOf', { name: job.fileName })} onClick={() => undo(job)}>
            {t('csv.undo')}
          </Button>
        ),
    },
  ];
  return (
    <section className="wd-import-part wd-card" aria-label={t('csv.past')}>
      {holder}
      <header>
        <h2>{t('csv.past')}</h2>
        <Button type="link" onClick={openJobs}>
          {t('job.mine')}
        </Button>
      </header>
      {data && (
        <RowsTable
          named
          label={t('csv.past')}
          rows={data.records}
          columns={columns}
          rowKey={({ id }) => id}
          empty={t('csv.pastNone')}
        />
      )}
    </section>
  );
}
