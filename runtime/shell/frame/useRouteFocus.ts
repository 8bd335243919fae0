import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { Text } from '../../../generated/definition.ts';
import { useT, useText } from '../../kit/i18n/index.ts';

/** Focuses the content after a change of the page, and announces its title. */
export function useRouteFocus(title: Text) {
  const t = useT();
  const text = useText();
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  const [announcement, setAnnouncement] = useState('');
  const sentence = t('page.loaded', { title: text(title) });
  const latest = useRef(sentence);
  latest.current = sentence;
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
    setAnnouncement(latest.current);
  }, [pathname]);
  return { main, announcement };
}
