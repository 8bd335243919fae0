import { useEffect } from 'react';
import type { Text } from '../../../generated/definition.ts';
import { useT, useText } from '../i18n/index.ts';

export function useDocumentTitle(title: Text | null): void {
  const t = useT();
  const text = useText();
  const name = t('app.name');
  const full = title ? `${text(title)} · ${name}` : name;
  useEffect(() => {
    document.title = full;
  }, [full]);
}
