import { Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { formatNumber } from '../../core/format.ts';
import { useSaving } from '../../form/model/useSaving.ts';
import { FormFailure } from '../../form/screen/FormFailure.tsx';
import { useT } from '../../kit/i18n/index.ts';
import { ColleagueSelect } from '../../record/approval/ColleagueSelect.tsx';
import type { Handover } from './useHandover.ts';
import '../../record/approval/approval.css';

const LONGEST = 500;
const ROWS = { minRows: 2, maxRows: 6 };

interface Props {
  count: number;
  onHand(handover: Handover): Promise<void>;
  onClose(): void;
}

/** Asks who is to own the picked records, and why. */
export default function HandoverDialog({ count, onHand, onClose }: Props) {
  const t = useT();
  const id = useId();
  const [userId, setUserId] = useState<number | null>(null);
  const [reason, setReason] = useState('');
  const { busy, failure, save } = useSaving();

  async function hand(): Promise<void> {
    if (userId !== null) await onHand({ userId, ...(reason.trim() ? { reason } : {}) });
  }

  return (
    <Modal
      open
      title={t('list.handover')}
      okText={t('list.handover')}
      okButtonProps={{ disabled: userId === null, loading: busy }}
      cancelText={t('common.cancel')}
      onOk={() => void save(hand)}
      onCancel={onClose}
    >
      <FormFailure text={failure} />
      <p className="wd-form-notice">{t('list.selected', { count: formatNumber(count) })}</p>
      <div className="wd-delegate">
        <label htmlFor={`${id}-to`}>{t('list.handoverTo')}</label>
        <ColleagueSelect id={`${id}-to`} value={userId} onChange={setUserId} />
        <label htmlFor={`${id}-why`}>{t('list.handoverReason')}</label>
        <Input.TextArea
          id={`${id}-why`}
          autoSize={ROWS}
          maxLength={LONGEST}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </Modal>
  );
}
