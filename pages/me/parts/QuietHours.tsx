import { Form, TimePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import type { Principal } from '../../../runtime/kit/session/session.ts';
import texts from '../texts.json';
import { AccountForm } from './AccountForm.tsx';

const TIME = 'HH:mm';

const showTime = (time: string) => ({ value: time ? dayjs(`1970-01-01T${time}`) : null });
const readTime = (moment: Dayjs | null): string => moment?.format(TIME) ?? '';

/** Edits the hours without reminders. Empty fields use the working calendar. */
export function QuietHours({ user: { quietFrom, quietUntil } }: { user: Principal }) {
  const t = useT(texts);
  const field = (name: 'quietFrom' | 'quietUntil') => (
    <Form.Item name={name} label={t(`me.${name}`)} getValueProps={showTime} getValueFromEvent={readTime}>
      <TimePicker className="wd-control" format={TIME} needConfirm={false} />
    </Form.Item>
  );
  return (
    <AccountForm initial={{ quietFrom, quietUntil }}>
      <div className="wd-me-pair">
        {field('quietFrom')}
        {field('quietUntil')}
      </div>
    </AccountForm>
  );
}
