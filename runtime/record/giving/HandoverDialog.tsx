import '../../core/definitions/allEntities.ts';
import { Checkbox, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { type Entity, entityRegistry } from '../../core/definitions/entities.ts';
import { useSaving } from '../../form/model/save/useSaving.ts';
import { FormFailure } from '../../form/screen/FormFailure.tsx';
import { useT, useText } from '../../kit/i18n/index.ts';
import { useSession } from '../../kit/session/session.ts';
import { ColleagueSelect } from '../approval/ColleagueSelect.tsx';
import '../approval/approval.css';
import { entitiesAlong } from './along.ts';
import './giving.css';
import texts from './texts.json';

export interface Handover {
  userId: number;
  reason?: string;
  with?: string[];
}

const LONGEST = 500;
const ROWS = { minRows: 2, maxRows: 6 };

interface Props {
  entity: Entity;
  /** The records, described for the dialog. */
  subject: string;
  onHand(handover: Handover): Promise<void>;
  onClose(): void;
}

/** Asks for the new owner, the reason, and the referring records to hand over too. */
export default function HandoverDialog({ entity, subject, onHand, onClose }: Props) {
  const t = useT(texts);
  const text = useText();
  const id = useId();
  const can = useSession((session) => session.can);
  const along = entitiesAlong(entity, entityRegistry.all()).filter(({ name }) => can(`${name}:handover`));
  const [userId, setUserId] = useState<number | null>(null);
  const [reason, setReason] = useState('');
  const [chosen, setChosen] = useState(along.map(({ name }) => name));
  const { busy, failure, save } = useSaving();

  async function hand(): Promise<void> {
    if (userId === null) return;
    await onHand({
      userId,
      ...(reason.trim() ? { reason } : {}),
      ...(chosen.length > 0 ? { with: chosen } : {}),
    });
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
      <p className="wd-form-notice">{subject}</p>
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
        {along.length > 0 && (
          <fieldset className="wd-giving-along">
            <legend>{t('giving.with')}</legend>
            <Checkbox.Group
              value={chosen}
              options={along.map(({ name, title }) => ({ value: name, label: text(title) }))}
              onChange={setChosen}
            />
          </fieldset>
        )}
      </div>
    </Modal>
  );
}
