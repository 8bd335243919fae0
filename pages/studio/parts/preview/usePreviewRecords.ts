import '../../../../runtime/core/definitions/allEntities.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Entity, entityRegistry } from '../../../../runtime/core/definitions/entities.ts';
import { useLang } from '../../../../runtime/kit/i18n/index.ts';
import { queryClient } from '../../../../runtime/kit/session/queryClient.ts';
import { useSession } from '../../../../runtime/kit/session/session.ts';
import { type ListRecord, listRecords, operationOf } from '../../../../runtime/record/calls/useRecords.ts';
import { sampleRecords } from './sample.ts';

const SHOWN = 5;

/** Returns the first records of the tenant. They are samples if there are none, or if the user may not see them. */
export function usePreviewRecords(entity: Entity): { records: ListRecord[]; isSample: boolean } {
  const lang = useLang();
  const may = useSession((session) => session.can(`${entity.name}:list`));
  const stored = entityRegistry.get(entity.name);
  const { data } = useQuery(
    {
      queryKey: ['studio', 'records', entity.name],
      queryFn: ({ signal }) => listRecords(stored!, { current: 1, size: SHOWN }, signal),
      enabled: may && stored !== undefined && operationOf(stored, 'list') !== undefined,
      retry: false,
    },
    queryClient,
  );
  const samples = useMemo(() => sampleRecords(entity, Date.now(), lang), [entity, lang]);
  const real = data?.records ?? [];
  return real.length > 0 ? { records: real, isSample: false } : { records: samples, isSample: true };
}
