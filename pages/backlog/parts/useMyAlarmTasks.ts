import '../../../runtime/core/definitions/allEntities.ts';
import { useQuery } from '@tanstack/react-query';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { queryClient } from '../../../runtime/kit/session/queryClient.ts';
import { useSession } from '../../../runtime/kit/session/session.ts';
import { type ListRecord, listRecords } from '../../../runtime/record/calls/useRecords.ts';

const OPEN = 1;
const NONE: readonly ListRecord[] = [];

/** Returns the first open alarm tasks that are assigned to the user, or created by the user. */
export function useMyAlarmTasks(size: number): readonly ListRecord[] {
  const name = useSession(({ user }) => user?.name ?? '');
  const may = useSession(({ can }) => can('alarmTask:list'));
  const entity = entityOf('alarmTask');
  const mine = {
    or: [
      { field: 'handler', op: 'eq', value: name },
      { field: 'createdBy', op: 'me' },
    ],
  };
  const filter = JSON.stringify({ and: [{ field: 'status', op: 'eq', value: OPEN }, mine] });
  const { data } = useQuery(
    {
      queryKey: ['records', entity.name, 'mine', filter, size],
      queryFn: ({ signal }) => listRecords(entity, { filter, current: 1, size }, signal),
      enabled: may,
    },
    queryClient,
  );
  return data?.records ?? NONE;
}
