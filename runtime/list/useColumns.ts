import { useState } from 'react';
import type { EntityDefinition } from '../../generated/definition.ts';
import { readLocal, writeLocal } from '../api/storage.ts';
import { useSession } from '../shell/session.ts';
import { column_names } from './fields.ts';

function stored_read(key: string, possible: string[]): string[] | null {
  try {
    const names: unknown = JSON.parse(readLocal(key) ?? 'null');
    if (!Array.isArray(names)) return null;
    const kept = possible.filter((name) => names.includes(name));
    return kept.length > 0 ? kept : null;
  } catch {
    return null;
  }
}

/** The columns that a user chose for a list; kept on this device. The first one leads to the record and stays. */
export function useColumns(entity: EntityDefinition) {
  const userId = useSession((session) => session.user?.userId);
  const key = `EMS-columns-${userId}-${entity.name}`;
  const possible = column_names(entity);
  const [chosen, setChosen] = useState(() => stored_read(key, possible));
  const choose = (names: string[] | null) => {
    setChosen(names);
    writeLocal(key, JSON.stringify(names));
  };
  const first = entity.list.columns[0]!;
  const shown = chosen ? [first, ...chosen.filter((name) => name !== first)] : entity.list.columns;
  return { possible, shown, custom: chosen !== null, choose };
}
