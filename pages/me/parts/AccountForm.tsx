import { Button, Form } from 'antd';
import { type ReactNode, useState } from 'react';
import { notify } from '../../../runtime/kit/api/notices.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { type Profile, saveProfile } from '../../../runtime/kit/session/session.ts';
import texts from '../texts.json';
import { showErrors } from './formErrors.ts';

interface Props {
  /** The values of the account by field. */
  initial: Profile;
  children: ReactNode;
}

/** Edits a part of the user's account. Saving requires a change. Errors are shown at their fields. */
export function AccountForm({ initial, children }: Props) {
  const t = useT(texts);
  const [form] = Form.useForm<Profile>();
  const [busy, setBusy] = useState(false);
  const [changed, setChanged] = useState(false);
  const names = Object.keys(initial) as (keyof Profile)[];

  async function save(values: Profile) {
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

  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={initial}
      validateTrigger="onBlur"
      onValuesChange={(_, now: Profile) => setChanged(names.some((name) => now[name] !== initial[name]))}
      onFinish={(values) => void save(values)}
    >
      {children}
      <Button type="primary" htmlType="submit" loading={busy} disabled={!changed}>
        {t('common.save')}
      </Button>
    </Form>
  );
}
