import { Alert, Button, Modal, Segmented } from 'antd';
import { useState } from 'react';
import type { DocumentDefinition, DocumentFormat } from '../../../generated/definition.ts';
import type { Entity } from '../../core/definitions/entities.ts';
import { formatNumber } from '../../core/numbers/format.ts';
import type { Lang } from '../../core/text/lang.ts';
import { call } from '../../kit/api/client.ts';
import { useLang, useT, useText } from '../../kit/i18n/index.ts';
import { listLangOptions } from '../../kit/i18n/langOptions.ts';
import { JobDownload, JobProgress, useJobError } from '../../kit/jobs/JobProgress.tsx';
import { isJobRunning, type Job } from '../../kit/jobs/jobs.ts';
import { useStartedJob } from '../../kit/jobs/useStartedJob.ts';
import type { SelectedRecords } from '../query/query.ts';
import './documents.css';
import texts from './texts.json';

export interface ManyDocumentsProps {
  entity: Entity;
  documents: readonly DocumentDefinition[];
  selection: SelectedRecords;
  count: number;
  onClose(): void;
}

const NAMES: Record<DocumentFormat, string> = { pdf: 'PDF', word: 'Word' };

/** Makes an archive with a document of each selected record. Closing the dialog does not stop the job. */
export default function ManyDocumentsDialog(props: ManyDocumentsProps) {
  const { entity, documents, selection, count, onClose } = props;
  const t = useT(texts);
  const text = useText();
  const [name, setName] = useState(documents[0]!.name);
  const [format, setFormat] = useState<DocumentFormat>('pdf');
  const [lang, setLang] = useState<Lang>(useLang());
  const { job, isStarting, start, close, end } = useStartedJob(onClose);
  const document = documents.find((one) => one.name === name) ?? documents[0]!;
  const { formats = ['pdf'] } = document;
  const make = () =>
    start(() => {
      const path = { entity: entity.name, document: document.name };
      const shape = { format: formats.includes(format) ? format : formats[0]!, lang };
      return call('recordDocuments', { path, body: { selection, expected: count, ...shape } });
    });
  return (
    <Modal
      open
      title={text(document.title)}
      onCancel={close}
      footer={
        <>
          <Button onClick={close}>{t(job ? 'common.close' : 'common.cancel')}</Button>
          {job === null && (
            <Button type="primary" loading={isStarting} onClick={() => void make()}>
              {t('documents.make', { count: formatNumber(count) })}
            </Button>
          )}
          {job?.status === 'done' && <JobDownload job={job} />}
        </>
      }
    >
      {job ? (
        <MakingDocuments job={job} onEnd={end} />
      ) : (
        <div className="wd-documents-choice">
          <p>{t('documents.text')}</p>
          {documents.length > 1 && (
            <Segmented
              aria-label={t('document.open')}
              options={documents.map((one) => ({ value: one.name, label: text(one.title) }))}
              value={document.name}
              onChange={setName}
            />
          )}
          <Segmented
            aria-label={t('document.language')}
            options={listLangOptions()}
            value={lang}
            onChange={setLang}
          />
          {formats.length > 1 && (
            <Segmented<DocumentFormat>
              aria-label={t('documents.format')}
              options={formats.map((value) => ({ value, label: NAMES[value] }))}
              value={format}
              onChange={setFormat}
            />
          )}
        </div>
      )}
    </Modal>
  );
}

/** Shows the progress and the result of the job. */
function MakingDocuments({ job, onEnd }: { job: Job; onEnd(job: Job): void }) {
  const t = useT(texts);
  const errorOf = useJobError();
  const isDone = job.status === 'done';
  return (
    <>
      <JobProgress id={job.id} onEnd={onEnd} />
      {!isJobRunning(job) && (
        <Alert
          showIcon
          type={isDone ? 'success' : 'warning'}
          title={errorOf(job) ?? t(isDone ? 'documents.done' : 'documents.cancelled')}
        />
      )}
    </>
  );
}
