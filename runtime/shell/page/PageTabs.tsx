import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import type { PageDefinition } from '../../../generated/definition.ts';
import { pagesWithin } from '../../core/definitions/pages.ts';
import { useText } from '../../kit/i18n/index.ts';
import { pageAccess } from '../../kit/session/pageAccess.ts';
import { placeOf } from '../../kit/session/places.ts';
import { useSession } from '../../kit/session/session.ts';
import './pageTabs.css';

/** Shows the accessible tabs of a page. Each keeps its state when the user leaves it. */
export function PageTabs({ of }: { of: PageDefinition }) {
  const text = useText();
  const session = useSession();
  const tabs = (pagesWithin(of) ?? []).filter((page) => pageAccess(page, session) === 'open');
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // On a phone the tab of the page may be outside the visible part.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each address has its own active tab
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [pathname]);
  return (
    <nav ref={nav} className="wd-page-tabs" aria-label={text(of.title)}>
      {tabs.map(({ name, route, title }) => (
        <NavLink key={name} to={placeOf(route)}>
          {text(title)}
        </NavLink>
      ))}
    </nav>
  );
}
