/** Shows at a field the answer of a call about the record while the user edits it (`x-liveHint`). */
import { useEffect, useMemo, useState } from 'react';
import type { OperationId } from '../../../../generated/callPlaces.ts';
import type { Field } from '../../../../generated/definition.ts';
import { operationInfo } from '../../../core/definitions/operations.ts';
import { isEmpty } from '../../../core/numbers/arithmetic.ts';
import { formatNumber } from '../../../core/numbers/format.ts';
import { isObject } from '../../../core/object.ts';
import type { Values } from '../../../core/rules/rule.ts';
import { stripValues } from '../../../core/rules/values.ts';
import type { Lang } from '../../../core/text/lang.ts';
import { call } from '../../../kit/api/client.ts';
import { useSession } from '../../../kit/session/session.ts';
import type { FieldError } from '../problems.ts';

const PAUSE_MS = 400;
const BETWEEN = { zh: '；', en: '; ' };
const PLACE = /\{(\w+)\}/g;
const NONE: readonly FieldError[] = [];

interface Input {
  schema: Field;
  value: Values;
  /** The id of the record. A new one has none. */
  id: unknown;
  lang: Lang;
}

const shownOf = (value: unknown): string =>
  typeof value === 'number' ? formatNumber(value) : isEmpty(value) ? '' : String(value);

/** Returns the parts with an answer as one sentence. */
export function saidOf(says: readonly Record<Lang, string>[], answer: Values, lang: Lang): string {
  const parts = says.flatMap((text) => {
    const names = [...text[lang].matchAll(PLACE)].map(([, name = '']) => name);
    if (names.some((name) => shownOf(answer[name]) === '')) return [];
    return [text[lang].replace(PLACE, (_, name: string) => shownOf(answer[name]))];
  });
  return parts.join(BETWEEN[lang]);
}

export function useAsked({ schema, value, id, lang }: Input): readonly FieldError[] {
  const found = Object.entries(schema.properties ?? {}).find(([, field]) => field['x-liveHint']);
  const [name, asked] = [found?.[0], found?.[1]['x-liveHint']];
  const permission = asked ? operationInfo(asked.call as OperationId).permission : null;
  const may = useSession(({ can }) => permission === null || can(permission));
  const [answer, setAnswer] = useState<{ key: string; data: Values } | null>(null);
  const key = useMemo(() => {
    if (!asked || !may) return null;
    const values = stripValues(schema, value);
    if (!asked.of.every((field) => !isEmpty(values[field]))) return null;
    const sent = [...asked.of, ...(asked.with ?? [])].filter((field) => !isEmpty(values[field]));
    return JSON.stringify({
      ...Object.fromEntries(sent.map((field) => [field, values[field]])),
      ...(typeof id === 'number' ? { id } : {}),
    });
  }, [asked, may, schema, value, id]);
  useEffect(() => {
    if (!asked || key === null) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      const input: Record<string, unknown> = { body: JSON.parse(key) };
      call(asked.call as OperationId, input, { quiet: true, signal: stop.signal }).then(
        (data: unknown) => setAnswer(isObject(data) ? { key, data } : null),
        // The save reports the error.
        () => setAnswer(null),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [asked, key]);
  return useMemo(() => {
    const said = asked && answer?.key === key ? saidOf(asked.says, answer.data, lang) : '';
    return name !== undefined && said !== '' ? [{ path: [name], message: said }] : NONE;
  }, [name, asked, answer, key, lang]);
}
