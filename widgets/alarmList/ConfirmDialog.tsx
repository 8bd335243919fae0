import { Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { notify } from '../../runtime/kit/api/notices.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import texts from './texts.json';
import './confirm.css';

/** The server's limit for the remark. */
const MAX_CHECK_INFO = 500;

interface Props {
  /** Text of the alarm to confirm. */
  subject: string;
  /** Rejects if the confirmation failed. The dialog then keeps its input. */
  onConfirm(checkInfo: string): Promise<void>;
  onClose(): void;
}

/** V070, decision 40: the dialog asks for a remark, but accepts an empty one. */
export function ConfirmDialog({ subject, onConfirm, onClose }: Props) {
  const t = useT(texts);
  const field = useId();
  const [checkInfo, setCheckInfo] = useState('');
  const [sending, setSending] = useState(false);

  const cancel = () => {
    notify({ kind: 'info', text: { text: t('widget.alarmList.cancelled') } });
    onClose();
  };
  const confirm = async () => {
    setSending(true);
    try {
      await onConfirm(checkInfo.trim());
      onClose();
    } catch {
      // The error is already shown. The remark remains for a retry.
      setSending(false);
    }
  };

  return (
    <Modal
      open
      title={t('widget.alarmList.confirmTitle')}
      okText={t('widget.alarmList.confirm')}
      cancelText={t('common.cancel')}
      confirmLoading={sending}
      onOk={() => void confirm()}
      onCancel={cancel}
      destroyOnHidden
    >
      <p className="wd-alarm-subject">{subject}</p>
      <label className="wd-alarm-prompt" htmlFor={field}>
        {t('widget.alarmList.prompt')}
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
