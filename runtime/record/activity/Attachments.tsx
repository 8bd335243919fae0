import { Button, Upload } from 'antd';
import { useState } from 'react';
import { uploadProblem } from '../../form/controls/files/uploadRules.ts';
import { call } from '../../kit/api/client.ts';
import { tellFailure } from '../../kit/api/failure.ts';
import { notify } from '../../kit/api/notices.ts';
import { useT } from '../../kit/i18n/index.ts';
import { useDangerAsk } from '../../kit/overlay/useDangerAsk.ts';
import { bytesText } from '../../kit/parts/fileSize.ts';
import { Panel } from '../../kit/parts/Panel.tsx';
import { TimeAgo } from '../../kit/parts/TimeAgo.tsx';
import { Icon } from '../../kit/theme/Icon.tsx';
import {
  type RecordAttachment,
  type RecordRef,
  recordPath,
  refreshRecord,
  useRecordAttachments,
} from '../calls/recordCalls.ts';

/** V047 */
const MAX_COUNT = 30;
/** V046 */
const MAX_MEGABYTES = 50;
const PICTURE = /\.(jpe?g|png)$/i;

interface Props {
  record: RecordRef;
  mayUpdate: boolean;
}

/** The files kept with the record (V044–V049): added by whoever may change it, downloaded by whoever sees it. */
export function Attachments({ record, mayUpdate }: Props) {
  const t = useT();
  const { data, isPending, isError, refetch } = useRecordAttachments(record);
  const [sending, setSending] = useState<string[]>([]);
  const [problems, setProblems] = useState<string[]>([]);
  const { ask, holder } = useDangerAsk();
  const files = data ?? [];
  const full = files.length + sending.length >= MAX_COUNT;

  async function send(file: File): Promise<void> {
    const problem = await uploadProblem(file, PICTURE.test(file.name) ? 'image' : 'file');
    if (problem) {
      setProblems((now) => [...now, `${file.name}: ${t(problem.key, problem.params)}`]);
      return;
    }
    setSending((now) => [...now, file.name]);
    try {
      const body = new FormData();
      body.append('file', file, file.name);
      // The description types a file as text; the browser sends the form as it is.
      const input = { path: recordPath(record), body: body as never };
      await call('recordAttachmentAdd', input, { quiet: true });
      notify({ kind: 'success', text: { text: t('record.attached', { name: file.name }) } });
    } catch (error) {
      tellFailure(error);
      setProblems((now) => [...now, t('form.uploadFailed', { name: file.name })]);
    } finally {
      setSending((now) => now.filter((name) => name !== file.name));
      await refreshRecord(record);
    }
  }

  const remove = ({ id, name }: RecordAttachment) =>
    ask({
      title: t('record.attachmentRemoveAsk', { name }),
      run: () => {
        const path = { ...recordPath(record), attachmentId: id };
        return call('recordAttachmentRemove', { path }, { quiet: true }).finally(() => refreshRecord(record));
      },
    });

  return (
    <div className="wd-attachments">
      {holder}
      {mayUpdate && (
        <Upload.Dragger
          multiple
          showUploadList={false}
          disabled={full}
          beforeUpload={(file) => {
            setProblems([]);
            void send(file);
            return Upload.LIST_IGNORE;
          }}
        >
          <span className="wd-attach">
            <Icon name="upload" />
            <strong>{t('record.attach')}</strong>
            <span>
              {full
                ? t('record.attachFull', { count: MAX_COUNT })
                : t('record.attachHint', { limit: MAX_MEGABYTES, count: MAX_COUNT })}
            </span>
          </span>
        </Upload.Dragger>
      )}
      {problems.length > 0 && (
        <ul className="wd-attach-problems" role="alert">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      {sending.map((name) => (
        <p key={name} className="wd-record-note" role="status">
          {t('record.uploading', { name })}
        </p>
      ))}
      <Panel
        icon="folder"
        pending={isPending}
        failed={isError && !data}
        onRetry={() => void refetch()}
        empty={files.length === 0 && sending.length === 0 ? t('record.noAttachments') : undefined}
      >
        <ul className="wd-attachment-list">
          {files.map((file) => (
            <li key={file.id}>
              <Icon name={file.type.startsWith('image/') ? 'image' : 'report'} />
              <span className="wd-attachment-text">
                <a
                  href={`/manager/record/${record.entity.name}/${record.id}/attachment/${file.id}`}
                  download={file.name}
                  aria-label={t('record.download', { name: file.name })}
                >
                  {file.name}
                </a>
                <span>
                  {bytesText(file.size)} · {file.createdByName ?? t('record.somebody')} ·{' '}
                  <TimeAgo at={file.createdAt} />
                </span>
              </span>
              {mayUpdate && (
                <Button
                  type="text"
                  size="small"
                  icon={<Icon name="delete" />}
                  aria-label={t('record.attachmentRemove', { name: file.name })}
                  onClick={() => remove(file)}
                />
              )}
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}
