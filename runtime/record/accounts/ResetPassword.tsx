import { Alert, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../core/access/password.ts';
import { useSaving } from '../../form/model/save/useSaving.ts';
import { call } from '../../kit/api/client.ts';
import { notify } from '../../kit/api/notices.ts';
import { useT } from '../../kit/i18n/index.ts';
import '../../form/rights/access.css';

/** V128, decision 48: the phrase is the same in both languages. */
const PHRASE = 'I confirm';

interface Props {
  id: number;
  name: string;
  onClose(): void;
}

/** Sets a new password of a user. A generated password is shown only once. */
export function ResetPassword({ id, name, onClose }: Props) {
  const t = useT();
  const [phrase, setPhrase] = useState('');
  const [password, setPassword] = useState('');
  const [made, setMade] = useState<string | null>(null);
  const { busy, failure, refused, save, forget } = useSaving();
  const short = password !== '' && password.length < MIN_PASSWORD_LENGTH;
  const refusal = refused.find(({ field }) => field === '/password')?.msg;
  const ready = phrase.trim() === PHRASE && !short;

  async function reset(): Promise<void> {
    const body = { id, confirm: phrase, ...(password ? { password } : {}) };
    const answer = await call('resetPassword', { body }, { quiet: true });
    if (answer.password) return setMade(answer.password);
    notify({ kind: 'success', text: { text: t('access.resetDone') } });
    onClose();
  }

  return (
    <Modal
      open
      title={t('access.reset', { name })}
      okText={made ? t('common.close') : t('access.resetDo')}
      okButtonProps={{ disabled: !made && !ready, loading: busy, danger: !made }}
      cancelButtonProps={{ hidden: made !== null }}
      cancelText={t('common.cancel')}
      onOk={() => (made ? onClose() : void save(reset))}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      {made ? (
        <div className="wd-why" role="status">
          <p>{t('access.resetMade')}</p>
          <code className="wd-secret">{made}</code>
        </div>
      ) : (
        <div className="wd-why">
          {failure && !refusal && <Alert type="error" showIcon role="alert" title={failure} />}
          <p>{t('access.resetText')}</p>
          <NewPassword
            value={password}
            objection={short ? t('access.resetShort', { count: MIN_PASSWORD_LENGTH }) : refusal}
            onChange={(next) => {
              setPassword(next);
              if (refusal) forget();
            }}
          />
          <Phrase value={phrase} onChange={setPhrase} />
        </div>
      )}
    </Modal>
  );
}

interface EntryProps {
  value: string;
  onChange(value: string): void;
}

function NewPassword({ value, objection, onChange }: EntryProps & { objection: string | undefined }) {
  const t = useT();
  const id = useId();
  return (
    <div className="wd-field">
      <label className="wd-field-label" htmlFor={id}>
        {t('access.resetPassword')}
      </label>
      <Input.Password
        id={id}
        autoComplete="new-password"
        maxLength={MAX_PASSWORD_LENGTH}
        value={value}
        status={objection ? 'error' : undefined}
        aria-describedby={`${id}objection`}
        onChange={({ target }) => onChange(target.value)}
      />
      <span id={`${id}objection`} role="alert">
        {objection && <span className="wd-field-error">{objection}</span>}
      </span>
    </div>
  );
}

function Phrase({ value, onChange }: EntryProps) {
  const t = useT();
  const id = useId();
  return (
    <div className="wd-field">
      <label className="wd-field-label" htmlFor={id}>
        {t('access.resetPhrase', { phrase: PHRASE })}
      </label>
      <Input
        id={id}
        autoComplete="off"
        value={value}
        maxLength={40}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
