import { Button } from 'antd';
import { useState } from 'react';
import { formatDuration, formatNumber, formatZoned } from '../../../runtime/core/numbers/format.ts';
import { call } from '../../../runtime/kit/api/client.ts';
import { notifyFailure } from '../../../runtime/kit/api/failure.ts';
import { useLang, useT } from '../../../runtime/kit/i18n/index.ts';
import { openJobs } from '../../../runtime/kit/jobs/jobs.ts';
import { useSession } from '../../../runtime/kit/session/session.ts';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import texts from '../texts.json';
import { refreshStorage, type StorageUsage } from './useStorage.ts';

type Run = NonNullable<StorageUsage['run']>;

function LastRun({ run }: { run: Run }) {
  const t = useT(texts);
  const lang = useLang();
  const { startedAt, finishedAt } = run;
  if (finishedAt === null) return null;
  const took = formatDuration((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000, lang);
  const whole = (value: number) => formatNumber(value, { decimals: 0 });
  return (
    <>
      <p>
        {t('storage.jobRun', { time: formatZoned(startedAt, 'minute'), took })}
        {' · '}
        {t('storage.jobDone', {
          days: whole(run.sealedDays),
          points: whole(run.sealedPoints),
          deleted: whole(run.deletedPoints),
          months: whole(run.droppedPartitions),
        })}
      </p>
      {run.failed && (
        <p className="wd-storage-failed" role="alert">
          {t('storage.jobFailed')}
        </p>
      )}
    </>
  );
}

/** Shows the daily job with its last run, and a button that starts it. */
export function StorageJob({ usage }: { usage: StorageUsage }) {
  const t = useT(texts);
  const can = useSession((session) => session.can);
  const [isStarting, setStarting] = useState(false);
  const { sealDays, run, pending, canRun } = usage;

  async function start(): Promise<void> {
    setStarting(true);
    try {
      await call('storageRun', {}, { quiet: true });
      await refreshStorage();
    } catch (error) {
      notifyFailure(error);
    }
    setStarting(false);
  }

  return (
    <section className="wd-storage-part wd-card" aria-label={t('storage.job')}>
      <header>
        <h2>{t('storage.job')}</h2>
        {canRun && can('storage:update') && (
          <div>
            <Button type="link" onClick={openJobs}>
              {t('job.mine')}
            </Button>
            <Button icon={<Icon name="play" />} loading={isStarting || pending} onClick={() => void start()}>
              {pending ? t('storage.jobRuns') : t('storage.run')}
            </Button>
          </div>
        )}
      </header>
      <p>{sealDays > 0 ? t('storage.jobText', { days: sealDays }) : t('storage.jobNever')}</p>
      {run && <LastRun run={run} />}
    </section>
  );
}
