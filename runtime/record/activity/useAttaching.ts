import { useState } from 'react';
import { uploadProblem } from '../../form/controls/files/uploadRules.ts';
import { call } from '../../kit/api/client.ts';
import { notifyFailure } from '../../kit/api/failure.ts';
import { notify } from '../../kit/api/notices.ts';
import { useT } from '../../kit/i18n/index.ts';
import { type RecordRef, recordPath, refreshRecord } from '../calls/recordCalls.ts';

const PICTURE = /\.(jpe?g|png)$/i;

/** Uploads files to a record. Returns running uploads and the errors of failed ones. */
export function useAttaching(record: RecordRef) {
  const t = useT();
  const [sending, setSending] = useState<readonly string[]>([]);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const addProblem = (problem: string) => setProblems((now) => [...now, problem]);

  async function send(file: File): Promise<void> {
    const problem = await uploadProblem(file, PICTURE.test(file.name) ? 'image' : 'file');
    if (problem) return addProblem(`${file.name}: ${t(problem.key, problem.params)}`);
    setSending((now) => [...now, file.name]);
    try {
      const body = new FormData();
      body.append('file', file, file.name);
      await call('recordAttachmentAdd', { path: recordPath(record), body }, { quiet: true });
      notify({ kind: 'success', text: { text: t('record.attached', { name: file.name }) } });
    } catch (error) {
      notifyFailure(error);
      addProblem(t('form.uploadFailed', { name: file.name }));
    } finally {
      setSending((now) => now.filter((name) => name !== file.name));
      await refreshRecord(record);
    }
  }

  return {
    sending,
    problems,
    attach(file: File): void {
      setProblems([]);
      void send(file);
    },
  };
}
