import { DatePicker, Modal } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { isoLocal } from '../../core/time/timeWindow.ts';
import { useT } from '../../kit/i18n/index.ts';
import { useBoardSession } from '../session/boardSession.ts';

const MONTH = 'YYYY-MM';

/** Lets the user choose a month. The board is then shown as of its end (decision 31). */
export default function MonthDialog({ onClose }: { onClose(): void }) {
  const t = useT();
  const { moment, look } = useBoardSession();
  const now = dayjs(isoLocal(Date.now(), moment.zone).slice(0, MONTH.length));
  const [month, setMonth] = useState<Dayjs>(now.subtract(1, 'month'));
  return (
    <Modal
      open
      title={t('look.record')}
      okText={t('look.recordShow')}
      onCancel={onClose}
      onOk={() => {
        onClose();
        look.view.change({ record: month.format(MONTH) }, 'push');
      }}
    >
      <p className="wd-look-text">{t('look.recordText')}</p>
      <div className="wd-look-field">
        <label htmlFor="wd-look-month">{t('look.recordMonth')}</label>
        <DatePicker
          id="wd-look-month"
          picker="month"
          autoFocus
          allowClear={false}
          value={month}
          maxDate={now}
          onChange={(next) => next && setMonth(next)}
        />
      </div>
    </Modal>
  );
}
