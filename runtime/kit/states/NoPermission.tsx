import { useNavigate } from 'react-router';
import type { Text } from '../../../generated/definition.ts';
import { useT, useText } from '../i18n/index.ts';
import { StatusPage } from './StatusPage.tsx';

export function NoPermission({ title }: { title: Text }) {
  const t = useT();
  const text = useText();
  const navigate = useNavigate();
  return (
    <StatusPage
      icon="lock"
      title={t('page.noPermission')}
      text={t('page.noPermissionText', { title: text(title) })}
      actions={[{ label: t('page.toLanding'), primary: true, onClick: () => void navigate('/') }]}
    />
  );
}
