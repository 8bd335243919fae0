import { Modal, Select } from 'antd';
import { useId, useState } from 'react';
import { useSaving } from '../../form/model/save/useSaving.ts';
import { FormFailure } from '../../form/screen/FormFailure.tsx';
import { useT } from '../../kit/i18n/index.ts';
import type { ApprovalRequest } from './approvalCalls.ts';
import { ColleaguesSelect } from './ColleagueSelect.tsx';
import { CommentField } from './CommentField.tsx';

type Place = 'before' | 'after';

interface Props {
  request: ApprovalRequest;
  onAdd(hand: { userIds: number[]; place: Place }, comment: string): Promise<void>;
  onClose(): void;
}

/** Lets the user choose additional approvers, before the user or after the user's agreement. */
export function AddSignerDialog({ request, onAdd, onClose }: Props) {
  const t = useT();
  const id = useId();
  const [userIds, setUserIds] = useState<number[]>([]);
  const [place, setPlace] = useState<Place>('before');
  const [comment, setComment] = useState('');
  const { busy, failure, save } = useSaving();
  return (
    <Modal
      open
      title={`${t('approval.add')} · ${request.recordLabel}`}
      okText={t('approval.add')}
      okButtonProps={{ disabled: userIds.length === 0, loading: busy }}
      cancelText={t('common.cancel')}
      onOk={() => void save(() => onAdd({ userIds, place }, comment))}
      onCancel={onClose}
    >
      <FormFailure text={failure} />
      <div className="wd-delegate">
        <label htmlFor={`${id}-who`}>{t('approval.addWho')}</label>
        <ColleaguesSelect id={`${id}-who`} value={userIds} onChange={setUserIds} />
        <label htmlFor={`${id}-place`}>{t('approval.addPlace')}</label>
        <Select<Place>
          id={`${id}-place`}
          value={place}
          options={[
            { value: 'before', label: t('approval.addBefore') },
            { value: 'after', label: t('approval.addAfter') },
          ]}
          onChange={setPlace}
        />
        <CommentField id={`${id}-why`} label={t('approval.remark')} value={comment} onChange={setComment} />
      </div>
    </Modal>
  );
}
