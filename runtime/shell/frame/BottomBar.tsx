import { NavLink } from 'react-router';
import { useT, useText } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/icons.ts';
import { usePages } from '../definitions/usePages.ts';
import { useMenu } from './menu.ts';
import { NavBadge } from './NavBadge.tsx';

/** Messages have no entry in the bar. Their count is shown at the start page. */
const HOME = 'StartPage';
const MESSAGES = 'Messages';

interface Props {
  menuOpen: boolean;
  onMenu(): void;
}

/** Returns the menu's pages with a place in the bar, in the bar's order. */
function useBarItems() {
  const { groups } = useMenu();
  const pages = usePages();
  return groups
    .flatMap(({ children }) => children)
    .flatMap((item) => {
      const bar = pages.find(({ name }) => name === item.name)?.bar;
      return bar ? [{ ...item, order: bar.order, title: bar.title ?? item.title }] : [];
    })
    .sort((a, b) => a.order - b.order);
}

/** Shows the bottom bar of a phone: pages with a place in it (V099), and a button for the whole menu. */
export function BottomBar({ menuOpen, onMenu }: Props) {
  const t = useT();
  const text = useText();
  const items = useBarItems();
  return (
    <nav className="wd-bottom" aria-label={t('shell.bottomBar')}>
      {items.map((item) => (
        <NavLink key={item.name} className="wd-bottom-item" to={item.route}>
          <Icon name={item.icon ?? 'list'} size={22} />
          <span>{text(item.title)}</span>
          <NavBadge page={item.name === HOME ? MESSAGES : item.name} />
        </NavLink>
      ))}
      <button
        type="button"
        className="wd-bottom-item"
        aria-expanded={menuOpen}
        aria-haspopup="dialog"
        onClick={onMenu}
      >
        <Icon name="menu" size={22} />
        <span>{t('shell.menuShort')}</span>
      </button>
    </nav>
  );
}
