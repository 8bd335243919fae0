import { useQuery } from '@tanstack/react-query';
import type { Data, Input } from '../../../generated/calls.ts';
import { call } from '../../../runtime/api/client.ts';
import { queryClient } from '../../../runtime/form/queryClient.ts';

export type AuditLine = Data<'auditPage'>['records'][number];
export type AuditFilter = Input<'auditExport'>['query'];

export interface AuditQuery {
  filter: AuditFilter;
  current: number;
  size: number;
}

/** What was done, latest first; looked at anew whenever the page is opened. */
export function useAudit({ filter, current, size }: AuditQuery) {
  return useQuery(
    {
      queryKey: ['audit', filter, current, size],
      queryFn: ({ signal }) =>
        call('auditPage', { query: { ...filter, current, size } }, { quiet: true, signal }),
      placeholderData: (previous) => previous,
      staleTime: 0,
    },
    queryClient,
  );
}

/** The address of the file with everything that the filter selects; the browser itself saves it. */
export function auditFile_address(filter: AuditFilter): string {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return `/manager/access/audit/export?${query}`;
}
