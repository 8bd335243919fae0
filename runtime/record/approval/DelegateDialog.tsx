import { Input, Modal, Select } from 'antd';
import { useId, useState } from 'react';
import { useSaving } from '../../form/model/useSaving.ts';
import { FormFailure } from '../../form/screen/FormFailure.tsx';
import { useT } from '../../kit/i18n/index.ts';
import type { ApprovalRequest, Person } from './approvalCalls.ts';
import { ColleagueSelect } from './ColleagueSelect.tsx';

const LONGEST = 1000;
const ROWS = { minRows: 2, maxRows: 6 };

interface Props {
  request: ApprovalRequest;
  /** Hands over one's own decision, or that of anybody who is waited for. */
  what: 'delegate' | 'reassign';
  onHand(hand: { userId: number; fromId?: number | undefined }, comment: string): Promise<void>;
  onClose(): void;
}

/** Returns who is asked in the current step and has not answered. */
function waitingPeople({ steps }: ApprovalRequest): Person[] {
  const assignees = steps.find(({ state }) => state === 'active')?.assignees ?? [];
  return assignees.filter(({ decision }) => decision === null);
}

const optionOf = ({ id, name }: Person) => ({ value: id, label: name });

/** Whom the decision is handed to, and why. */
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
        <label htmlFor={`${id}-why`}>{t('approval.remark')}</label>
        <Input.TextArea
          id={`${id}-why`}
          autoSize={ROWS}
          maxLength={LONGEST}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
        />
      </div>
    </Modal>
  );
}
