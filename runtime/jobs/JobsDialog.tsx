import { Button, Empty, Modal, Skeleton } from 'antd';
import { useEffect } from 'react';
import { moment_format, number_format } from '../core/format.ts';
import { useT, useText } from '../i18n/index.ts';
import { SIZE } from '../theme/tokens.ts';
import { JobDownload, useJobError } from './JobProgress.tsx';
import './jobs.css';
import { type Job, job_cancel, jobs_resume, useJobs, useJobsOpen } from './jobs.ts';

function JobLine({ job }: { job: Job }) {
  const t = useT();
  const text = useText();
  const error_of = useJobError();
  const { done, total } = job;
  const count =
    total === null
      ? t('job.progressOpen', { done: number_format(done) })
      : t('job.progress', { done: number_format(done), total: number_format(total) });
  return (
    <li className="wd-jobs-entry" data-status={job.status}>
      <div className="wd-jobs-text">
        <span className="wd-jobs-title">{text(job.title)}</span>
        <span className="wd-job-hint">
          {moment_format(job.createdAt)} · {t(`job.${job.status}`)} · {error_of(job) ?? count}
        </span>
      </div>
      {job.status === 'running' ? (
        <Button onClick={() => void job_cancel(job.id)}>{t('job.cancel')}</Button>
      ) : (
        <JobDownload job={job} />
      )}
    </li>
  );
}

/** One's imports and exports, running and past; opened from any place that starts or ends one. */
export function JobsDialog() {
  const t = useT();
  const open = useJobsOpen((state) => state.open);
  const { data, isPending } = useJobs(open);
  const close = () => useJobsOpen.setState({ open: false });
  useEffect(jobs_resume, []);
  return (
    <Modal open={open} title={t('job.mine')} width={SIZE.form} footer={null} onCancel={close} destroyOnHidden>
      {isPending ? (
        <Skeleton active title={false} />
      ) : data?.length ? (
        <>
          <ul className="wd-jobs">
            {data.map((job) => (
              <JobLine key={job.id} job={job} />
            ))}
          </ul>
          <p className="wd-job-hint">{t('job.kept')}</p>
        </>
      ) : (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('job.none')} />
      )}
    </Modal>
  );
}
