import { Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { MAX_PASSWORD_LENGTH } from '../../../runtime/core/access/password.ts';
import { notify } from '../../../runtime/kit/api/notices.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import texts from '../texts.json';
import { showErrors } from './formErrors.ts';

interface Props {
  title: string;
  text: string;
  okText: string;
  danger?: boolean;
  /** True to also ask for a code of the second factor. */
  withCode?: boolean;
  /** Called with the entered password. Rejects with the server's error. */
  onProved(password: string, otp: string): Promise<void>;
  onClose(): void;
}

interface Proof {
  password: string;
  otp?: string;
}

const MAX_CODE_LENGTH = 20;

/** Asks for the password before an important action. */
export function PasswordDialog({
  title,
  text,
  okText,
  danger = false,
  withCode = false,
  onProved,
  onClose,
}: Props) {
  const t = useT(texts);
  const [form] = Form.useForm<Proof>();
  const [busy, setBusy] = useState(false);
  async function prove({ password, otp }: Proof) {
    setBusy(true);
    try {
      await onProved(password, otp ?? '');
    } catch (error) {
      const rest = showErrors(form, error);
      if (rest !== null) notify({ kind: 'warning', text: { text: rest || t('login.unreachable') } });
      setBusy(false);
    }
  }
  return (
    <Modal
      open
      title={title}
      okText={okText}
      okButtonProps={{ danger, loading: busy }}
      cancelText={t('common.cancel')}
      onOk={form.submit}
      onCancel={onClose}
    >
      <p className="wd-me-lead">{text}</p>
      <Form form={form} layout="vertical" requiredMark={false} onFinish={(values) => void prove(values)}>
        <Form.Item
          name="password"
          label={t('me.oldPassword')}
          rules={[{ required: true, message: t('me.oldPasswordMissing') }]}
        >
          <Input.Password autoFocus autoComplete="current-password" maxLength={MAX_PASSWORD_LENGTH} />
        </Form.Item>
        {withCode && (
          <Form.Item
            name="otp"
            label={t('login.otp')}
            extra={t('login.otpHelp')}
            rules={[{ required: true, message: t('login.otpMissing') }]}
          >
            <Input autoComplete="one-time-code" maxLength={MAX_CODE_LENGTH} />
          </Form.Item>
        )}
      </Form>
    </Modal>
  );
}
