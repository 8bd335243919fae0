import { Button, Form, TimePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { notify } from '../../../runtime/kit/api/notices.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { type Principal, saveProfile } from '../../../runtime/kit/session/session.ts';
import texts from '../texts.json';
import { showErrors } from './formErrors.ts';

type Span = Pick<Principal, 'quietFrom' | 'quietUntil'>;

const TIME = 'HH:mm';

const showTime = (time: string) => ({ value: time ? dayjs(`1970-01-01T${time}`) : null });
const readTime = (moment: Dayjs | null): string => moment?.format(TIME) ?? '';

/** Edits the hours in which reminders wait. Empty ones are those of the working calendar. */
export function QuietHours({ user }: { user: Principal }) {
  const t = useT(texts);
  const [form] = Form.useForm<Span>();
  const [busy, setBusy] = useState(false);
  const [changed, setChanged] = useState(false);
  const { quietFrom, quietUntil } = user;

  async function save(span: Span) {
    setBusy(true);
    try {
      await saveProfile(span);
      setChanged(false);
      notify({ kind: 'success', text: { text: t('common.saved') } });
    } catch (error) {
      const rest = showErrors(form, error);
      if (rest !== null) notify({ kind: 'warning', text: { text: rest || t('login.unreachable') } });
    } finally {
      setBusy(false);
    }
  }

  const field = (name: keyof Span, label: string) => (
    <Form.Item name={name} label={label} getValueProps={showTime} getValueFromEvent={readTime}>
      <TimePicker className="wd-control" format={TIME} needConfirm={false} />
    </Form.Item>
  );
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={{ quietFrom, quietUntil }}
      onValuesChange={(_, now: Span) =>
        setChanged(now.quietFrom !== quietFrom || now.quietUntil !== quietUntil)
      }
      onFinish={(span) => void save(span)}
    >
      <div className="wd-me-pair">
        {field('quietFrom', t('me.quietFrom'))}
        {field('quietUntil', t('me.quietUntil'))}
      </div>
      <Button type="primary" htmlType="submit" loading={busy} disabled={!changed}>
        {t('common.save')}
      </Button>
    </Form>
  );
}
