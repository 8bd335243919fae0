import { useMemo } from 'react';
import { useLiveCommands } from '../../kit/command/commandStore.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { useClosedPages } from '../../kit/session/closedPages.ts';
import { Icon } from '../../kit/theme/icons.ts';
import { commandPin } from './frameCommands.ts';
import { MenuLink } from './MenuLink.tsx';
import { type MenuGroup, type MenuItem, useMenu } from './menu.ts';
import { usePins } from './menuPins.ts';
import { isGroupOpen, topItems } from './menuPlace.ts';
import { useMenuState } from './useMenuState.ts';
import './nav.css';

interface GroupProps {
  name: string;
  title: string;
  items: readonly MenuItem[];
  rail: boolean;
  open: boolean;
  onToggle(): void;
}

function Group({ name, title, items, rail, open, onToggle }: GroupProps) {
  const id = `wd-nav-${name}`;
  if (items.length === 0) return null;
  return (
    <li className="wd-nav-group">
      {!rail && (
        <button
          type="button"
          className="wd-nav-heading"
          aria-expanded={open}
          aria-controls={id}
          onClick={onToggle}
        >
          <span className="wd-ellipsis">{title}</span>
          <Icon name="chevron" size={12} />
        </button>
      )}
      <ul id={id} hidden={!open && !rail} aria-label={title}>
        {items.map((item) => (
          <MenuLink key={item.name} item={item} rail={rail} />
        ))}
      </ul>
    </li>
  );
}

function Failed({ rail, retry }: { rail: boolean; retry(): void }) {
  const t = useT();
  return (
    <div className="wd-nav-failed" role="alert">
      {!rail && <span>{t('shell.menuFailed')}</span>}
      <button type="button" className="wd-icon-button" aria-label={t('common.retry')} onClick={retry}>
        <Icon name="refresh" />
      </button>
    </div>
  );
}

/** Hides pages that the selected station lacks. */
function useShownGroups(groups: readonly MenuGroup[]): MenuGroup[] {
  const isClosed = useClosedPages();
  return groups.map((group) => ({
    ...group,
    children: group.children.filter(({ route }) => !isClosed(route)),
  }));
}

/** Shows the user's menu: pinned and recent pages first, then the groups, most of them collapsed. */
export function NavLinks({ rail = false }: { rail?: boolean }) {
  const t = useT();
  const text = useText();
  const { status, groups, load } = useMenu();
  const shown = useShownGroups(groups);
  const { pins, toggle } = usePins();
  const { choice, recent, current, choose } = useMenuState(shown);
  const pinned = current !== null && pins.includes(current.name);
  const commands = useMemo(
    () => (current ? [commandPin(current, pinned, () => toggle(current.name))] : []),
    [current, pinned, toggle],
  );
  useLiveCommands(commands);
  if (status === 'failed') return <Failed rail={rail} retry={() => void load()} />;
  const top = topItems(shown, { pins, recent, current });
  const extra = [
    { name: 'pinned', title: t('shell.pinned'), items: top.pinned },
    { name: 'lately', title: t('shell.lately'), items: rail ? [] : top.lately },
  ];
  return (
    <nav className="wd-nav" aria-label={t('shell.menu')} aria-busy={status !== 'ready'}>
      <ul>
        {extra.map((group) => (
          <Group
            key={group.name}
            {...group}
            rail={rail}
            open={choice[group.name] ?? true}
            onToggle={() => choose(group.name, !(choice[group.name] ?? true))}
          />
        ))}
        {shown.map((group) => {
          const open = isGroupOpen(group, shown, { choice, current });
          return (
            <Group
              key={group.group}
              name={group.group}
              title={text(group.title)}
              items={group.children}
              rail={rail}
              open={open}
              onToggle={() => choose(group.group, !open)}
            />
          );
        })}
      </ul>
    </nav>
  );
}
