import '../../core/definitions/allEntities.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo, useState, useSyncExternalStore } from 'react';
import type { PageDefinition } from '../../../generated/definition.ts';
import { type Entity, entityOf, entityRegistry } from '../../core/definitions/entities.ts';
import { operationInfo } from '../../core/definitions/operations.ts';
import { siteOf } from '../../core/definitions/site.ts';
import { useEntityName } from '../../form/values/entityName.ts';
import { ApiError } from '../../kit/api/errors.ts';
import { useT } from '../../kit/i18n/index.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import { useSession } from '../../kit/session/session.ts';
import { isSitePage, useSite } from '../../kit/session/site.ts';
import { ListEmpty, ListFailed, ListForbidden } from '../../kit/states/ListStates.tsx';
import { PageSkeleton } from '../../kit/states/PageSkeleton.tsx';
import { listRecords, operationOf } from '../calls/useRecords.ts';
import { RecordDialog } from '../dialog/RecordDialog.tsx';
import { type FixedValues, narrowFixed, valuesOfFixed } from '../query/fixed.ts';
import { buildQuery, readState } from '../query/query.ts';
import { RecordScreen } from './RecordScreen.tsx';

const FORBIDDEN = 403;

/** Shows the only or first record of the tenant, or of the selected station. */
export default function OnlyRecordPage({ page }: { page: PageDefinition }) {
  const entity = useSyncExternalStore(entityRegistry.subscribe, () => entityOf(page.entity ?? ''));
  return isSitePage(page) && siteOf(entity) !== null ? (
    <OfStation page={page} entity={entity} />
  ) : (
    <OnlyRecord entity={entity} fixed={page.where} stationSn={null} />
  );
}

function OfStation({ page, entity }: { page: PageDefinition; entity: Entity }) {
  const { status, stationSn } = useSite();
  const site = siteOf(entity);
  const fixed = useMemo(
    // Filters by station only if the records have a direct reference to it. Otherwise the server determines the
    // station.
    () =>
      typeof site === 'string' && stationSn !== null ? { ...page.where, [site]: stationSn } : page.where,
    [page.where, site, stationSn],
  );
  if (status === 'idle' || status === 'loading') return <PageSkeleton />;
  return <OnlyRecord key={stationSn} entity={entity} fixed={fixed} stationSn={stationSn} />;
}

interface Props {
  entity: Entity;
  fixed: FixedValues | undefined;
  stationSn: string | null;
}

function OnlyRecord({ entity, fixed, stationSn }: Props) {
  const t = useT();
  const title = useEntityName(entity);
  const can = useSession((session) => session.can);
  const [isNew, setIsNew] = useState(false);
  const preset = useMemo(() => valuesOfFixed(fixed), [fixed]);
  const query = narrowFixed(buildQuery(entity, readState(entity, new URLSearchParams()), stationSn), fixed);
  const { data, error, refetch } = useQuery(
    {
      queryKey: ['records', entity.name, 'first', query],
      queryFn: ({ signal }) => listRecords(entity, { ...query, current: 1, size: 1 }, signal),
      retry: false,
    },
    queryClient,
  );
  const create = operationOf(entity, 'create');
  const mayCreate = create !== undefined && can(operationInfo(create).permission ?? '');
  if (error instanceof ApiError && error.status === FORBIDDEN) return <ListForbidden title={title} />;
  if (error && !data) return <ListFailed title={title} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  const [record] = data.records;
  if (record) return <RecordScreen list={null} entity={entity} id={record.id} />;
  return (
    <>
      <ListEmpty
        title={title}
        narrowed={false}
        text={mayCreate ? undefined : t('list.emptyOthers')}
        onClear={() => undefined}
        action={
          mayCreate && (
            <Button type="primary" onClick={() => setIsNew(true)}>
              {t('list.new', { title })}
            </Button>
          )
        }
      />
      {isNew && <RecordDialog {...{ entity, preset }} record={null} onClose={() => setIsNew(false)} />}
    </>
  );
}
