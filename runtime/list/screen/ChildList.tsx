import { useMemo, useSyncExternalStore } from 'react';
import { entityOf, entityRegistry } from '../../core/definitions/entities.ts';
import { listPageOf } from '../../core/definitions/pages.ts';
import { pageAccess } from '../../kit/session/pageAccess.ts';
import { useSession } from '../../kit/session/session.ts';
import type { ChildListProps } from '../../record/screen/childLists.ts';
import { heldPage } from './constantColumns.ts';
import { EntityList } from './EntityList.tsx';
import './list.css';

/** Lists the children of a record like any list. New children get the reference to the record automatically. */
export default function ChildList({ entity: { name }, held: { field, value }, isClosed }: ChildListProps) {
  const entity = useSyncExternalStore(entityRegistry.subscribe, () => entityOf(name));
  const session = useSession();
  const page = listPageOf(name, (one) => pageAccess(one, session) === 'open');
  // A list value is a new object in each render.
  const serialized = JSON.stringify(value);
  const fixed = useMemo(() => ({ [field]: JSON.parse(serialized) as typeof value }), [field, serialized]);
  return (
    <EntityList {...{ entity, fixed, isClosed }} page={page ?? heldPage(entity)} stationSn={null} isWithin />
  );
}
