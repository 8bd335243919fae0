import { Alert, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../core/password.ts';
import { call } from '../../kit/api/client.ts';
import { ApiError, errorText } from '../../kit/api/errors.ts';
import { notify } from '../../kit/api/notices.ts';
import { useT } from '../../kit/i18n/index.ts';
import '../../form/rights/access.css';

/** V128, decision 48: the same phrase in both languages. */
const PHRASE = 'I confirm';

/** Gives somebody another password; one that was made is shown this once. */
export function ResetPassword({ id, name, onClose }: { id: number; name: string; onClose(): void }) {
  const t = useT();
  const field = useId();
  const [phrase, setPhrase] = useState('');
  const [password, setPassword] = useState('');
  const [made, setMade] = useState<string | null>(null);
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const short = password !== '' && password.length < MIN_PASSWORD_LENGTH;
  const objection = short ? t('access.resetShort', { count: MIN_PASSWORD_LENGTH }) : refusal;
  const ready = phrase.trim() === PHRASE && !short;

  async function reset(): Promise<void> {
    setBusy(true);
    setFailure('');
    try {
      const body = { id, confirm: phrase, ...(password ? { password } : {}) };
      const answer = await call('resetPassword', { body }, { quiet: true });
      if (answer.password) setMade(answer.password);
      else {
        notify({ kind: 'success', text: { text: t('access.resetDone') } });
        onClose();
      }
    } catch (error) {
      const refused = error instanceof ApiError && error.fields.find(({ field }) => field === '/password');
      if (refused) return setRefusal(refused.msg);
      const shown = error instanceof ApiError ? errorText(error) : null;
      setFailure(
        shown === null ? t('form.saveFailed') : 'text' in shown ? shown.text : t(shown.key, shown.params),
      );
    } finally {
      setBusy(false);
    }
  }

  return (
    <Modal
      open
      title={t('access.reset', { name })}
      okText={made ? t('common.close') : t('access.resetDo')}
      okButtonProps={{ disabled: !made && !ready, loading: busy, danger: !made }}
      cancelButtonProps={{ hidden: made !== null }}
      cancelText={t('common.cancel')}
      onOk={() => (made ? onClose() : void reset())}
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
          {failure && <Alert type="error" showIcon role="alert" title={failure} />}
          <p>{t('access.resetText')}</p>
          <div className="wd-field">
            <label className="wd-field-label" htmlFor={`${field}new`}>
              {t('access.resetPassword')}
            </label>
            <Input.Password
              id={`${field}new`}
              autoComplete="new-password"
              maxLength={MAX_PASSWORD_LENGTH}
              value={password}
              status={objection ? 'error' : undefined}
              aria-describedby={`${field}objection`}
              onChange={({ target }) => {
                setPassword(target.value);
                setRefusal('');
              }}
            />
            <span id={`${field}objection`} role="alert">
              {objection && <span className="wd-field-error">{objection}</span>}
            </span>
          </div>
          <div className="wd-field">
            <label className="wd-field-label" htmlFor={`${field}phrase`}>
              {t('access.resetPhrase', { phrase: PHRASE })}
            </label>
            <Input
              id={`${field}phrase`}
              autoComplete="off"
              value={phrase}
              maxLength={40}
              onChange={({ target }) => setPhrase(target.value)}
            />
          </div>
        </div>
      )}
    </Modal>
  );
}
