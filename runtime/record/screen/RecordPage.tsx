import '../../core/definitions/allEntities.ts';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { PageDefinition } from '../../../generated/definition.ts';
import { type Entity, entityOf } from '../../core/definitions/entities.ts';
import { listPageOf } from '../../core/definitions/pages.ts';
import { useEntityName } from '../../form/values/entityName.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import { listRecordPage, readRecordId } from '../../kit/session/recordPages.ts';
import { ListFailed } from '../../kit/states/ListStates.tsx';
import { PageSkeleton } from '../../kit/states/PageSkeleton.tsx';
import { listRecords } from '../calls/useRecords.ts';
import { narrowFixed } from '../query/fixed.ts';
import { NoRecord } from './RecordGone.tsx';
import { RecordScreen } from './RecordScreen.tsx';

/** An id that no record has. */
const NO_ID = 0;

/** Shows a record on its own page, found by id or by the field in the address. */
export default function RecordPage({ page }: { page: PageDefinition }) {
  const { pathname } = useLocation();
  const entity = entityOf(page.entity ?? '');
  if (page.by !== undefined) return <RecordBy key={page.by} entity={entity} by={page.by} />;
  return <RecordScreen list={listRecordPage(page)} entity={entity} id={readRecordId(pathname)} />;
}

function RecordBy({ entity, by }: { entity: Entity; by: string }) {
  const value = useSearchParams()[0].get(by) ?? '';
  const name = useEntityName(entity);
  const navigate = useNavigate();
  const isByKey = by !== 'id' && value !== '';
  const { data, isError, refetch } = useQuery(
    {
      queryKey: ['records', entity.name, by, value],
      queryFn: ({ signal }) =>
        listRecords(entity, { ...narrowFixed({}, { [by]: value }), current: 1, size: 1 }, signal),
      enabled: isByKey,
      retry: false,
    },
    queryClient,
  );
  const id = by === 'id' ? readRecordId(value) : (data?.records[0]?.id ?? NO_ID);
  if (isByKey && isError && !data) return <ListFailed title={name} onRetry={() => void refetch()} />;
  if (isByKey && !data) return <PageSkeleton />;
  const list = listPageOf(entity.name)?.route ?? null;
  if (id === NO_ID) return <NoRecord onClose={() => void (list !== null && navigate(list))} />;
  return <RecordScreen key={id} list={list} entity={entity} id={id} />;
}
