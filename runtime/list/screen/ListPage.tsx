import { useSyncExternalStore } from 'react';
import type { PageDefinition } from '../../../generated/definition.ts';
import { entityOf, entityRegistry } from '../../core/definitions/entities.ts';
import { EntityList } from './EntityList.tsx';
import './list.css';

/** The generated list of an entity, as its definition is now. */
export default function ListPage({ page }: { page: PageDefinition }) {
  const entity = useSyncExternalStore(entityRegistry.subscribe, () => entityOf(page.entity ?? ''));
  return <EntityList entity={entity} page={page} />;
}
