import { Alert, Button, Checkbox, Modal, Segmented } from 'antd';
import { useId, useState } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import { formatNumber } from '../../core/numbers/format.ts';
import { call } from '../../kit/api/client.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { JobDownload, JobProgress, useJobError } from '../../kit/jobs/JobProgress.tsx';
import { isJobRunning, type Job, openJobs } from '../../kit/jobs/jobs.ts';
import { useStartedJob } from '../../kit/jobs/useStartedJob.ts';
import { SIZE } from '../../kit/theme/tokens.ts';
import { columnNames, listField } from '../../record/query/fields.ts';
import './excel.css';

/** The list's query for the records. */
export interface ExportQuery {
  filter?: string | undefined;
  search?: string | undefined;
  sort?: string | undefined;
  ids?: readonly number[] | undefined;
  /** The initially chosen columns, in order. */
  columns?: readonly string[] | undefined;
}

interface Props {
  entity: Entity;
  query: ExportQuery;
  count: number | undefined;
  onClose(): void;
}

/** The content and the form of the file. */
interface Choice {
  columns: readonly string[];
  format: 'xlsx' | 'csv';
}

/** Exports records: choose columns, follow the job, download the file. Closing the dialog does not stop the job. */
export default function ExportDialog({ entity, query, count, onClose }: Props) {
  const t = useT();
  const text = useText();
  const first = query.columns ?? entity.list.columns;
  const possible = [...new Set([...first, ...columnNames(entity)])];
  const [choice, setChoice] = useState<Choice>({ columns: first, format: 'xlsx' });
  const { job, isStarting, start, close, end } = useStartedJob(onClose);

  const make = () =>
    start(() => {
      const { filter, search, sort, ids } = query;
      const body = {
        format: choice.format,
        columns: possible.filter((name) => choice.columns.includes(name)),
        ...(filter && { filter }),
        ...(search && { search }),
        ...(sort && { sort }),
        ...(ids && { ids: [...ids] }),
      };
      return call('recordExport', { path: { entity: entity.name }, body });
    });

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
              loading={isStarting}
              disabled={choice.columns.length === 0}
              onClick={() => void make()}
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
            {!isJobRunning(job) && job.status === 'done' && <JobDownload job={job} />}
          </div>
        )
      }
    >
      {job === null ? (
        <ExportChoice {...{ entity, count, possible, choice }} onChange={setChoice} />
      ) : (
        <ExportProgress job={job} onEnd={end} />
      )}
    </Modal>
  );
}

interface ChoiceProps {
  entity: Entity;
  count: number | undefined;
  possible: readonly string[];
  choice: Choice;
  onChange(choice: Choice): void;
}

function ExportChoice({ entity, count, possible, choice, onChange }: ChoiceProps) {
  const t = useT();
  const text = useText();
  const formatLabel = useId();
  const { columns, format } = choice;
  const choose = (next: readonly string[]) => onChange({ ...choice, columns: next });
  return (
    <div className="wd-excel">
      <p>
        {count === undefined ? t('excel.exportAll') : t('excel.exportCount', { count: formatNumber(count) })}
      </p>
      <fieldset className="wd-excel-columns">
        <legend>
          {t('excel.columns')}
          <Checkbox
            checked={columns.length === possible.length}
            indeterminate={columns.length > 0 && columns.length < possible.length}
            onChange={({ target }) => choose(target.checked ? possible : [])}
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
          onChange={choose}
        />
      </fieldset>
      {columns.length === 0 && <p className="wd-excel-warning">{t('excel.columnsNone')}</p>}
      <div className="wd-excel-line">
        <span id={formatLabel}>{t('excel.format')}</span>
        <Segmented<Choice['format']>
          aria-labelledby={formatLabel}
          options={[
            { value: 'xlsx', label: 'Excel' },
            { value: 'csv', label: 'CSV' },
          ]}
          value={format}
          onChange={(next) => onChange({ ...choice, format: next })}
        />
      </div>
    </div>
  );
}

/** Shows the progress of the job and its result. */
function ExportProgress({ job, onEnd }: { job: Job; onEnd(job: Job): void }) {
  const t = useT();
  const errorOf = useJobError();
  const done = job.status === 'done';
  const count = formatNumber(Number(job.result?.rows ?? 0));
  return (
    <div className="wd-excel">
      <JobProgress id={job.id} onEnd={onEnd} />
      {!isJobRunning(job) && (
        <Alert
          showIcon
          type={done ? 'success' : 'warning'}
          title={errorOf(job) ?? t(done ? 'excel.exported' : 'excel.exportedPart', { count })}
        />
      )}
    </div>
  );
}
