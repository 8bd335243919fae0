import { Button, Progress } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { formatNumber } from '../../core/format.ts';
import { useT, useText } from '../i18n/index.ts';
import { Icon } from '../theme/Icon.tsx';
import './jobs.css';
import { cancelJob, isJobRunning, type Job, jobFileAddress, useJob } from './jobs.ts';

interface Props {
  id: number;
  /** Above the bar; the job's own title without it. */
  title?: string;
  onEnd?(job: Job): void;
}

const PERCENT = 100;

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

/** What failed, in words. */
export function useJobError(): (job: Job) => string | null {
  const t = useT();
  return (job) => (job.status === 'failed' ? (job.error ?? t('job.interrupted')) : null);
}

/** How far a job is, with the way to stop it. */
export function JobProgress({ id, title, onEnd }: Props) {
  const t = useT();
  const text = useText();
  const { data: job, isError, refetch } = useJob(id);
  const [cancelling, setCancelling] = useState(false);
  const told = useRef<number | null>(null);
  useEffect(() => {
    if (!job || isJobRunning(job) || told.current === job.id) return;
    told.current = job.id;
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
  const percent = total ? Math.min(PERCENT, Math.floor((done / total) * PERCENT)) : 0;
  const name = title ?? (job ? text(job.title) : t('common.loading'));
  const count =
    total === null
      ? t('job.progressOpen', { done: formatNumber(done) })
      : t('job.progress', { done: formatNumber(done), total: formatNumber(total) });

  const cancel = async () => {
    setCancelling(true);
    await cancelJob(id).catch(() => {});
    setCancelling(false);
  };

  return (
    <div className="wd-job">
      <div className="wd-job-line">
        <span>{name}</span>
        <span className="wd-job-count">{running ? count : job && t(`job.${job.status}`)}</span>
      </div>
      <Progress
        aria-label={name}
        percent={job?.status === 'done' ? PERCENT : percent}
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
