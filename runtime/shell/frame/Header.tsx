import { useMemo, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import type { PageDefinition, Text } from '../../../generated/definition.ts';
import { pageRegistry } from '../../core/definitions/pages.ts';
import { untilAtRest } from '../../kit/browser/whenAtRest.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { later } from '../../kit/overlay/later.tsx';
import { Logo } from '../../kit/parts/Logo.tsx';
import { pageAbove } from '../../kit/session/pageAccess.ts';
import { placeOf } from '../../kit/session/places.ts';
import { useSession } from '../../kit/session/session.ts';
import { useSiteUse } from '../../kit/session/site.ts';
import { Icon } from '../../kit/theme/icons.ts';
import { SiteChoice } from '../site/SiteChoice.tsx';
import { CommandBar } from './CommandBar.tsx';
import { LanguageButton, ThemeButton } from './HeaderButtons.tsx';
import { useMenu } from './menu.ts';
import { UserMenu } from './UserMenu.tsx';

/**
 * Loaded when the page is idle, because most devices have nothing to send. Without network, loaded on the next visit.
 */
const WaitingButton = later(async () => {
  await untilAtRest();
  return import('../../record/waiting/WaitingButton.tsx').catch(() => ({ default: () => null }));
});

interface Props {
  page: PageDefinition | null;
  title: Text;
  phone: boolean;
}

/** Returns whether the page is that of a record, which has its own link back to the list. */
const isRecord = (page: PageDefinition | null): boolean => page?.kind === 'detail';

function usePageAbove(page: PageDefinition | null): PageDefinition | null {
  const session = useSession();
  const pages = useSyncExternalStore(pageRegistry.subscribe, pageRegistry.all);
  return useMemo(() => page && pageAbove(pages, page, session), [pages, page, session]);
}

function Breadcrumb({ page, title }: Pick<Props, 'page' | 'title'>) {
  const t = useT();
  const text = useText();
  const { groups } = useMenu();
  const next = usePageAbove(page);
  const further = usePageAbove(next);
  const above = isRecord(page) ? further : next;
  const line = [page, next, further].map((place) => place?.name);
  const group = groups.find(({ children }) => children.some(({ name }) => line.includes(name)));
  return (
    <nav className="wd-breadcrumb" aria-label={t('shell.breadcrumb')}>
      <ol>
        {group && <li className="wd-crumb">{text(group.title)}</li>}
        {above && (
          <li className="wd-crumb">
            <Link to={placeOf(above.route)}>{text(above.title)}</Link>
          </li>
        )}
        <li aria-current="page">
          <h1 className="wd-ellipsis">{text(title)}</h1>
        </li>
      </ol>
    </nav>
  );
}

/** Shows the link to the parent page on a phone, or the logo. */
function PhoneLead({ page }: Pick<Props, 'page'>) {
  const text = useText();
  const above = usePageAbove(page);
  if (!above || isRecord(page)) return <Logo size={24} />;
  const title = text(above.title);
  return (
    <Link className="wd-icon-button" to={placeOf(above.route)} aria-label={title} title={title}>
      <Icon name="back" />
    </Link>
  );
}

export function Header({ page, title, phone }: Props) {
  const text = useText();
  const use = useSiteUse(page);
  return (
    <header className="wd-header">
      {phone ? (
        <>
          <PhoneLead page={page} />
          <h1 className="wd-ellipsis">{text(title)}</h1>
        </>
      ) : (
        <Breadcrumb page={page} title={title} />
      )}
      {use && <SiteChoice all={use === 'records'} />}
      {phone && <WaitingButton />}
      {phone && <CommandBar compact />}
      {!phone && (
        <div className="wd-header-end">
          <WaitingButton />
          <CommandBar />
          <LanguageButton />
          <ThemeButton />
          <UserMenu />
        </div>
      )}
    </header>
  );
}
