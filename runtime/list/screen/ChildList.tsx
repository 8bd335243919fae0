import { useSyncExternalStore } from 'react';
import { entityOf, entityRegistry } from '../../core/definitions/entities.ts';
import { pageRegistry } from '../../core/definitions/pages.ts';
import { pageAccess } from '../../kit/session/access.ts';
import { useSession } from '../../kit/session/session.ts';
import { listPage } from '../../record/query/listPage.ts';
import type { ChildListProps } from '../../record/screen/childLists.ts';
import { EntityList } from './EntityList.tsx';
import { heldEntity, heldPage } from './held.ts';
import './list.css';

/** The children of a record with the tools of any list; a new one belongs to the record already. */
export default function ChildList({ entity: { name }, held }: ChildListProps) {
  const entity = useSyncExternalStore(entityRegistry.subscribe, () => entityOf(name));
  const session = useSession();
  const page = listPage(pageRegistry.all(), name, (candidate) => pageAccess(candidate, session) === 'open');
  return (
    <EntityList
      entity={heldEntity(entity, held)}
      page={page ?? heldPage(entity)}
      stationSn={null}
      held={held}
    />
  );
}
