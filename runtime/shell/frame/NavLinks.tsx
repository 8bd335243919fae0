import { Tooltip } from 'antd';
import { useState } from 'react';
import { NavLink } from 'react-router';
import { pageRegistry } from '../../core/definitions/pages.ts';
import { readLocal, writeLocal } from '../../kit/browser/storage.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { useClosedPages } from '../../kit/session/closedPages.ts';
import { placeOf } from '../../kit/session/places.ts';
import { Icon } from '../../kit/theme/icons.ts';
import { preloadPage } from '../page/pageComponents.ts';
import { type MenuGroup, type MenuItem, useMenu } from './menu.ts';
import { NavBadge } from './NavBadge.tsx';
import './nav.css';

const CLOSED_KEY = 'EMS-menuClosed';

function readClosed(): ReadonlySet<string> {
  return new Set(readLocal(CLOSED_KEY)?.split(',') ?? []);
}

interface LinkProps {
  item: MenuItem;
  rail: boolean;
}

function preload(name: string): void {
  const page = pageRegistry.get(name);
  if (page) preloadPage(page);
}

function MenuLink({ item, rail }: LinkProps) {
  const text = useText();
  const title = text(item.title);
  const link = (
    <NavLink
      className="wd-nav-link"
      to={placeOf(item.route)}
      onPointerEnter={() => preload(item.name)}
      onFocus={() => preload(item.name)}
      {...(rail && { 'aria-label': title })}
    >
      <Icon name={item.icon ?? 'list'} />
      {!rail && (
        <span className="wd-ellipsis" title={title}>
          {title}
        </span>
      )}
      <NavBadge page={item.name} />
    </NavLink>
  );
  return (
    <li>
      {rail ? (
        <Tooltip title={title} placement="right">
          {link}
        </Tooltip>
      ) : (
        link
      )}
    </li>
  );
}

interface GroupProps {
  group: MenuGroup;
  rail: boolean;
  open: boolean;
  onToggle(): void;
}

function Group({ group, rail, open, onToggle }: GroupProps) {
  const text = useText();
  const id = `wd-nav-${group.group}`;
  const isClosed = useClosedPages();
  const shown = group.children.filter(({ route }) => !isClosed(route));
  if (shown.length === 0) return null;
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
          <span className="wd-ellipsis">{text(group.title)}</span>
          <Icon name="chevron" size={12} />
        </button>
      )}
      <ul id={id} hidden={!open && !rail} {...(rail && { 'aria-label': text(group.title) })}>
        {shown.map((item) => (
          <MenuLink key={item.name} item={item} rail={rail} />
        ))}
      </ul>
    </li>
  );
}

/** The menu tree of the user; which groups are closed is remembered on this device. */
export function NavLinks({ rail = false }: { rail?: boolean }) {
  const t = useT();
  const { status, groups, load } = useMenu();
  const [closed, setClosed] = useState(readClosed);
  const toggle = (name: string) => {
    const next = closed.has(name) ? [...closed].filter((other) => other !== name) : [...closed, name];
    writeLocal(CLOSED_KEY, next.join(','));
    setClosed(new Set(next));
  };
  if (status === 'failed') {
    return (
      <div className="wd-nav-failed" role="alert">
        {!rail && <span>{t('shell.menuFailed')}</span>}
        <button
          type="button"
          className="wd-icon-button"
          aria-label={t('common.retry')}
          onClick={() => void load()}
        >
          <Icon name="refresh" />
        </button>
      </div>
    );
  }
  return (
    <nav className="wd-nav" aria-label={t('shell.menu')} aria-busy={status !== 'ready'}>
      <ul>
        {groups.map((group) => (
          <Group
            key={group.group}
            group={group}
            rail={rail}
            open={!closed.has(group.group)}
            onToggle={() => toggle(group.group)}
          />
        ))}
      </ul>
    </nav>
  );
}
