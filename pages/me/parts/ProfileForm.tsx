import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { notify } from '../../../runtime/kit/api/notices.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { type Principal, type Profile, saveProfile } from '../../../runtime/kit/session/session.ts';
import texts from '../texts.json';
import { showErrors } from './formErrors.ts';

type Values = Required<Pick<Profile, 'name' | 'phone' | 'email'>>;

/** Edits the profile. The limits are those of the server's description. */
export function ProfileForm({ user }: { user: Principal }) {
  const t = useT(texts);
  const [form] = Form.useForm<Values>();
  const [busy, setBusy] = useState(false);
  const [changed, setChanged] = useState(false);
  const initial: Values = { name: user.name, phone: user.phone, email: user.email };

  async function save(values: Values) {
    setBusy(true);
    try {
      await saveProfile(values);
      setChanged(false);
      notify({ kind: 'success', text: { text: t('common.saved') } });
    } catch (error) {
      const rest = showErrors(form, error);
      if (rest !== null) notify({ kind: 'warning', text: { text: rest || t('login.unreachable') } });
    } finally {
      setBusy(false);
    }
  }

  const compare = (_: unknown, now: Values) =>
    setChanged(now.name !== user.name || now.phone !== user.phone || now.email !== user.email);
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={initial}
      validateTrigger="onBlur"
      onValuesChange={compare}
      onFinish={(values) => void save(values)}
    >
      <Form.Item
        name="name"
        label={t('me.name')}
        rules={[{ required: true, whitespace: true, message: t('me.nameMissing') }]}
      >
        <Input maxLength={100} autoComplete="name" />
      </Form.Item>
      <div className="wd-me-pair">
        <Form.Item name="phone" label={t('me.phone')}>
          <Input maxLength={30} type="tel" autoComplete="tel" />
        </Form.Item>
        <Form.Item name="email" label={t('me.email')}>
          <Input maxLength={200} type="email" autoComplete="email" />
        </Form.Item>
      </div>
      <Button type="primary" htmlType="submit" loading={busy} disabled={!changed}>
        {t('common.save')}
      </Button>
    </Form>
  );
}
