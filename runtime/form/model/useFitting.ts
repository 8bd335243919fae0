/**
 * Checks whether chosen records still match the fields that limit the choice (x-refWhere). Errors are shown at the
 * choice.
 */

import { useQuery } from '@tanstack/react-query';
import type { Field } from '../../../generated/definition.ts';
import { type Choice, findChoices, type ObjectValues, recordHolder } from '../../core/rules/refWhere.ts';
import type { Values } from '../../core/rules/rule.ts';
import type { Lang } from '../../core/text/lang.ts';
import { unfitMessage } from '../../fieldTypes/fieldMessage.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import { useSession } from '../../kit/session/session.ts';
import { listCall } from '../values/refList.ts';
import { needFilter } from '../values/refTarget.ts';
import type { FieldError } from './problems.ts';

const FRESH_MS = 60_000;
const NONE: readonly FieldError[] = [];

/** Returns choices that do not match. Records that this user may not see are checked by the server only. */
async function findUnfit(choices: readonly Choice[], signal: AbortSignal): Promise<Choice[]> {
  const fitting = await Promise.all(
    choices.map(async ({ source, value, needs }) => {
      const { 'x-ref': entity = '', 'x-refKey': key = 'id' } = source;
      if (!useSession.getState().can(`${entity}:list`)) return false;
      const equals = { field: key, op: 'eq', value };
      const count = async (filter: string | undefined) =>
        (await listCall(entity, { filter, current: 1, size: 1 }, signal)).records.length;
      return (await count(needFilter(needs, equals))) === 0 && (await count(needFilter([], equals))) > 0;
    }),
  );
  return choices.filter((_, index) => fitting[index]);
}

interface Input {
  schema: Field;
  value: Values;
  context: Values;
  lang: Lang;
  /** The record to which the form of a transition belongs. */
  about?: ObjectValues | undefined;
  /** False in read-only forms. */
  enabled: boolean;
}

export function useFitting({ schema, value, context, lang, about, enabled }: Input): readonly FieldError[] {
  const around = [recordHolder(context.id), ...(about ? [about] : [])];
  const choices = enabled ? findChoices(schema, value, around) : [];
  const { data } = useQuery(
    {
      queryKey: ['ref', 'fitting', lang, choices.map(({ source, ...rest }) => [source['x-ref'], rest])],
      queryFn: async ({ signal }) =>
        (await findUnfit(choices, signal)).map(
          ({ titled, followed, path }): FieldError => ({
            // The path of the control, which edits the whole list.
            path: typeof path.at(-1) === 'number' ? path.slice(0, -1) : path,
            message: unfitMessage(titled, followed, lang),
          }),
        ),
      enabled: choices.length > 0,
      staleTime: FRESH_MS,
      retry: false,
    },
    queryClient,
  );
  return data ?? NONE;
}
