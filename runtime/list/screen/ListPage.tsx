import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { PageDefinition } from '../../../generated/definition.ts';
import { entityOf, entityRegistry } from '../../core/definitions/entities.ts';
import { siteOf } from '../../core/definitions/site.ts';
import { CURRENT_VERSIONS } from '../../core/rules/versions.ts';
import { whenAtRest } from '../../kit/browser/whenAtRest.ts';
import { useListStation } from '../../kit/session/site.ts';
import { PageSkeleton } from '../../kit/states/PageSkeleton.tsx';
import { EntityList } from './EntityList.tsx';
import { preloadForms } from './loadForms.ts';
import './list.css';

/** Shows the generated list of an entity from its current definition. */
export default function ListPage({ page }: { page: PageDefinition }) {
  const entity = useSyncExternalStore(entityRegistry.subscribe, () => entityOf(page.entity ?? ''));
  const stationSn = useListStation(page, siteOf(entity) !== null);
  // A failure is ignored. Opening a row loads the forms again, and shows the error.
  useEffect(() => whenAtRest(() => void preloadForms().catch(() => undefined)), []);
  const fixed = useMemo(
    () => (entity.versions ? { ...CURRENT_VERSIONS, ...page.where } : page.where),
    [entity.versions, page.where],
  );
  if (stationSn === undefined) return <PageSkeleton />;
  return <EntityList entity={entity} page={page} stationSn={stationSn} fixed={fixed} />;
}
