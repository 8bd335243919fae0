import { Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { notify } from '../../../runtime/api/notices.ts';
import { useT } from '../../../runtime/i18n/index.ts';

/** The server's limit for the remark. */
const MAX_CHECK_INFO = 500;

interface Props {
  /** What is confirmed, in words. */
  subject: string;
  /** Rejects when it could not be done; the dialog then stays open with its text. */
  onConfirm(checkInfo: string): Promise<void>;
  onClose(): void;
}

/** V070, decision 40: the prompt is shown, an empty remark is no obstacle. */
export function ConfirmDialog({ subject, onConfirm, onClose }: Props) {
  const t = useT();
  const field = useId();
  const [checkInfo, setCheckInfo] = useState('');
  const [sending, setSending] = useState(false);

  const cancel = () => {
    notify({ kind: 'info', text: { text: t('warning.cancelled') } });
    onClose();
  };
  const confirm = async () => {
    setSending(true);
    try {
      await onConfirm(checkInfo.trim());
      onClose();
    } catch {
      // The client has said what went wrong; the remark stays for another try.
      setSending(false);
    }
  };

  return (
    <Modal
      open
      title={t('warning.confirmTitle')}
      okText={t('warning.confirm')}
      cancelText={t('common.cancel')}
      confirmLoading={sending}
      onOk={() => void confirm()}
      onCancel={cancel}
      destroyOnHidden
    >
      <p className="wd-warning-subject">{subject}</p>
      <label className="wd-warning-prompt" htmlFor={field}>
        {t('warning.prompt')}
        <Input.TextArea
          id={field}
          autoFocus
          rows={3}
          maxLength={MAX_CHECK_INFO}
          value={checkInfo}
          onChange={(event) => setCheckInfo(event.target.value)}
          onPressEnter={(event) => {
            if (event.ctrlKey || event.metaKey) void confirm();
          }}
        />
      </label>
    </Modal>
  );
}
