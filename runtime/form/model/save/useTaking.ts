/** Copies values from the record that a reference chooses into neighbouring fields. */
import { useCallback } from 'react';
import type { Field } from '../../../../generated/definition.ts';
import type { OperationId } from '../../../../generated/operations.ts';
import { entityOperation, operationInfo } from '../../../core/definitions/operations.ts';
import { type ChangedReference, copyLines, refsSet } from '../../../core/rules/referenceValues.ts';
import type { Values } from '../../../core/rules/rule.ts';
import { type CallInput, call } from '../../../kit/api/client.ts';
import { queryClient } from '../../../kit/session/queryClient.ts';
import { listCall } from '../../values/refList.ts';
import { needFilter } from '../../values/refTarget.ts';
import { valueAt } from '../problems.ts';

const FRESH_MS = 60_000;

/** Reads the record with its lines. Null if its entity has no call that reads one. */
function readWhole(target: string, id: number, signal: AbortSignal): Promise<Values | null> {
  const operation = entityOperation(target, 'get');
  if (!operation) return Promise.resolve(null);
  const place = operationInfo(operation).path.includes('{id}') ? 'path' : 'query';
  return call(operation, { [place]: { id } } as CallInput<OperationId>, {
    quiet: true,
    signal,
  }) as Promise<Values>;
}

/** Reads the record's fields that the user may see. Null without access to the record. */
function readRecord({ target, key, value, takings }: ChangedReference): Promise<Values | null> {
  const filter = needFilter([{ field: key, value }]);
  // Lists return records without lines, so the record itself is read.
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

/**
 * Returns the copied values without empty ones. They replace defaults, but not values that existed when the form
 * opened.
 */
function copyValues(
  { takings }: ChangedReference,
  record: Values | null,
  beside: Values,
  isFirst: boolean,
): Values {
  const copied: Values = {};
  for (const { own, theirs, isKept, lineFields, fixed } of takings) {
    const found = record?.[theirs] ?? undefined;
    const value = lineFields && Array.isArray(found) ? copyLines(lineFields, found) : found;
    if (isKept) copied[own] = value;
    else if (value !== undefined && !(isFirst && beside[own] !== undefined && beside[own] !== fixed))
      copied[own] = value;
  }
  return copied;
}

/**
 * Returns the handler for changed form values. Copied values are `put` at their place, unless the reference has changed
 * in the meantime. `isFirst`: the form opens, and existing values are kept.
 */
export function useTaking(
  schema: Field,
  current: { current: Values },
  put: (path: readonly string[], values: Values) => void,
) {
  return useCallback(
    (now: Values, before: Values, isFirst = false) => {
      for (const copying of refsSet(schema, now, before)) {
        void readRecord(copying)
          // Users without access to those records enter the values themselves.
          .catch(() => null)
          .then((record) => {
            const beside = valueAt(current.current, copying.path) as Values | undefined;
            if (beside?.[copying.ref] !== copying.value) return;
            const values = copyValues(copying, record, beside, isFirst);
            if (Object.keys(values).length > 0) put(copying.path.map(String), values);
          });
      }
    },
    [schema, current, put],
  );
}
