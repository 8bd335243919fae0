import { Alert } from 'antd';
import { useT } from '../../kit/i18n/index.ts';
import { JobProgress, useJobError } from '../../kit/jobs/JobProgress.tsx';
import type { Job } from '../../kit/jobs/jobs.ts';
import { ImportResult } from './ImportResult.tsx';
import { type ImportStage, readStage } from './report.ts';

interface Props {
  stage: ImportStage;
  onEnd(job: Job): void;
}

/** Shows the progress of the check or the import, and its findings so far. */
export function ImportProgress({ stage, onEnd }: Props) {
  const t = useT();
  const errorOf = useJobError();
  const { dryRun, job } = stage;
  const { ended, report, hasRest } = readStage(stage);
  const failure = ended && errorOf(job);
  return (
    <div className="wd-excel">
      {!ended && (
        <>
          <JobProgress id={job.id} title={t(dryRun ? 'excel.checking' : 'excel.importing')} onEnd={onEnd} />
          {!dryRun && <p className="wd-excel-hint">{t('excel.cancelKeeps')}</p>}
        </>
      )}
      {failure && <Alert showIcon type="error" title={failure} />}
      {report && <ImportResult report={report} dryRun={dryRun} stopped={job.status !== 'done' && !dryRun} />}
      {ended && job.fileName !== null && !hasRest && (
        <p className="wd-excel-hint">{t('excel.rejectedHint')}</p>
      )}
    </div>
  );
}
