import { Button, Progress } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { formatNumber, formatQuantity } from '../../core/numbers/format.ts';
import { useT, useText } from '../i18n/index.ts';
import { Icon } from '../theme/Icon.tsx';
import './jobs.css';
import { cancelJob, isJobRunning, type Job, jobFileAddress, useJob } from './jobs.ts';

interface Props {
  id: number;
  /** The title above the bar. Without it the job's own title is shown. */
  title?: string;
  onEnd?(job: Job): void;
}

const PERCENT = 100;
/** Kinds of jobs that count bytes or steps. Their progress is shown in percent. */
const SHARED: ReadonlySet<string> = new Set(['csvImport', 'storage']);

const percentOf = (done: number, total: number | null): number =>
  total ? Math.min(PERCENT, Math.floor((done / total) * PERCENT)) : 0;

export function JobDownload({ job, label }: { job: Pick<Job, 'id' | 'fileName'>; label?: string }) {
  const t = useT();
  if (job.fileName === null) return null;
  return (
    <Button
      className="wd-job-download"
      href={jobFileAddress(job.id)}
      download={job.fileName}
      icon={<Icon name="download" />}
      title={job.fileName}
    >
      {label ?? t('job.download')}
    </Button>
  );
}

/** Returns a function that describes why a job failed. It returns null for other jobs. */
export function useJobError(): (job: Job) => string | null {
  const t = useT();
  return (job) => (job.status === 'failed' ? (job.error ?? t('job.interrupted')) : null);
}

/** Returns the progress in the job's unit, or in percent if the unit is internal. */
export function useJobCount(): (job: Pick<Job, 'kind' | 'done' | 'total'>) => string {
  const t = useT();
  return ({ kind, done, total }) => {
    if (total === null) return t('job.progressOpen', { done: formatNumber(done) });
    if (SHARED.has(kind)) return formatQuantity(percentOf(done, total), '%', { decimals: 0 });
    return t('job.progress', { done: formatNumber(done), total: formatNumber(total) });
  };
}

/** Shows the progress of a job, with a button to stop it. */
export function JobProgress({ id, title, onEnd }: Props) {
  const t = useT();
  const text = useText();
  const countOf = useJobCount();
  const { data: job, isError, refetch } = useJob(id);
  const [cancelling, setCancelling] = useState(false);
  const reportedAt = useRef<number | null>(null);
  useEffect(() => {
    if (!job || isJobRunning(job) || reportedAt.current === job.id) return;
    reportedAt.current = job.id;
    onEnd?.(job);
  }, [job, onEnd]);

  if (isError)
    return (
      <div className="wd-job" role="alert">
        <p>{t('job.loadFailed')}</p>
        <Button onClick={() => void refetch()}>{t('common.retry')}</Button>
      </div>
    );

  const running = isJobRunning(job);
  const { done = 0, total = null } = job ?? {};
  const name = title ?? (job ? text(job.title) : t('common.loading'));

  const cancel = async () => {
    setCancelling(true);
    await cancelJob(id).catch(() => {});
    setCancelling(false);
  };

  return (
    <div className="wd-job">
      <div className="wd-job-line">
        <span>{name}</span>
        <span className="wd-job-count">
          {running ? countOf({ kind: '', ...job, done, total }) : job && t(`job.${job.status}`)}
        </span>
      </div>
      <Progress
        aria-label={name}
        percent={job?.status === 'done' ? PERCENT : percentOf(done, total)}
        status={running ? 'active' : job?.status === 'done' ? 'success' : 'exception'}
        showInfo={false}
      />
      {running && (
        <div className="wd-job-line">
          <span className="wd-job-hint">{t('job.goesOn')}</span>
          <Button disabled={job?.status !== 'running'} loading={cancelling} onClick={() => void cancel()}>
            {t(cancelling ? 'job.cancelling' : 'job.cancel')}
          </Button>
        </div>
      )}
    </div>
  );
}
