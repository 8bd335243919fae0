import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type {
  EntityDefinition,
  ListDisplay,
  PageDefinition,
  PageDisplay,
} from '../../../generated/definition.ts';
import { call } from '../../kit/api/client.ts';
import { readLocal, writeLocal } from '../../kit/browser/storage.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import { useSession } from '../../kit/session/session.ts';
import { displayNames } from '../../record/query/query.ts';

/** The current display: the table, or one of the displays of the definition. */
export type Shown = { as: 'table' } | ListDisplay;
const TABLE: Shown = { as: 'table' };

/**
 * Returns the display of a page's list. The address has priority, then the user's last choice on any device, then the
 * page's default. Until the server answers, this device's copy is used.
 */
export function useDisplay(entity: EntityDefinition, page: PageDefinition, fromAddress: PageDisplay | null) {
  const userId = useSession((session) => session.user?.userId);
  const key = `display.${page.name}`;
  const localKey = `EMS-${key}-${userId}`;
  const names = displayNames(entity);
  const { data } = useQuery(
    {
      queryKey: ['preference', key],
      queryFn: ({ signal }) => call('preferenceGet', { path: { key } }, { quiet: true, signal }),
      // Only this window changes the preference.
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      enabled: names.length > 1,
    },
    queryClient,
  );
  const stored = data ? data.value?.as : readLocal(localKey);
  const name =
    [fromAddress, stored, page.display].find((one) => names.some((known) => known === one)) ?? 'table';
  const remember = useCallback(
    (as: PageDisplay) => {
      writeLocal(localKey, as);
      const value = { as };
      queryClient.setQueryData(['preference', key], { value });
      call('preferenceSave', { path: { key }, body: { value } }, { quiet: true }).catch(() => undefined);
    },
    [localKey, key],
  );
  const shown = entity.list.displays?.find(({ as }) => as === name) ?? TABLE;
  return { shown, names, remember };
}
