import { useNavigate } from 'react-router';
import type { Text } from '../../../generated/definition.ts';
import { useT, useText } from '../i18n/index.ts';
import { StatusPage } from './StatusPage.tsx';

const TEXTS = {
  noPermission: { title: 'page.noPermission', text: 'page.noPermissionText' },
  siteLacks: { title: 'page.siteLacks', text: 'page.siteLacksText' },
} as const;

interface Props {
  title: Text;
  /** The reason: the visitor may not see the page, or the selected station lacks it. */
  why: keyof typeof TEXTS;
}

export function ClosedPage({ title, why }: Props) {
  const t = useT();
  const text = useText();
  const navigate = useNavigate();
  return (
    <StatusPage
      icon="lock"
      title={t(TEXTS[why].title)}
      text={t(TEXTS[why].text, { title: text(title) })}
      actions={[{ label: t('page.toLanding'), primary: true, onClick: () => void navigate('/') }]}
    />
  );
}
