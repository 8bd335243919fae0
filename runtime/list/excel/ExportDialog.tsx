import { Alert, Button, Checkbox, Modal, Segmented } from 'antd';
import { useId, useState } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import { formatNumber } from '../../core/format.ts';
import { call } from '../../kit/api/client.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { JobDownload, JobProgress, useJobError } from '../../kit/jobs/JobProgress.tsx';
import { isJobRunning, type Job, openJobs, unwatchJob, watchJob } from '../../kit/jobs/jobs.ts';
import { SIZE } from '../../kit/theme/tokens.ts';
import { columnNames, listField } from '../../record/query/fields.ts';
import './excel.css';

/** What selects the records, as the list asks for them. */
export interface ExportQuery {
  filter?: string | undefined;
  search?: string | undefined;
  sort?: string | undefined;
  ids?: readonly number[] | undefined;
  /** The columns that are chosen at first, in their order. */
  columns?: readonly string[] | undefined;
}

interface Props {
  entity: Entity;
  query: ExportQuery;
  count: number | undefined;
  onClose(): void;
}

type Format = 'xlsx' | 'csv';

export default function ExportDialog({ entity, query, count, onClose }: Props) {
  const t = useT();
  const text = useText();
  const errorOf = useJobError();
  const formatLabel = useId();
  const first = query.columns ?? entity.list.columns;
  const possible = [...new Set([...first, ...columnNames(entity)])];
  const [columns, setColumns] = useState<readonly string[]>(first);
  const [format, setFormat] = useState<Format>('xlsx');
  const [job, setJob] = useState<Job | null>(null);
  const [starting, setStarting] = useState(false);

  const start = async () => {
    setStarting(true);
    const { filter, search, sort, ids } = query;
    const chosen = possible.filter((name) => columns.includes(name));
    const body = {
      format,
      columns: chosen,
      ...(filter && { filter }),
      ...(search && { search }),
      ...(sort && { sort }),
      ...(ids && { ids: [...ids] }),
    };
    // A refusal was told in passing; the dialog stays as it is.
    const started = await call('recordExport', { path: { entity: entity.name }, body }).catch(() => null);
    setStarting(false);
    if (started) setJob(started);
  };

  const close = () => {
    if (job && isJobRunning(job)) watchJob(job.id);
    onClose();
  };
  const ended = job !== null && !isJobRunning(job);
  const rows = formatNumber(Number(job?.result?.rows ?? 0));

  return (
    <Modal
      open
      title={t('excel.exportTitle', { title: text(entity.title) })}
      width={SIZE.form}
      onCancel={close}
      footer={
        job === null ? (
          <div className="wd-excel-footer">
            <Button onClick={close}>{t('common.cancel')}</Button>
            <Button
              type="primary"
              loading={starting}
              disabled={columns.length === 0}
              onClick={() => void start()}
            >
              {t('excel.start')}
            </Button>
          </div>
        ) : (
          <div className="wd-excel-footer">
            <Button type="link" onClick={openJobs}>
              {t('job.mine')}
            </Button>
            <Button onClick={close}>{t('common.close')}</Button>
            {ended && job.status === 'done' && <JobDownload job={job} />}
          </div>
        )
      }
    >
      {job === null ? (
        <div className="wd-excel">
          <p>
            {count === undefined
              ? t('excel.exportAll')
              : t('excel.exportCount', { count: formatNumber(count) })}
          </p>
          <fieldset className="wd-excel-columns">
            <legend>
              {t('excel.columns')}
              <Checkbox
                checked={columns.length === possible.length}
                indeterminate={columns.length > 0 && columns.length < possible.length}
                onChange={({ target }) => setColumns(target.checked ? possible : [])}
              >
                {t('excel.columnsAll')}
              </Checkbox>
            </legend>
            <Checkbox.Group
              options={possible.map((name) => ({
                value: name,
                label: text(listField(entity, name).title ?? { zh: name, en: name }),
              }))}
              value={[...columns]}
              onChange={setColumns}
            />
          </fieldset>
          {columns.length === 0 && <p className="wd-excel-warning">{t('excel.columnsNone')}</p>}
          <div className="wd-excel-line">
            <span id={formatLabel}>{t('excel.format')}</span>
            <Segmented<Format>
              aria-labelledby={formatLabel}
              options={[
                { value: 'xlsx', label: 'Excel' },
                { value: 'csv', label: 'CSV' },
              ]}
              value={format}
              onChange={setFormat}
            />
          </div>
        </div>
      ) : (
        <div className="wd-excel">
          <JobProgress
            id={job.id}
            onEnd={(end) => {
              unwatchJob(end.id);
              setJob(end);
            }}
          />
          {ended && (
            <Alert
              showIcon
              type={job.status === 'done' ? 'success' : 'warning'}
              title={
                errorOf(job) ??
                t(job.status === 'done' ? 'excel.exported' : 'excel.exportedPart', { count: rows })
              }
            />
          )}
        </div>
      )}
    </Modal>
  );
}
