import { Alert, Input, Modal, Select } from 'antd';
import { useEffect, useId, useState } from 'react';
import { call } from '../../kit/api/client.ts';
import { errorText } from '../../kit/api/errors.ts';
import { useT } from '../../kit/i18n/index.ts';
import type { ApprovalRequest, Person } from './approvalCalls.ts';

const SEARCH_AFTER_MS = 200;
const LONGEST = 1000;
const ROWS = { minRows: 2, maxRows: 6 };

interface Props {
  request: ApprovalRequest;
  /** One's own decision, or that of anybody who is waited for. */
  what: 'delegate' | 'reassign';
  onHand(hand: { userId: number; fromId?: number | undefined }, comment: string): Promise<void>;
  onClose(): void;
}

/** Returns who is asked in the current step and has not answered. */
function waitingPeople({ steps }: ApprovalRequest): Person[] {
  const asked = steps.find(({ state }) => state === 'active')?.assignees ?? [];
  return asked.filter(({ decision }) => decision === null);
}

/** Whom the decision is handed to, and why. */
export function DelegateDialog({ request, what, onHand, onClose }: Props) {
  const t = useT();
  const id = useId();
  const [words, setWords] = useState('');
  const [people, setPeople] = useState<Person[]>([]);
  const [chosen, setChosen] = useState<number | null>(null);
  const waiting = waitingPeople(request);
  const [from, setFrom] = useState(waiting[0]?.id);
  const [comment, setComment] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');

  useEffect(() => {
    const timer = setTimeout(() => {
      call('approvalColleagues', { query: { search: words } }, { quiet: true }).then(setPeople, () =>
        setPeople([]),
      );
    }, SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [words]);

  async function hand(): Promise<void> {
    if (chosen === null) return;
    setBusy(true);
    try {
      await onHand({ userId: chosen, fromId: what === 'reassign' ? from : undefined }, comment);
    } catch (error) {
      const said = errorText(error);
      setFailure(
        said === null ? t('form.saveFailed') : 'text' in said ? said.text : t(said.key, said.params),
      );
    } finally {
      setBusy(false);
    }
  }

  return (
    <Modal
      open
      title={t(`approval.${what}`)}
      okText={t(`approval.${what}`)}
      okButtonProps={{ disabled: chosen === null, loading: busy }}
      cancelText={t('common.cancel')}
      onOk={() => void hand()}
      onCancel={onClose}
    >
      {failure && <Alert className="wd-form-failure" type="error" showIcon role="alert" title={failure} />}
      <div className="wd-delegate">
        {what === 'reassign' && (
          <>
            <label htmlFor={`${id}-from`}>{t('approval.reassignFrom')}</label>
            <Select
              id={`${id}-from`}
              value={from}
              options={waiting.map((person) => ({ value: person.id, label: person.name }))}
              onChange={setFrom}
            />
          </>
        )}
        <label htmlFor={`${id}-to`}>{t('approval.delegateTo')}</label>
        <Select
          id={`${id}-to`}
          autoFocus
          value={chosen}
          placeholder={t('approval.delegateHint')}
          showSearch={{ filterOption: false, onSearch: setWords }}
          options={people
            .filter(
              ({ id: one }) => one !== request.initiator.id && one !== (what === 'reassign' ? from : null),
            )
            .map((person) => ({ value: person.id, label: person.name }))}
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
