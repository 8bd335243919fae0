import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { Data } from '../../../generated/calls.ts';
import { formatNumber } from '../../../runtime/core/numbers/format.ts';
import { call } from '../../../runtime/kit/api/client.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { queryClient } from '../../../runtime/kit/session/queryClient.ts';
import type { Column } from '../../../runtime/kit/table/column.ts';
import { RowsTable } from '../../../runtime/kit/table/RowsTable.tsx';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import texts from '../texts.json';
import { saveRejected } from './importCalls.ts';
import type { Job } from './settings.ts';

type Problem = Data<'telemetryImportProblems'>[number];

/** Lists rejected values of a job with line, column and reason. */
export function Rejected({ job }: { job: Job }) {
  const t = useT(texts);
  const { data } = useQuery(
    {
      queryKey: ['telemetryImportProblems', job.id],
      queryFn: ({ signal }) =>
        call('telemetryImportProblems', { path: { id: job.id } }, { quiet: true, signal }),
    },
    queryClient,
  );
  if (!data || data.length === 0) return null;
  const count = { count: formatNumber(data.length), total: formatNumber(job.rejected) };
  const columns: Column<Problem>[] = [
    {
      id: 'line',
      title: t('csv.line'),
      width: 96,
      figures: true,
      value: ({ line }) => line,
      cell: ({ line }) => line,
    },
    { id: 'column', title: t('csv.column'), value: ({ column }) => column, cell: ({ column }) => column },
    {
      id: 'reason',
      title: t('csv.reason'),
      width: 360,
      wide: true,
      value: ({ message }) => message,
      cell: ({ message }) => message,
    },
    { id: 'value', title: t('csv.value'), value: ({ value }) => value, cell: ({ value }) => value },
  ];
  return (
    <section className="wd-import-part wd-card" aria-label={`${t('csv.rejected')}: ${job.fileName}`}>
      <header>
        <h2>
          {t('csv.rejected')}: {job.fileName}
        </h2>
        <Button icon={<Icon name="download" />} onClick={() => void saveRejected(job)}>
          {t('csv.rejectedFile')}
        </Button>
      </header>
      {data.length < job.rejected && <p className="wd-import-hint">{t('csv.rejectedShown', count)}</p>}
      <RowsTable short label={t('csv.rejected')} rows={data} columns={columns} rowKey={({ no }) => no} />
    </section>
  );
}
