import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import { statisticRegistry } from '../../core/definitions/statistics.ts';
import { call } from '../../kit/api/client.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import { useSession } from '../../kit/session/session.ts';
import type { ListRecord } from '../../record/calls/useRecords.ts';
import { addFigures, type FiguredRows } from './rowFigures.ts';

/** So many rows share a question. An endless list asks again for the next ones. */
const ROWS_ASKED = 100;

/** Adds the figures that the list shows of its rows, as far as a user may list what they count. */
export function useRowFigures(entity: Entity, records: ListRecord[]): FiguredRows {
  const can = useSession((session) => session.can);
  const asked = useMemo(
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
      queries: asked.map(({ statistic: { name }, query }) => ({
        // With the records: what changes a figure of a row is told as a change of the row.
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
    const known = asked.flatMap(({ statistic, by, figures }, at) => {
      const rows = answers[at];
      return rows ? [{ statistic, by, figures, rows }] : [];
    });
    return addFigures(entity, records, known);
  }, [entity, records, asked, answers]);
}

const partsOf = (records: readonly ListRecord[]): number[][] =>
  Array.from({ length: Math.ceil(records.length / ROWS_ASKED) }, (_, at) =>
    records.slice(at * ROWS_ASKED, (at + 1) * ROWS_ASKED).map(({ id }) => id),
  );
