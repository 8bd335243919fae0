import { Checkbox, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import type { Flow } from '../../../runtime/core/flow/walk.ts';
import { useSaving } from '../../../runtime/form/model/save/useSaving.ts';
import { FormFailure } from '../../../runtime/form/screen/FormFailure.tsx';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import texts from '../texts.json';
import { Difference } from './Difference.tsx';
import type { Problem } from './useFlows.ts';

interface Props {
  warnings: readonly Problem[];
  running: number;
  /** The active flow, and its replacement. */
  before: Flow;
  after: Flow;
  onPublish(note: string): Promise<void>;
  onClose(): void;
}

const LONGEST_NOTE = 200;

/** Asks for confirmation before a flow is published, and explains the effect. Running requests keep their flow. */
export function PublishDialog({ warnings, running, before, after, onPublish, onClose }: Props) {
  const t = useT(texts);
  const text = useText();
  const id = useId();
  const [note, setNote] = useState('');
  const [sure, setSure] = useState(false);
  const { busy, failure, save } = useSaving();
  return (
    <Modal
      open
      title={t('flow.publish')}
      okText={t('flow.publish')}
      okButtonProps={{ loading: busy, disabled: warnings.length > 0 && !sure }}
      cancelText={t('common.cancel')}
      onOk={() => void save(() => onPublish(note))}
      onCancel={onClose}
    >
      <FormFailure text={failure} />
      <p>{t('flow.publishText')}</p>
      {running > 0 && <p>{t('flow.publishRunning', { count: running })}</p>}
      <Difference title={t('flow.againstInForce')} before={before} after={after} />
      {warnings.map((problem) => (
        <p key={problem.pointer + problem.text.en} className="wd-flow-problem" data-level="warning">
          <Icon name="warning" /> {text(problem.text)}
        </p>
      ))}
      {warnings.length > 0 && (
        <Checkbox checked={sure} onChange={({ target }) => setSure(target.checked)}>
          {t('flow.publishSure')}
        </Checkbox>
      )}
      <div className="wd-flow-field">
        <label htmlFor={id}>{t('flow.note')}</label>
        <Input
          id={id}
          maxLength={LONGEST_NOTE}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </div>
    </Modal>
  );
}
