import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../runtime/kit/api/client.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import { LoginField } from './LoginField.tsx';
import {
  type FieldName,
  type Fields,
  fieldsMissing,
  NO_PROBLEMS,
  type Problems,
  readFailure,
} from './loginState.ts';
import { signInProven } from './proof.ts';

const EMPTY: Fields = { username: '', password: '', otp: '' };
const ORDER: readonly FieldName[] = ['username', 'password', 'otp'];

export function LoginForm() {
  const t = useT();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(EMPTY);
  const [problems, setProblems] = useState<Problems>(NO_PROBLEMS);
  const [attempt, setAttempt] = useState<Problems>(NO_PROBLEMS);
  const [busy, setBusy] = useState(false);
  const [visible, setVisible] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const [otpShown, setOtpShown] = useState(false);
  const [working, setWorking] = useState(false);

  // At first the user name has the focus; after an attempt the first field with a problem, which is read out.
  useEffect(() => {
    const wrong = ORDER.find((name) => attempt.fields[name]) ?? (attempt === NO_PROBLEMS && 'username');
    if (wrong) form.current?.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus();
  }, [attempt]);

  const change = (name: FieldName) => (value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    setProblems(({ fields }) => ({ fields: { ...fields, [name]: undefined }, form: null }));
  };
  const watchCaps = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));

  const show = (found: Problems) => {
    setProblems(found);
    setAttempt(found);
  };

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    const missing = fieldsMissing(values, { otp: otpShown });
    show(missing ?? NO_PROBLEMS);
    if (missing || busy) return;
    setBusy(true);
    try {
      const { username, password } = values;
      const otp = otpShown && { otp: values.otp.trim() };
      await signInProven({ username: username.trim(), password, ...otp }, () => setWorking(true));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const read = readFailure(error);
      show(read);
      setValues((before) => ({ ...before, otp: '' }));
      if (read.otp) setOtpShown(true);
    } finally {
      setBusy(false);
      setWorking(false);
    }
  }

  const said = (name: FieldName) => {
    const problem = problems.fields[name];
    return problem && ('text' in problem ? problem.text : t(problem.key));
  };
  const shared = { className: 'wd-input', readOnly: busy };
  const formProblem = problems.form;
  return (
    <form ref={form} className="wd-login-form" onSubmit={(event) => void submit(event)} noValidate>
      <div role="alert">
        {formProblem && (
          <p className="wd-login-alert">
            <Icon name="warning" />
            {'text' in formProblem ? formProblem.text : t(formProblem.key)}
          </p>
        )}
      </div>
      <LoginField name="username" label={t('login.username')} error={said('username')}>
        {(aria) => (
          <input
            {...shared}
            {...aria}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={100}
            value={values.username}
            onChange={(event) => change('username')(event.target.value)}
          />
        )}
      </LoginField>
      <LoginField
        name="password"
        label={t('login.password')}
        error={said('password')}
        help={capsLock ? t('login.capsLock') : undefined}
      >
        {(aria) => (
          <div className="wd-login-password">
            <input
              {...shared}
              {...aria}
              type={visible ? 'text' : 'password'}
              autoComplete="current-password"
              maxLength={128}
              value={values.password}
              onChange={(event) => change('password')(event.target.value)}
              onKeyDown={watchCaps}
              onKeyUp={watchCaps}
              onBlur={() => setCapsLock(false)}
            />
            <button
              type="button"
              className="wd-login-eye"
              aria-label={t(visible ? 'login.hidePassword' : 'login.showPassword')}
              aria-pressed={visible}
              onClick={() => setVisible(!visible)}
            >
              <Icon name={visible ? 'eyeOff' : 'eye'} />
            </button>
          </div>
        )}
      </LoginField>
      {otpShown && (
        <LoginField name="otp" label={t('login.otp')} error={said('otp')} help={t('login.otpHelp')}>
          {(aria) => (
            <input
              {...shared}
              {...aria}
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={20}
              value={values.otp}
              onChange={(event) => change('otp')(event.target.value)}
            />
          )}
        </LoginField>
      )}
      <button
        type="submit"
        className="wd-button wd-login-submit"
        data-primary
        aria-disabled={busy}
        aria-busy={busy}
      >
        {busy && <span className="wd-login-spinner" aria-hidden="true" />}
        {t('login.submit')}
      </button>
      <p className="wd-login-note" role="status">
        {working && t('login.working')}
      </p>
    </form>
  );
}
