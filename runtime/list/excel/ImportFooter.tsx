import { Button } from 'antd';
import { formatNumber } from '../../core/numbers/format.ts';
import { useT } from '../../kit/i18n/index.ts';
import { JobDownload } from '../../kit/jobs/JobProgress.tsx';
import { openJobs } from '../../kit/jobs/jobs.ts';
import { type ImportStage, readStage } from './report.ts';

interface Props {
  stage: ImportStage | null;
  busy: boolean;
  onAnother(): void;
  /** Imports the valid rows of the check with this id. */
  onTake(id: number): void;
  onClose(): void;
}

export function ImportFooter({ stage, busy, onAnother, onTake, onClose }: Props) {
  const t = useT();
  const { ended, importable, hasRest } = stage ? readStage(stage) : NOT_BEGUN;
  return (
    <div className="wd-excel-footer">
      <Button type="link" onClick={openJobs}>
        {t('job.mine')}
      </Button>
      {ended && (
        <Button disabled={busy} onClick={onAnother}>
          {t('excel.another')}
        </Button>
      )}
      {importable === 0 && <Button onClick={onClose}>{t('common.close')}</Button>}
      {stage && ended && (
        <JobDownload job={stage.job} label={t(hasRest ? 'excel.restFile' : 'excel.rejectedFile')} />
      )}
      {stage && importable > 0 && stage.job.status === 'done' && (
        <Button type="primary" loading={busy} onClick={() => onTake(stage.job.id)}>
          {t('excel.go', { count: formatNumber(importable) })}
        </Button>
      )}
    </div>
  );
}

const NOT_BEGUN = { ended: false, importable: 0, hasRest: false };
