/** A reference that is chosen in a form brings values along: they are read from its record and written beside it. */
import { useCallback } from 'react';
import type { Field } from '../../../../generated/definition.ts';
import type { OperationId } from '../../../../generated/operations.ts';
import { entityOperation, operationInfo } from '../../../core/definitions/operations.ts';
import { copyLines, refsSet, type Taken } from '../../../core/rules/referenceValues.ts';
import type { Values } from '../../../core/rules/rule.ts';
import { type CallInput, call } from '../../../kit/api/client.ts';
import { queryClient } from '../../../kit/session/queryClient.ts';
import { listCall } from '../../values/refList.ts';
import { needFilter } from '../../values/refTarget.ts';
import { valueAt } from '../problems.ts';

const FRESH_MS = 60_000;

/** The record with its lines. */
function readWhole(target: string, id: number, signal: AbortSignal): Promise<Values | null> {
  const operation = entityOperation(target, 'get');
  if (!operation) return Promise.resolve(null);
  const place = operationInfo(operation).path.includes('{id}') ? 'path' : 'query';
  return call(operation, { [place]: { id } } as CallInput<OperationId>, {
    quiet: true,
    signal,
  }) as Promise<Values>;
}

/** The record, as far as its reader may see it; null: not at all. */
function readRecord({ target, key, value, takings }: Taken): Promise<Values | null> {
  const filter = needFilter([{ field: key, value }]);
  // A list answers records without their lines.
  const isWhole = takings.some(({ lineFields }) => lineFields);
  return queryClient.fetchQuery({
    queryKey: ['ref', target, key, isWhole ? 'whole' : 'record', value],
    queryFn: async ({ signal }) => {
      const { records } = await listCall(target, { filter, current: 1, size: 1 }, signal);
      const [record] = records;
      return record && isWhole ? readWhole(target, Number(record.id), signal) : (record ?? null);
    },
    staleTime: FRESH_MS,
    retry: false,
  });
}

/** Leaves out what would stand over something entered before the form began, and what is empty there; a default yields. */
function takeValues({ takings }: Taken, record: Values | null, beside: Values, isFirst: boolean): Values {
  const taken: Values = {};
  for (const { own, theirs, isKept, lineFields, fixed } of takings) {
    const found = record?.[theirs] ?? undefined;
    const value = lineFields && Array.isArray(found) ? copyLines(lineFields, found) : found;
    if (isKept) taken[own] = value;
    else if (value !== undefined && !(isFirst && beside[own] !== undefined && beside[own] !== fixed))
      taken[own] = value;
  }
  return taken;
}

/**
 * Returns the handler for the values of a form and their previous ones. Values copied from references are `put` at
 * their place, unless they were changed in the meantime. `isFirst`: the form begins, and its values stay.
 */
export function useTaking(
  schema: Field,
  held: { current: Values },
  put: (path: readonly string[], values: Values) => void,
) {
  return useCallback(
    (now: Values, before: Values, isFirst = false) => {
      for (const taken of refsSet(schema, now, before)) {
        void readRecord(taken)
          // Users who may not read those records enter the values themselves.
          .catch(() => null)
          .then((record) => {
            const beside = valueAt(held.current, taken.path) as Values | undefined;
            if (beside?.[taken.ref] !== taken.value) return;
            const values = takeValues(taken, record, beside, isFirst);
            if (Object.keys(values).length > 0) put(taken.path.map(String), values);
          });
      }
    },
    [schema, held, put],
  );
}
