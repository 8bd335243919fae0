import { type InputHTMLAttributes, type KeyboardEvent, useState } from 'react';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import { LoginField } from './LoginField.tsx';

interface Props {
  error: string | undefined;
  input: InputHTMLAttributes<HTMLInputElement>;
}

/** A password field that can show its text, and that warns about Caps Lock. */
export function PasswordField({ error, input }: Props) {
  const t = useT();
  const [visible, setVisible] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watchCaps = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <LoginField
      name="password"
      label={t('login.password')}
      error={error}
      help={capsLock ? t('login.capsLock') : undefined}
    >
      {(aria) => (
        <div className="wd-login-password">
          <input
            {...input}
            {...aria}
            type={visible ? 'text' : 'password'}
            autoComplete="current-password"
            maxLength={128}
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
  );
}
