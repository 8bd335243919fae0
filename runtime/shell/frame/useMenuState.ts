/** Stores the open groups of the menu and the recently opened pages on this device. */
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { isObject } from '../../core/object.ts';
import { readLocal, writeLocal } from '../../kit/browser/storage.ts';
import { useSession } from '../../kit/session/session.ts';
import type { MenuGroup, MenuItem } from './menu.ts';
import { addRecent, type GroupChoice, itemAt } from './menuPlace.ts';

const GROUPS_KEY = 'EMS-menuGroups';

/** Returns the storage key of recent pages, separate by user and tenant. */
const recentKey = (): string => {
  const { user, tenantId } = useSession.getState();
  return `EMS-menuRecent.${user?.userId ?? 0}.${tenantId ?? 0}`;
};

function readJson(key: string): unknown {
  try {
    return JSON.parse(readLocal(key) ?? 'null');
  } catch {
    return null;
  }
}

function readChoice(): GroupChoice {
  const stored = readJson(GROUPS_KEY);
  if (!isObject(stored)) return {};
  const chosen = Object.entries(stored).flatMap(([group, open]) =>
    typeof open === 'boolean' ? [[group, open] as const] : [],
  );
  return Object.fromEntries(chosen);
}

function readRecent(): string[] {
  const stored = readJson(recentKey());
  return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : [];
}

interface MenuMemory {
  choice: GroupChoice;
  recent: readonly string[];
  current: MenuItem | null;
  choose(group: string, open: boolean): void;
}

export function useMenuState(groups: readonly MenuGroup[]): MenuMemory {
  const { pathname } = useLocation();
  const [choice, setChoice] = useState(readChoice);
  const [recent, setRecent] = useState<readonly string[]>(readRecent);
  const current = itemAt(groups, pathname);
  const name = current?.name;
  useEffect(() => {
    if (name === undefined) return;
    const next = addRecent(readRecent(), name);
    writeLocal(recentKey(), JSON.stringify(next));
    setRecent(next);
  }, [name]);
  return {
    ...{ choice, recent, current },
    choose(group, open) {
      const next = { ...choice, [group]: open };
      writeLocal(GROUPS_KEY, JSON.stringify(next));
      setChoice(next);
    },
  };
}
