import { Modal, Select } from 'antd';
import { useId, useState } from 'react';
import { useSaving } from '../../form/model/save/useSaving.ts';
import { FormFailure } from '../../form/screen/FormFailure.tsx';
import { useT } from '../../kit/i18n/index.ts';
import type { ApprovalRequest, Person } from './approvalCalls.ts';
import { ColleagueSelect } from './ColleagueSelect.tsx';
import { CommentField } from './CommentField.tsx';

interface Props {
  request: ApprovalRequest;
  /** Delegates the user's decision, or reassigns that of a pending approver. */
  what: 'delegate' | 'reassign';
  onHand(hand: { userId: number; fromId?: number | undefined }, comment: string): Promise<void>;
  onClose(): void;
}

/** Returns the pending approvers, without duplicates. */
function waitingPeople({ steps }: ApprovalRequest): Person[] {
  const active = steps.filter(({ state }) => state === 'active');
  // In a sequence only the next approver is pending.
  const waiting = active.flatMap(({ assignees, mode }) => {
    const open = assignees.filter(({ decision }) => decision === null);
    return mode === 'sequence' ? open.slice(0, 1) : open;
  });
  return waiting.filter(({ id }, index) => waiting.findIndex((one) => one.id === id) === index);
}

const optionOf = ({ id, name }: Person) => ({ value: id, label: name });

/** Asks for the new approver and the reason. */
export function DelegateDialog({ request, what, onHand, onClose }: Props) {
  const t = useT();
  const id = useId();
  const [chosen, setChosen] = useState<number | null>(null);
  const waiting = waitingPeople(request);
  const [from, setFrom] = useState(waiting[0]?.id);
  const [comment, setComment] = useState('');
  const { busy, failure, save } = useSaving();
  const fromId = what === 'reassign' ? from : undefined;

  async function hand(): Promise<void> {
    if (chosen !== null) await onHand({ userId: chosen, fromId }, comment);
  }

  return (
    <Modal
      open
      title={t(`approval.${what}`)}
      okText={t(`approval.${what}`)}
      okButtonProps={{ disabled: chosen === null, loading: busy }}
      cancelText={t('common.cancel')}
      onOk={() => void save(hand)}
      onCancel={onClose}
    >
      <FormFailure text={failure} />
      <div className="wd-delegate">
        {what === 'reassign' && (
          <>
            <label htmlFor={`${id}-from`}>{t('approval.reassignFrom')}</label>
            <Select id={`${id}-from`} value={from} options={waiting.map(optionOf)} onChange={setFrom} />
          </>
        )}
        <label htmlFor={`${id}-to`}>{t('approval.delegateTo')}</label>
        <ColleagueSelect
          id={`${id}-to`}
          value={chosen}
          without={[request.initiator.id, fromId]}
          onChange={setChosen}
        />
        <CommentField id={`${id}-why`} label={t('approval.remark')} value={comment} onChange={setComment} />
      </div>
    </Modal>
  );
}
