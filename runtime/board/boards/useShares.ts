import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Data } from '../../../generated/calls.ts';
import { call } from '../../kit/api/client.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import { useBoardSession } from '../session/boardSession.ts';
import { sharedBoardPath } from '../widget/sharedAddress.ts';

export type BoardShare = Data<'boardShares'>[number];

/** Lists, creates and revokes the links to this board. */
export function useShares() {
  const { station, boardId } = useBoardSession();
  /** The address of the link that was just created. It is shown only once. */
  const [address, setAddress] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { data, isPending, isError, refetch } = useQuery(
    {
      queryKey: ['boardShares', station.sn],
      queryFn: ({ signal }) =>
        call('boardShares', { query: { stationSn: station.sn } }, { quiet: true, signal }),
      gcTime: 0,
    },
    queryClient,
  );
  return {
    shares: data?.filter((share) => share.boardId === boardId),
    isPending,
    isError,
    refetch,
    address,
    busy,
    async create(hours: number): Promise<void> {
      setBusy(true);
      try {
        const { token } = await call('boardShareCreate', { body: { stationSn: station.sn, boardId, hours } });
        setAddress(location.origin + sharedBoardPath(token));
        await refetch();
      } catch {
        // The error was already shown.
      } finally {
        setBusy(false);
      }
    },
    async revoke(id: number): Promise<void> {
      await call('boardShareRevoke', { path: { id } }, { quiet: true });
      setAddress(null);
      await refetch();
    },
  };
}
