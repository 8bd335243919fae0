import type { ReactNode } from 'react';

interface Aria {
  id: string;
  name: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

interface Props {
  name: string;
  label: string;
  error?: string | undefined;
  help?: string | undefined;
  children(aria: Aria): ReactNode;
}

/** Shows a field with its label, help and error. The generic form would be too large for the login page. */
export function LoginField({ name, label, error, help, children }: Props) {
  const note = `${name}-note`;
  const text = error ?? help;
  return (
    <div className="wd-login-field">
      <label htmlFor={name}>{label}</label>
      {children({
        id: name,
        name,
        'aria-invalid': error !== undefined,
        'aria-describedby': text ? note : undefined,
      })}
      <p
        id={note}
        className="wd-login-note"
        data-error={error !== undefined}
        role={error ? 'alert' : undefined}
      >
        {text}
      </p>
    </div>
  );
}
