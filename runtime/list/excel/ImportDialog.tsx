import { Modal } from 'antd';
import { useState } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import type { ImportMode } from '../../core/importReport.ts';
import { call } from '../../kit/api/client.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { isJobRunning, type Job, unwatchJob, watchJob } from '../../kit/jobs/jobs.ts';
import { SIZE } from '../../kit/theme/tokens.ts';
import './excel.css';
import { ImportChoice } from './ImportChoice.tsx';
import { ImportFooter } from './ImportFooter.tsx';
import { ImportProgress } from './ImportProgress.tsx';
import { type ImportStage, reportOf, rowsGood } from './report.ts';

interface Props {
  entity: Entity;
  /** The import modes that this user may use, the usual one first. */
  modes: readonly ImportMode[];
  onDone(): void;
  onClose(): void;
}

/** Imports a file: choose it, see its errors, import the valid rows. Closing the dialog does not stop the job. */
export default function ImportDialog({ entity, modes, onDone, onClose }: Props) {
  const t = useT();
  const text = useText();
  const [mode, setMode] = useState<ImportMode>(modes[0] ?? 'create');
  const [stage, setStage] = useState<ImportStage | null>(null);
  const [busy, setBusy] = useState(false);

  /** The error is already shown. The dialog stays open. */
  const begin = async (dryRun: boolean, answer: Promise<Job>) => {
    setBusy(true);
    const job = await answer.catch(() => null);
    setBusy(false);
    if (job) setStage({ dryRun, job });
  };
  const check = (file: File) => {
    const body = new FormData();
    body.append('file', file, file.name);
    const input = { path: { entity: entity.name }, query: { mode }, body };
    return begin(true, call('recordImportCheck', input));
  };
  const importRows = (id: number) =>
    begin(false, call('recordImport', { path: { entity: entity.name, id } }));

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

  return (
    <Modal
      open
      title={t('excel.importTitle', { title: text(entity.title) })}
      width={SIZE.form + SIZE.sider / 2}
      onCancel={close}
      footer={
        <ImportFooter
          {...{ stage, busy }}
          onAnother={() => setStage(null)}
          onTake={(id) => void importRows(id)}
          onClose={close}
        />
      }
    >
      {stage === null ? (
        <ImportChoice
          {...{ entity, modes, mode, busy }}
          onMode={setMode}
          onFile={(file) => void check(file)}
        />
      ) : (
        <ImportProgress stage={stage} onEnd={end} />
      )}
    </Modal>
  );
}
