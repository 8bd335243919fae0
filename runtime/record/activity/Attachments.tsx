import { Button, Upload } from 'antd';
import { call } from '../../kit/api/client.ts';
import { PreviewLink } from '../../kit/files/PreviewLink.tsx';
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
import { useAttaching } from './useAttaching.ts';

/** V047: maximum number of files. */
const MAX_COUNT = 30;
/** V046: maximum size of a file. */
const MAX_MEGABYTES = 50;

interface Props {
  record: RecordRef;
  mayUpdate: boolean;
}

/**
 * The record's files (V044–V049). Users who see the record can read them. Users who may change the record can
 * add some.
 */
export function Attachments({ record, mayUpdate }: Props) {
  const t = useT();
  const { data, isPending, isError, refetch } = useRecordAttachments(record);
  const { sending, problems, attach } = useAttaching(record);
  const { ask, holder } = useDangerAsk();
  const files = data ?? [];

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
      {mayUpdate && <DropPlace full={files.length + sending.length >= MAX_COUNT} onFile={attach} />}
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
            <Attachment
              key={file.id}
              record={record}
              file={file}
              onRemove={mayUpdate ? () => remove(file) : undefined}
            />
          ))}
        </ul>
      </Panel>
    </div>
  );
}

function DropPlace({ full, onFile }: { full: boolean; onFile(file: File): void }) {
  const t = useT();
  return (
    <Upload.Dragger
      multiple
      showUploadList={false}
      disabled={full}
      beforeUpload={(file) => {
        onFile(file);
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
  );
}

interface AttachmentProps {
  record: RecordRef;
  file: RecordAttachment;
  /** Undefined without the permission to remove the file. */
  onRemove: (() => void) | undefined;
}

function Attachment({ record, file, onRemove }: AttachmentProps) {
  const t = useT();
  const { name } = file;
  return (
    <li>
      <Icon name={file.type.startsWith('image/') ? 'image' : 'report'} />
      <span className="wd-attachment-text">
        <PreviewLink
          address={`/manager/record/${record.entity.name}/${record.id}/attachment/${file.id}`}
          name={name}
        >
          {name}
        </PreviewLink>
        <span>
          {bytesText(file.size)} · {file.createdByName ?? t('record.somebody')} ·{' '}
          <TimeAgo at={file.createdAt} />
        </span>
      </span>
      {onRemove && (
        <Button
          type="text"
          size="small"
          icon={<Icon name="delete" />}
          aria-label={t('record.attachmentRemove', { name })}
          onClick={onRemove}
        />
      )}
    </li>
  );
}
