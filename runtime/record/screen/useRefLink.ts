import { useMemo } from 'react';
import { listPageOf } from '../../core/definitions/pages.ts';
import type { RefLink } from '../../form/shown/refLink.ts';
import { isOnlyNamed } from '../../form/values/refNames.ts';
import { pageAccess } from '../../kit/session/pageAccess.ts';
import { useSession } from '../../kit/session/session.ts';
import { writeGroup } from '../query/group.ts';

/** Opens the page of a referenced record, or its list if the reference is no id. */
export function useRefLink(): RefLink {
  const session = useSession();
  return useMemo(
    () =>
      ({ entity, key }, value) => {
        const page = listPageOf(entity, (one) => pageAccess(one, session) === 'open');
        if (!page || isOnlyNamed(entity, value)) return null;
        if (key === 'id') return `${page.route}/${value}`;
        const filter = writeGroup({ join: 'and', nodes: [{ field: key, op: 'eq', value }] });
        return `${page.route}?${new URLSearchParams({ filter })}`;
      },
    [session],
  );
}
