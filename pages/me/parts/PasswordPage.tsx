import { useEffect } from 'react';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { PageHeader } from '../../../runtime/kit/parts/PageHeader.tsx';
import texts from '../texts.json';
import { PasswordForm } from './PasswordForm.tsx';

/** Changes the user's password, on a sub-page of Me with the common header (decision 18). */
export function PasswordPage({ onClose }: { onClose(): void }) {
  const t = useT(texts);
  useEffect(() => document.getElementById('oldPassword')?.focus(), []);
  return (
    <>
      <PageHeader title={t('me.password')} onClose={onClose} />
      <div className="wd-me">
        <div className="wd-card wd-me-password">
          <p className="wd-me-lead">{t('me.passwordText')}</p>
          <PasswordForm />
        </div>
      </div>
    </>
  );
}
