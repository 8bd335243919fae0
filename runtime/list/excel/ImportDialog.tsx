import { Alert, Button, Modal } from 'antd';
import { useState } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import { formatNumber } from '../../core/format.ts';
import type { ImportMode } from '../../core/importReport.ts';
import { call } from '../../kit/api/client.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { JobDownload, JobProgress, useJobError } from '../../kit/jobs/JobProgress.tsx';
import { isJobRunning, type Job, openJobs, unwatchJob, watchJob } from '../../kit/jobs/jobs.ts';
import { SIZE } from '../../kit/theme/tokens.ts';
import './excel.css';
import { ImportChoice } from './ImportChoice.tsx';
import { ImportResult } from './ImportResult.tsx';
import { reportOf, rowsGood } from './report.ts';

interface Props {
  entity: Entity;
  /** What this user may do with a file, the usual first. */
  modes: readonly ImportMode[];
  onDone(): void;
  onClose(): void;
}

/** The check of a file, or the import that followed it. */
interface Stage {
  dryRun: boolean;
  job: Job;
}

/** Choose a file, see what is wrong with it, take over what is good. Closing it stops nothing. */
export default function ImportDialog({ entity, modes, onDone, onClose }: Props) {
  const t = useT();
  const text = useText();
  const errorOf = useJobError();
  const [mode, setMode] = useState<ImportMode>(modes[0] ?? 'create');
  const [stage, setStage] = useState<Stage | null>(null);
  const [busy, setBusy] = useState(false);

  /** A refusal was told in passing; the dialog stays as it is. */
  const begin = async (dryRun: boolean, asked: Promise<Job>) => {
    setBusy(true);
    const job = await asked.catch(() => null);
    setBusy(false);
    if (job) setStage({ dryRun, job });
  };
  const check = (file: File) => {
    const body = new FormData();
    body.append('file', file, file.name);
    // The description types a file as text; the browser sends the form as it is.
    const input = { path: { entity: entity.name }, query: { mode }, body: body as never };
    return begin(true, call('recordImportCheck', input));
  };
  const take = (id: number) => begin(false, call('recordImport', { path: { entity: entity.name, id } }));

  const end = (job: Job) => {
    unwatchJob(job.id);
    setStage((now) => now && { ...now, job });
    const report = reportOf(job);
    if (stage && !stage.dryRun && report && rowsGood(report) > 0) onDone();
  };
  const close = () => {
    if (stage && isJobRunning(stage.job)) watchJob(stage.job.id);
    onClose();
  };

  const ended = stage !== null && !isJobRunning(stage.job);
  const report = ended ? reportOf(stage.job) : null;
  const failure = ended && errorOf(stage.job);
  const good = report && report.blocked.length === 0 ? rowsGood(report) : 0;

  return (
    <Modal
      open
      title={t('excel.importTitle', { title: text(entity.title) })}
      width={SIZE.form + SIZE.sider / 2}
      onCancel={close}
      footer={
        <div className="wd-excel-footer">
          <Button type="link" onClick={openJobs}>
            {t('job.mine')}
          </Button>
          {ended && (
            <Button disabled={busy} onClick={() => setStage(null)}>
              {t('excel.another')}
            </Button>
          )}
          {!(ended && stage.dryRun && good > 0) && <Button onClick={close}>{t('common.close')}</Button>}
          {ended && (
            <JobDownload
              job={stage.job}
              label={t(report && report.left > 0 ? 'excel.restFile' : 'excel.rejectedFile')}
            />
          )}
          {ended && stage.dryRun && good > 0 && stage.job.status === 'done' && (
            <Button type="primary" loading={busy} onClick={() => void take(stage.job.id)}>
              {t('excel.go', { count: formatNumber(good) })}
            </Button>
          )}
        </div>
      }
    >
      {stage === null ? (
        <ImportChoice
          {...{ entity, modes, mode, busy }}
          onMode={setMode}
          onFile={(file) => void check(file)}
        />
      ) : (
        <div className="wd-excel">
          {!ended && (
            <>
              <JobProgress
                id={stage.job.id}
                title={t(stage.dryRun ? 'excel.checking' : 'excel.importing')}
                onEnd={end}
              />
              {!stage.dryRun && <p className="wd-excel-hint">{t('excel.cancelKeeps')}</p>}
            </>
          )}
          {failure && <Alert showIcon type="error" title={failure} />}
          {report && (
            <ImportResult
              report={report}
              dryRun={stage.dryRun}
              stopped={stage.job.status !== 'done' && !stage.dryRun}
            />
          )}
          {ended && stage.job.fileName !== null && !(report && report.left > 0) && (
            <p className="wd-excel-hint">{t('excel.rejectedHint')}</p>
          )}
        </div>
      )}
    </Modal>
  );
}
