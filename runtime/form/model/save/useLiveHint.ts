/** Shows the answer of a call at a field during editing (`x-liveHint`). */

import { useEffect, useMemo, useState } from 'react';
import type { OperationId } from '../../../../generated/callPlaces.ts';
import type { Field } from '../../../../generated/definition.ts';
import { operationInfo } from '../../../core/definitions/operations.ts';
import type { Values } from '../../../core/rules/rule.ts';
import { stripValues } from '../../../core/rules/values.ts';
import type { Lang } from '../../../core/text/lang.ts';
import { useSession } from '../../../kit/session/session.ts';
import type { FieldError } from '../problems.ts';
import { hintInput, hintOf, requestHint } from './requestHint.ts';

const PAUSE_MS = 400;
const NONE: readonly FieldError[] = [];

interface Input {
  schema: Field;
  value: Values;
  /** The id of the record. Undefined for a new record. */
  id: unknown;
  lang: Lang;
}

export function useLiveHint({ schema, value, id, lang }: Input): readonly FieldError[] {
  const found = Object.entries(schema.properties ?? {}).find(([, field]) => field['x-liveHint']);
  const [name, hint] = [found?.[0], found?.[1]['x-liveHint']];
  const permission = hint ? operationInfo(hint.call as OperationId).permission : null;
  const may = useSession(({ can }) => permission === null || can(permission));
  const [answer, setAnswer] = useState<{ key: string; data: Values } | null>(null);
  const key = useMemo(() => {
    if (!hint || !may) return null;
    const input = hintInput(hint, stripValues(schema, value), id);
    return input && JSON.stringify(input);
  }, [hint, may, schema, value, id]);
  useEffect(() => {
    if (!hint || key === null) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      requestHint(hint, JSON.parse(key) as Values, stop.signal).then(
        (data) => setAnswer(data && { key, data }),
        // Saving reports the error, so none is shown here.
        () => setAnswer(null),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [hint, key]);
  return useMemo(() => {
    const text = hint && answer?.key === key ? hintOf(hint.says, answer.data, lang) : '';
    return name !== undefined && text !== '' ? [{ path: [name], message: text }] : NONE;
  }, [name, hint, answer, key, lang]);
}
