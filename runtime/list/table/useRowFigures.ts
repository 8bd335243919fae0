import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import { statisticRegistry } from '../../core/definitions/statistics.ts';
import { call } from '../../kit/api/client.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import { useSession } from '../../kit/session/session.ts';
import type { ListRecord } from '../../record/calls/useRecords.ts';
import { addFigures, type FiguredRows } from './rowFigures.ts';

/** Number of rows in one request. An endless list sends further requests for further rows. */
const MAX_ROWS = 100;

/** Adds statistics to each row. Statistics of records that the user may not list are omitted. */
export function useRowFigures(entity: Entity, records: ListRecord[]): FiguredRows {
  const can = useSession((session) => session.can);
  const requests = useMemo(
    () =>
      (entity.list.figures ?? []).flatMap(({ statistic: name, by, figures }) => {
        const statistic = statisticRegistry.get(name);
        if (!statistic || !can(`${statistic.of}:list`)) return [];
        return partsOf(records).map((ids) => {
          const filter = JSON.stringify({ and: [{ field: by, op: 'in', value: ids }] });
          return { statistic, by, figures, query: { by, figures: figures.join(), filter } };
        });
      }),
    [entity, records, can],
  );
  const answers = useQueries(
    {
      queries: requests.map(({ statistic: { name }, query }) => ({
        // Cached under the records' key, because the server reports a changed statistic as a change of its row.
        queryKey: ['records', entity.name, 'figures', name, query],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          call('recordStatistic', { path: { name }, query }, { quiet: true, signal }),
        retry: false,
        placeholderData: keepPreviousData,
      })),
      combine: (results) => results.map(({ data }) => data?.rows ?? null),
    },
    queryClient,
  );
  return useMemo(() => {
    const known = requests.flatMap(({ statistic, by, figures }, at) => {
      const rows = answers[at];
      return rows ? [{ statistic, by, figures, rows }] : [];
    });
    return addFigures(entity, records, known);
  }, [entity, records, requests, answers]);
}

const partsOf = (records: readonly ListRecord[]): number[][] =>
  Array.from({ length: Math.ceil(records.length / MAX_ROWS) }, (_, at) =>
    records.slice(at * MAX_ROWS, (at + 1) * MAX_ROWS).map(({ id }) => id),
  );
