import { Button, Empty, Modal, Skeleton } from 'antd';
import { formatZoned } from '../../core/numbers/format.ts';
import { useT, useText } from '../i18n/index.ts';
import { SIZE } from '../theme/tokens.ts';
import { JobDownload, useJobCount, useJobError } from './JobProgress.tsx';
import './jobs.css';
import { cancelJob, type Job, useJobs, useJobsOpen } from './jobs.ts';

function JobLine({ job }: { job: Job }) {
  const t = useT();
  const text = useText();
  const errorOf = useJobError();
  const countOf = useJobCount();
  return (
    <li className="wd-jobs-entry" data-status={job.status}>
      <div className="wd-jobs-text">
        <span className="wd-jobs-title">{text(job.title)}</span>
        <span className="wd-job-hint">
          {formatZoned(job.createdAt)} · {t(`job.${job.status}`)} · {errorOf(job) ?? countOf(job)}
        </span>
      </div>
      {job.status === 'running' ? (
        <Button onClick={() => void cancelJob(job.id)}>{t('job.cancel')}</Button>
      ) : (
        <JobDownload job={job} />
      )}
    </li>
  );
}

/** The dialog with the user's own jobs, running and past. It can be opened from anywhere in the product. */
export function JobsDialog({ open }: { open: boolean }) {
  const t = useT();
  const { data, isPending } = useJobs(open);
  const close = () => useJobsOpen.setState({ open: false });
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
