import type { PageDefinition, Text } from '../../generated/definition.ts';
import { useT, useText } from '../i18n/index.ts';
import { CommandBar } from './CommandBar.tsx';
import { LanguageButton, ThemeButton } from './HeaderButtons.tsx';
import { Logo } from './Logo.tsx';
import { useMenu } from './menu.ts';
import { SiteSelect } from './SiteSelect.tsx';
import { UserMenu } from './UserMenu.tsx';

const SITE_PATHS = '/main/ems/map/';

interface Props {
  page: PageDefinition | null;
  title: Text;
  phone: boolean;
}

/** Whether a page is about the selected site. */
function isSitePage(page: PageDefinition | null): boolean {
  return page !== null && (page.flags?.site === true || page.route.startsWith(SITE_PATHS));
}

function Breadcrumb({ page, title }: Pick<Props, 'page' | 'title'>) {
  const t = useT();
  const text = useText();
  const { groups } = useMenu();
  const group = groups.find(({ children }) => children.some(({ name }) => name === page?.name));
  return (
    <nav className="wd-breadcrumb" aria-label={t('shell.breadcrumb')}>
      <ol>
        {group && <li className="wd-crumb">{text(group.title)}</li>}
        <li aria-current="page">
          <h1 className="wd-ellipsis">{text(title)}</h1>
        </li>
      </ol>
    </nav>
  );
}

export function Header({ page, title, phone }: Props) {
  const text = useText();
  return (
    <header className="wd-header">
      {phone ? (
        <>
          <Logo size={24} />
          <h1 className="wd-ellipsis">{text(title)}</h1>
        </>
      ) : (
        <Breadcrumb page={page} title={title} />
      )}
      {isSitePage(page) && <SiteSelect />}
      {phone && <CommandBar compact />}
      {!phone && (
        <div className="wd-header-end">
          <CommandBar />
          <LanguageButton />
          <ThemeButton />
          <UserMenu />
        </div>
      )}
    </header>
  );
}
