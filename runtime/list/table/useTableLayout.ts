import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { call } from '../../kit/api/client.ts';
import { readLocal, writeLocal } from '../../kit/browser/storage.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import { useSession } from '../../kit/session/session.ts';
import { type ListLayout, layoutDefault, layoutIsUsual, readLayout } from './columnLayout.ts';

function readLocally(key: string): unknown {
  try {
    return JSON.parse(readLocal(key) ?? 'null');
  } catch {
    return null;
  }
}

/**
 * Stores the user's column layout. The server stores it for all devices. Until it answers, this device's copy is shown,
 * so that columns do not move. `named`: the columns of a view, which override the layout.
 */
export function useTableLayout(
  entity: EntityDefinition,
  named: readonly string[] | null,
  onNamed: (columns: readonly string[]) => void,
) {
  const userId = useSession((session) => session.user?.userId);
  const key = `list.${entity.name}`;
  const localKey = `EMS-${key}-${userId}`;
  const [chosen, setChosen] = useState<ListLayout | null>(null);
  const { data } = useQuery(
    {
      queryKey: ['preference', key],
      queryFn: ({ signal }) => call('preferenceGet', { path: { key } }, { quiet: true, signal }),
      // Only this window changes the layout, so it is never stale. After an error the default columns are shown.
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    },
    queryClient,
  );
  const storedLayout = useMemo(
    () => readLayout(entity, data ? data.value : readLocally(localKey)),
    [entity, data, localKey],
  );
  const ownLayout = chosen ?? storedLayout;
  const layout = useMemo(
    () => (named ? readLayout(entity, { ...ownLayout, shown: named }) : ownLayout),
    [entity, named, ownLayout],
  );

  const change = useCallback(
    (next: ListLayout | null) => {
      const whole = next ?? layoutDefault(entity);
      if (named && whole.shown.join() !== layout.shown.join()) onNamed(whole.shown);
      // Widths and pins are always the user's own, in any view.
      const stored = named ? { ...whole, shown: ownLayout.shown } : whole;
      setChosen(stored);
      const value = layoutIsUsual(entity, stored) ? null : { ...stored };
      writeLocal(localKey, JSON.stringify(value));
      queryClient.setQueryData(['preference', key], { value });
      call('preferenceSave', { path: { key }, body: { value } }, { quiet: true }).catch(() => undefined);
    },
    [entity, named, layout, ownLayout, onNamed, localKey, key],
  );
  return { layout, change, custom: !layoutIsUsual(entity, layout) };
}
