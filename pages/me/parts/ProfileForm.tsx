import { Form, Input } from 'antd';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import type { Principal } from '../../../runtime/kit/session/session.ts';
import texts from '../texts.json';
import { AccountForm } from './AccountForm.tsx';

/** Edits the profile, with the limits from the API description. */
export function ProfileForm({ user: { name, phone, email } }: { user: Principal }) {
  const t = useT(texts);
  return (
    <AccountForm initial={{ name, phone, email }}>
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
    </AccountForm>
  );
}
