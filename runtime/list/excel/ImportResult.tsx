import { Alert, Select } from 'antd';
import { useState } from 'react';
import type { ImportReport } from '../../core/importReport.ts';
import { formatNumber } from '../../core/numbers/format.ts';
import { useT } from '../../kit/i18n/index.ts';
import type { TextKey } from '../../kit/i18n/zh.ts';
import type { Column } from '../../kit/table/column.ts';
import { RowsTable } from '../../kit/table/RowsTable.tsx';
import { rowsGood } from './report.ts';

interface Props {
  report: ImportReport;
  /** True for a check without changes. */
  dryRun: boolean;
  /** True for an unfinished job: it was cancelled, or its server stopped. */
  stopped: boolean;
}

function Figures({ report, dryRun }: Pick<Props, 'report' | 'dryRun'>) {
  const t = useT();
  const { created, updated, unchanged, rejected, total, left } = report;
  const figures: [TextKey, number][] = [
    [dryRun ? 'excel.willCreate' : 'excel.created', created],
    [dryRun ? 'excel.willUpdate' : 'excel.updated', updated],
    ['excel.unchanged', unchanged],
    [dryRun ? 'excel.rejected' : 'excel.notImported', rejected + left],
  ];
  return (
    <dl className="wd-excel-figures" aria-label={t('excel.rows', { count: formatNumber(total + left) })}>
      {figures.map(([key, count]) => (
        <div
          key={key}
          data-bad={key === 'excel.rejected' || key === 'excel.notImported' ? count > 0 : undefined}
        >
          <dt>{t(key)}</dt>
          <dd>{formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Problems({ report }: { report: ImportReport }) {
  const t = useT();
  const { problems, problemCount, problemColumns } = report;
  const [title, setTitle] = useState('');
  const rows = problems
    .map((problem, key) => ({ ...problem, key }))
    .filter((problem) => title === '' || problem.title === title);
  const columns: Column<(typeof rows)[number]>[] = [
    {
      id: 'row',
      title: t('excel.row'),
      width: 96,
      figures: true,
      value: ({ row }) => row,
      cell: ({ row }) => row,
    },
    {
      id: 'column',
      title: t('excel.column'),
      value: (problem) => problem.title,
      cell: (problem) => problem.title,
    },
    {
      id: 'reason',
      title: t('excel.reason'),
      width: 280,
      wide: true,
      value: ({ reason }) => reason,
      cell: ({ reason }) => reason,
    },
  ];
  return (
    <>
      {problemColumns.length > 1 && (
        <Select
          className="wd-excel-problems"
          aria-label={t('excel.column')}
          value={title}
          options={[
            { value: '', label: t('excel.everyColumn') },
            ...problemColumns.map((column) => ({
              value: column.title,
              label: `${column.title} (${formatNumber(column.count)})`,
            })),
          ]}
          onChange={setTitle}
        />
      )}
      <RowsTable short label={t('excel.problems')} rows={rows} columns={columns} rowKey={({ key }) => key} />
      {problemCount > problems.length && (
        <p className="wd-excel-hint">
          {t('excel.shownFirst', {
            count: formatNumber(problems.length),
            total: formatNumber(problemCount),
          })}
        </p>
      )}
    </>
  );
}

/** Shows the expected or the actual result of a file. */
export function ImportResult({ report, dryRun, stopped }: Props) {
  const t = useT();
  const { blocked, unknown, ignored, problems } = report;
  const good = rowsGood(report);
  if (blocked.length > 0)
    return (
      <Alert
        type="error"
        showIcon
        title={t('excel.blocked')}
        description={
          <ul className="wd-excel-list">
            {blocked.map(({ title, reason }) => (
              <li key={`${title} ${reason}`}>{title ? `${title}: ${reason}` : reason}</li>
            ))}
          </ul>
        }
      />
    );
  const message = stopped
    ? t('excel.stopped', { count: formatNumber(good), row: report.lastRow })
    : !dryRun
      ? t('excel.finished')
      : good === 0
        ? t('excel.nothing')
        : problems.length === 0
          ? t('excel.allGood')
          : '';
  return (
    <>
      {message && (
        <Alert
          showIcon
          type={stopped || (dryRun && good === 0) ? 'warning' : 'success'}
          title={message}
          description={report.left > 0 && t('excel.stoppedRest')}
        />
      )}
      <Figures {...{ report, dryRun }} />
      {unknown.length > 0 && (
        <Alert showIcon type="warning" title={t('excel.unknown', { columns: unknown.join(', ') })} />
      )}
      {ignored.length > 0 && (
        <Alert showIcon type="info" title={t('excel.ignored', { columns: ignored.join(', ') })} />
      )}
      {problems.length > 0 && <Problems report={report} />}
    </>
  );
}
