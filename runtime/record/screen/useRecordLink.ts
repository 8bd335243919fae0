import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import { call } from '../../kit/api/client.ts';
import { notifyFailure } from '../../kit/api/failure.ts';
import { queryClient } from '../../kit/session/queryClient.ts';

const addressOf = (route: string | undefined, token: string): string =>
  `${location.origin}${route}?t=${token}`;

/** Loads, creates and ends a record's public link. */
export function useRecordLink({ name, public: open }: Entity, id: number) {
  const path = { entity: name, id };
  /** The new address. The server returns it only once. */
  const [address, setAddress] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { data, isPending, isError, refetch } = useQuery(
    {
      queryKey: ['recordLinks', name, id],
      queryFn: ({ signal }) => call('recordLinks', { path }, { quiet: true, signal }),
      gcTime: 0,
    },
    queryClient,
  );
  const link = data?.[0];
  const kept = link?.token ? addressOf(open?.route, link.token) : null;
  return {
    link,
    /** The address of a printed link. The server returns other addresses only once. */
    kept,
    isPending,
    isError,
    refetch,
    address,
    busy,
    async make(): Promise<void> {
      setBusy(true);
      try {
        const { token } = await call('recordLinkMake', { path }, { quiet: true });
        setAddress(addressOf(open?.route, token));
        await refetch();
      } catch (error) {
        notifyFailure(error);
      } finally {
        setBusy(false);
      }
    },
    async end(): Promise<void> {
      await call('recordLinkEnd', { path }, { quiet: true });
      setAddress(null);
      await refetch();
    },
  };
}
