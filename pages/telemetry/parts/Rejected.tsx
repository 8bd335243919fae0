import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { formatNumber } from '../../../runtime/core/format.ts';
import { call } from '../../../runtime/kit/api/client.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { queryClient } from '../../../runtime/kit/session/queryClient.ts';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import texts from '../texts.json';
import { saveRejected } from './importCalls.ts';
import type { Job } from './settings.ts';

/** What a job did not take: the line of the file, the column and the reason. */
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
      <div className="wd-import-frame" data-long>
        <table className="wd-import-table">
          <thead>
            <tr>
              {(['line', 'column', 'reason', 'value'] as const).map((field) => (
                <th key={field} scope="col">
                  {t(`csv.${field}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.map(({ no, line, column, message, value }) => (
              <tr key={no}>
                <td>{line}</td>
                <td>{column}</td>
                <td>{message}</td>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
