import { useLocation, useNavigate } from 'react-router';
import { useT } from '../../kit/i18n/index.ts';
import { useSession } from '../../kit/session/session.ts';
import { StatusPage } from '../../kit/states/StatusPage.tsx';

/** Decision 8: the page for an unknown address, inside the shell for signed-in users. */
export function NotFound({ bare = false }: { bare?: boolean }) {
  const t = useT();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const signedIn = useSession(({ status }) => status === 'user');
  const label = t(signedIn ? 'page.toLanding' : 'page.toLogin');
  return (
    <StatusPage
      bare={bare}
      icon="unknown"
      title={t('page.notFound')}
      text={t('page.notFoundText', { path: pathname })}
      actions={[{ label, primary: true, onClick: () => void navigate('/') }]}
    />
  );
}
