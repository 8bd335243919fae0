import { Alert, Table } from 'antd';
import { formatNumber } from '../../core/format.ts';
import type { ImportReport, Problem } from '../../core/importReport.ts';
import { useT } from '../../kit/i18n/index.ts';
import type { TextKey } from '../../kit/i18n/zh.ts';
import { rowsGood } from './report.ts';

interface Props {
  report: ImportReport;
  /** Nothing is written yet. */
  dryRun: boolean;
  /** It did not come to its end: cancelled, or its server was. */
  stopped: boolean;
}

const PAGE = 50;
const TABLE_HEIGHT = 300;

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
  return (
    <>
      <Table<Problem & { key: number }>
        className="wd-excel-problems"
        size="small"
        aria-label={t('excel.problems')}
        dataSource={problems.map((problem, key) => ({ ...problem, key }))}
        pagination={
          problems.length > PAGE ? { pageSize: PAGE, showSizeChanger: false, size: 'small' } : false
        }
        scroll={{ y: TABLE_HEIGHT }}
        columns={[
          { title: t('excel.row'), dataIndex: 'row', width: '16%', align: 'right' },
          {
            title: t('excel.column'),
            dataIndex: 'title',
            width: '32%',
            filters: problemColumns.map(({ title, count }) => ({
              text: `${title} (${count})`,
              value: title,
            })),
            onFilter: (value, { title }) => title === value,
          },
          { title: t('excel.reason'), dataIndex: 'reason' },
        ]}
      />
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

/** What would come of a file, or what came of it. */
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
  const said = stopped
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
      {said && (
        <Alert
          showIcon
          type={stopped || (dryRun && good === 0) ? 'warning' : 'success'}
          title={said}
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
