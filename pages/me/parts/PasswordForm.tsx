import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../../runtime/core/access/password.ts';
import { call } from '../../../runtime/kit/api/client.ts';
import { notify } from '../../../runtime/kit/api/notices.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { awaitOwnEnd, leaveSession, useSession } from '../../../runtime/kit/session/session.ts';
import texts from '../texts.json';
import { showErrors } from './formErrors.ts';

interface Values {
  oldPassword: string;
  newPassword: string;
  repeatPassword: string;
}

const refuseUnless = (isValid: (value: string) => boolean, message: string) => ({
  validator: (_: unknown, value: string) =>
    isValid(value) ? Promise.resolve() : Promise.reject(new Error(message)),
});

/** V122, V126, V127: changes the password. Afterwards the user must sign in again. */
export function PasswordForm() {
  const t = useT(texts);
  const [form] = Form.useForm<Values>();
  const [busy, setBusy] = useState(false);

  async function change(body: Values) {
    setBusy(true);
    try {
      const { message: text } = await awaitOwnEnd(call('changePassword', { body }, { quiet: true }));
      notify({ kind: 'success', text: { text } });
      leaveSession();
    } catch (error) {
      const rest = showErrors(form, error);
      if (rest !== null) notify({ kind: 'warning', text: { text: rest || t('login.unreachable') } });
      setBusy(false);
    }
  }

  const min = { min: MIN_PASSWORD_LENGTH };
  const differs = refuseUnless(
    (value) => !value || value !== form.getFieldValue('oldPassword'),
    t('me.passwordSame'),
  );
  const matches = refuseUnless(
    (value) => value === form.getFieldValue('newPassword'),
    t('me.passwordMismatch'),
  );
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      validateTrigger="onBlur"
      onFinish={(values) => void change(values)}
    >
      <UserName />
      <Form.Item
        name="oldPassword"
        label={t('me.oldPassword')}
        rules={[{ required: true, message: t('me.oldPasswordMissing') }]}
      >
        <Input.Password id="oldPassword" autoComplete="current-password" maxLength={MAX_PASSWORD_LENGTH} />
      </Form.Item>
      <div className="wd-me-pair">
        <Form.Item
          name="newPassword"
          label={t('me.newPassword')}
          extra={t('me.passwordHelp', min)}
          validateFirst
          rules={[{ required: true, min: MIN_PASSWORD_LENGTH, message: t('me.passwordShort', min) }, differs]}
        >
          <Input.Password autoComplete="new-password" maxLength={MAX_PASSWORD_LENGTH} />
        </Form.Item>
        <Form.Item
          name="repeatPassword"
          label={t('me.repeatPassword')}
          dependencies={['newPassword']}
          rules={[matches]}
        >
          <Input.Password autoComplete="new-password" maxLength={MAX_PASSWORD_LENGTH} />
        </Form.Item>
      </div>
      <Button htmlType="submit" type="primary" loading={busy}>
        {t('me.password')}
      </Button>
    </Form>
  );
}

/** A hidden user name for password managers. */
function UserName() {
  const username = useSession(({ user }) => user?.username);
  return (
    <input
      className="wd-hidden"
      type="text"
      autoComplete="username"
      value={username}
      readOnly
      tabIndex={-1}
      aria-hidden
    />
  );
}
