import { Modal, Select } from 'antd';
import { useId, useState } from 'react';
import { useSaving } from '../../form/model/save/useSaving.ts';
import { FormFailure } from '../../form/screen/FormFailure.tsx';
import { useT, useText } from '../../kit/i18n/index.ts';
import type { ApprovalRequest } from './approvalCalls.ts';
import { CommentField } from './CommentField.tsx';

interface Props {
  request: ApprovalRequest;
  onReturn(no: number | null, comment: string): Promise<void>;
  onClose(): void;
}

/** Number that represents the initiator among the steps. */
const INITIATOR = 0;

/** Asks for the step to return to, and for the reason. */
export function ReturnDialog({ request, onReturn, onClose }: Props) {
  const t = useT();
  const text = useText();
  const id = useId();
  const [no, setNo] = useState(INITIATOR);
  const [comment, setComment] = useState('');
  const { busy, failure, save } = useSaving();
  const steps = request.steps.filter((step) => request.returnTo.includes(step.no));
  return (
    <Modal
      open
      title={`${t('approval.return')} · ${request.recordLabel}`}
      okText={t('approval.return')}
      okButtonProps={{ disabled: comment.trim() === '', loading: busy }}
      cancelText={t('common.cancel')}
      onOk={() => void save(() => onReturn(no === INITIATOR ? null : no, comment))}
      onCancel={onClose}
    >
      <FormFailure text={failure} />
      <div className="wd-delegate">
        <label htmlFor={`${id}-to`}>{t('approval.returnTo')}</label>
        <Select
          id={`${id}-to`}
          value={no}
          options={[
            { value: INITIATOR, label: t('approval.returnInitiator', { name: request.initiator.name }) },
            ...steps.map((step) => ({
              value: step.no,
              label: `${text(step.title)} (${step.assignees.map(({ name }) => name).join(', ')})`,
            })),
          ]}
          onChange={setNo}
        />
        <CommentField
          id={`${id}-why`}
          label={t('approval.returnWhy')}
          value={comment}
          onChange={setComment}
        />
      </div>
    </Modal>
  );
}
