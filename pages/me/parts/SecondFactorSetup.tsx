import { Alert, Button, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import type { Data } from '../../../generated/calls.ts';
import { call } from '../../../runtime/kit/api/client.ts';
import { notify } from '../../../runtime/kit/api/notices.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import texts from '../texts.json';
import { showErrors } from './formErrors.ts';

interface Props {
  secret: Data<'totpBegin'>;
  onClose(): void;
}

const CODE_LENGTH = 6;

/** Shows the QR code for the app, asks for its first code, then shows the recovery codes once. */
export function SecondFactorSetup({ secret, onClose }: Props) {
  const t = useT(texts);
  const [form] = Form.useForm<{ code: string }>();
  const [busy, setBusy] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  async function confirm(body: { code: string }) {
    setBusy(true);
    try {
      setCodes((await call('totpConfirm', { body }, { quiet: true })).recoveryCodes);
    } catch (error) {
      const rest = showErrors(form, error);
      if (rest !== null) notify({ kind: 'warning', text: { text: rest || t('login.unreachable') } });
    } finally {
      setBusy(false);
    }
  }
  if (codes) {
    const text = codes.join('\n');
    return (
      <Modal
        open
        closable={false}
        maskClosable={false}
        title={t('me.recoveryTitle')}
        footer={
          <>
            <Button onClick={() => void navigator.clipboard?.writeText(text)}>{t('me.copy')}</Button>
            <Button type="primary" onClick={onClose}>
              {t('me.recoveryKept')}
            </Button>
          </>
        }
      >
        <Alert type="warning" showIcon title={t('me.recoveryText')} />
        <ul className="wd-me-codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </Modal>
    );
  }
  return (
    <Modal
      open
      title={t('me.factorSwitchOn')}
      okText={t('me.factorConfirm')}
      okButtonProps={{ loading: busy }}
      cancelText={t('common.cancel')}
      onOk={form.submit}
      onCancel={onClose}
    >
      <p className="wd-me-lead">{t('me.factorScan')}</p>
      <div className="wd-me-qr">
        <img src={secret.image} alt={t('me.factorPicture')} />
        <code>{secret.secret}</code>
      </div>
      <Form form={form} layout="vertical" requiredMark={false} onFinish={(values) => void confirm(values)}>
        <Form.Item
          name="code"
          label={t('login.otp')}
          rules={[{ required: true, len: CODE_LENGTH, message: t('login.otpMissing') }]}
        >
          <Input autoFocus inputMode="numeric" autoComplete="one-time-code" maxLength={CODE_LENGTH} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
