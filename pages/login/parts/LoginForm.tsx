import { useEffect, useRef } from 'react';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import { LoginField } from './LoginField.tsx';
import { type FieldName, NO_PROBLEMS } from './loginState.ts';
import { PasswordField } from './PasswordField.tsx';
import { useLoginForm } from './useLoginForm.ts';

const ORDER: readonly FieldName[] = ['username', 'password', 'otp'];

export function LoginForm() {
  const t = useT();
  const form = useRef<HTMLFormElement>(null);
  const { problems, attempt, busy, working, otpShown, submit, said, input } = useLoginForm();

  // First the user name has the focus. After an attempt, the first invalid field is focused, so that screen readers
  // read its error.
  useEffect(() => {
    const wrong = ORDER.find((name) => attempt.fields[name]) ?? (attempt === NO_PROBLEMS && 'username');
    if (wrong) form.current?.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus();
  }, [attempt]);

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
            {...input('username')}
            {...aria}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={100}
          />
        )}
      </LoginField>
      <PasswordField error={said('password')} input={input('password')} />
      {otpShown && (
        <LoginField name="otp" label={t('login.otp')} error={said('otp')} help={t('login.otpHelp')}>
          {(aria) => (
            <input
              {...input('otp')}
              {...aria}
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={20}
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
