import { useCallback, useState } from 'react';
import { toggleInList } from './toggleInList.ts';

/** The branches that the user expanded or collapsed. Others follow the default. */
interface Opened {
  rule: 'usual' | 'open' | 'closed';
  changed: ReadonlySet<number>;
}
const USUAL: Opened = { rule: 'usual', changed: new Set() };

export function isOpened({ rule, changed }: Opened, id: number, usual: boolean): boolean {
  const open = rule === 'usual' ? usual : rule === 'open';
  return changed.has(id) ? !open : open;
}

/** Stores the expanded branches for each `key`. */
export function useOpened(key: string) {
  const [byKey, setByKey] = useState<Readonly<Record<string, Opened>>>({});
  const turn = useCallback(
    (id: number) =>
      setByKey((now) => {
        const { rule, changed } = now[key] ?? USUAL;
        return { ...now, [key]: { rule, changed: toggleInList(changed, id) } };
      }),
    [key],
  );
  const turnAll = useCallback(
    (open: boolean) =>
      setByKey((now) => ({ ...now, [key]: { rule: open ? 'open' : 'closed', changed: new Set() } })),
    [key],
  );
  return { opened: byKey[key] ?? USUAL, turn, turnAll };
}
