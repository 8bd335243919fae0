import { useQuery } from '@tanstack/react-query';
import { call } from '../../../runtime/kit/api/client.ts';
import { queryClient } from '../../../runtime/kit/session/queryClient.ts';
import { useSession } from '../../../runtime/kit/session/session.ts';
import { readDone, TENANT_STEPS } from './steps.ts';

const PREFERENCE = 'start.tour';
const DISMISSED = { value: { dismissed: true } };
const quiet = { quiet: true };

interface Tour {
  /** Completion by step. Null if unknown, and after the user closed the tour. */
  done: readonly boolean[] | null;
  dismiss(): void;
}

export function useTour(): Tour {
  const tenantId = useSession((session) => session.tenantId);
  const key = ['tour', tenantId];
  const { data: state } = useQuery(
    {
      queryKey: [...key, 'state'],
      queryFn: ({ signal }) => call('preferenceGet', { path: { key: PREFERENCE } }, { quiet: true, signal }),
    },
    queryClient,
  );
  const isEnabled = state !== undefined && state.value?.dismissed !== true;
  const { data: done } = useQuery(
    {
      queryKey: [...key, 'done'],
      queryFn: ({ signal }) => readDone(TENANT_STEPS, signal),
      enabled: isEnabled,
      // Reloaded at each visit, so that a completed step is ticked.
      refetchOnMount: 'always',
    },
    queryClient,
  );
  return {
    done: isEnabled ? (done ?? null) : null,
    dismiss() {
      queryClient.setQueryData([...key, 'state'], DISMISSED);
      call('preferenceSave', { path: { key: PREFERENCE }, body: DISMISSED }, quiet).catch(() => {
        // After a failure the tour is shown again after the next sign-in.
      });
    },
  };
}
