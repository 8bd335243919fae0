import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { Data, Input } from '../../../generated/calls.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { call } from '../../../runtime/kit/api/client.ts';
import { queryClient } from '../../../runtime/kit/session/queryClient.ts';
import { PAGE_SIZES } from '../../../runtime/record/query/query.ts';

export type AuditLine = Data<'auditPage'>['records'][number];
/** The filter by actor. The default is users only, or users and machines for a single record. */
export const AUDIT_BY = ['people', 'machines', 'all'] as const;
export type AuditBy = (typeof AUDIT_BY)[number];
type SentFilter = Omit<Input<'auditExport'>['query'], 'format' | 'lang' | 'zone'>;
export type AuditFilter = Omit<SentFilter, 'by'> & { by?: AuditBy | undefined };

export const auditBy = ({ by, recordId }: AuditFilter): AuditBy =>
  by ?? (recordId === undefined ? 'people' : 'all');

/** Returns the query parameters of a filter. */
function queryOf(filter: AuditFilter): SentFilter {
  const { by: _, ...others } = filter;
  const by = auditBy(filter);
  return by === 'all' ? others : { ...others, by };
}
type AuditFormat = 'csv' | 'xlsx';
export type AuditSort = NonNullable<Input<'auditPage'>['query']['sort']>;

export const AUDIT_SORTED = ['time', 'user'] as const;
const SORTS: readonly AuditSort[] = AUDIT_SORTED.flatMap((name) => [name, `-${name}` as const]);

export interface AuditQuery {
  filter: AuditFilter;
  /** Null sorts by time, the latest first. */
  sort: AuditSort | null;
  current: number;
  size: number;
}

const FIRST_SIZE = 20;
const TEXTS = ['entity', 'recordId', 'action', 'from', 'to'] as const;

const whole = (text: string | null): number | undefined => {
  const number = Number(text);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
};

export function readAuditQuery(params: URLSearchParams): AuditQuery {
  const texts = TEXTS.map((name) => [name, params.get(name) || undefined] as const);
  const size = whole(params.get('size'));
  return {
    filter: {
      ...Object.fromEntries(texts),
      userId: whole(params.get('userId')),
      by: AUDIT_BY.find((one) => one === params.get('by')),
    },
    sort: SORTS.find((one) => one === params.get('sort')) ?? null,
    current: whole(params.get('page')) ?? 1,
    size: PAGE_SIZES.find((one) => one === size) ?? FIRST_SIZE,
  };
}

/** Returns the parameters that differ from the default. */
export function writeAuditQuery({ filter, sort, current, size }: AuditQuery): URLSearchParams {
  return new URLSearchParams([
    ...Object.entries(filter).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
    ...(sort === null ? [] : [['sort', sort]]),
    ...(current === 1 ? [] : [['page', String(current)]]),
    ...(size === FIRST_SIZE ? [] : [['size', String(size)]]),
  ]);
}

/** Stores the filters in the address, so that a link contains them. */
export function useAuditQuery(): [AuditQuery, (part: Partial<AuditQuery>) => void] {
  const [params, setParams] = useSearchParams();
  const change = (part: Partial<AuditQuery>) =>
    setParams((now) => writeAuditQuery({ ...readAuditQuery(now), ...part }), { replace: true });
  return [readAuditQuery(params), change];
}

/** Returns the actions, newest first. They are loaded at each opening of the page. */
export function useAudit({ filter, sort, current, size }: AuditQuery) {
  return useQuery(
    {
      queryKey: ['audit', filter, sort, current, size],
      queryFn: ({ signal }) =>
        call(
          'auditPage',
          { query: { ...queryOf(filter), sort: sort ?? undefined, current, size } },
          { quiet: true, signal },
        ),
      placeholderData: (previous) => previous,
      staleTime: 0,
    },
    queryClient,
  );
}

/** Returns the address of the file with all matches of the filter, for a download by the browser. */
export function auditFileAddress(
  filter: AuditFilter,
  reader: { format: AuditFormat; lang: Lang; zone: string },
): string {
  const entries = Object.entries({ ...queryOf(filter), ...reader }).filter(
    ([, value]) => value !== undefined,
  );
  const query = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]));
  return `/manager/access/audit/export?${query}`;
}
