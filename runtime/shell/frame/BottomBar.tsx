import { NavLink } from 'react-router';
import { useT, useText } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/icons.ts';
import { BOTTOM_GROUP, useMenu } from './menu.ts';
import { NavBadge } from './NavBadge.tsx';

interface Props {
  menuOpen: boolean;
  onMenu(): void;
}

/** The phone's bar at the bottom: the menu, and the pages of the bottom routes (V099). */
export function BottomBar({ menuOpen, onMenu }: Props) {
  const t = useT();
  const text = useText();
  const { groups } = useMenu();
  const items = groups.find(({ group }) => group === BOTTOM_GROUP)?.children ?? [];
  return (
    <nav className="wd-bottom" aria-label={t('shell.bottomBar')}>
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
      {items.map((item) => (
        <NavLink key={item.name} className="wd-bottom-item" to={item.route}>
          <Icon name={item.icon ?? 'list'} size={22} />
          <span>{text(item.title)}</span>
          <NavBadge page={item.name} />
        </NavLink>
      ))}
    </nav>
  );
}
