import { useEffect, useState } from 'react';
import { call } from '../../../runtime/kit/api/client.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { readReturnPath } from '../../../runtime/kit/session/pageAccess.ts';

/** Offers sign-in through the company's identity provider, if configured. */
export function CompanyLogin({ search }: { search: string }) {
  const t = useT();
  const [name, setName] = useState<string | null>(null);
  useEffect(() => {
    // Without an answer, user name and password still work.
    call('signinOptions', {}, { quiet: true }).then(
      ({ oidc }) => setName(oidc?.name ?? null),
      () => {},
    );
  }, []);
  if (name === null) return null;
  const from = readReturnPath(search) ?? '/';
  return (
    <div className="wd-login-company">
      <span>{t('login.or')}</span>
      <a className="wd-button" href={`/auth/oidc/login?from=${encodeURIComponent(from)}`}>
        {t('login.oidc', { name })}
      </a>
    </div>
  );
}
