/**
 * Checks during typing whether a value is already used (x-checkUnique), and rules about other records (apart, across,
 * work).
 * The result is shown at the field and never blocks saving.
 */

import { useEffect, useMemo, useRef, useState } from 'react';
import type { Field } from '../../../../generated/definition.ts';
import { entityRegistry } from '../../../core/definitions/entities.ts';
import { fieldsBeyond } from '../../../core/rules/across.ts';
import type { Values } from '../../../core/rules/rule.ts';
import type { Lang } from '../../../core/text/lang.ts';
import { pickText } from '../../../core/text/pickText.ts';
import { listAskedKeys, type UniqueKey } from '../../../core/uniqueKeys.ts';
import { uniqueMessage } from '../../../fieldTypes/fieldMessage.ts';
import { call } from '../../../kit/api/client.ts';
import { same } from '../../values/structuralSharing.ts';
import type { FieldHint } from '../problems.ts';

const PAUSE_MS = 400;

/** Returns the fields to check, with the other fields of their combined keys. */
export function uniqueFields(
  field: Field,
  keys: readonly (readonly string[])[],
): { asked: string[]; sent: string[] } {
  const uniqueNames = Object.entries(field.properties ?? {})
    .filter(([, child]) => child['x-checkUnique'])
    .map(([name]) => name);
  const partners = keys.filter((key) => key.some((name) => uniqueNames.includes(name))).flat();
  return { asked: uniqueNames, sent: [...new Set([...uniqueNames, ...partners])] };
}

/** Returns the keys with their fields. A key with a condition also includes the fields of the condition. */
const keysOf = (name: string | undefined): string[][] =>
  findKeys(name).map(({ fields, where = {} }) => [...fields, ...Object.keys(where)]);

function findKeys(name: string | undefined): readonly UniqueKey[] {
  const entity = name === undefined ? undefined : entityRegistry.get(name);
  return entity ? listAskedKeys(entity) : [];
}

/** Returns the fields whose values are sent to the server during input. */
function fieldsSent(schema: Field, name: string | undefined): ReturnType<typeof uniqueFields> {
  const { asked, sent } = uniqueFields(schema, keysOf(name));
  const entity = name === undefined ? undefined : entityRegistry.get(name);
  const beyond = entity ? fieldsBeyond(entity).filter((field) => schema.properties?.[field]) : [];
  return { asked, sent: [...new Set([...sent, ...beyond])] };
}

/**
 * Returns the hint that a value is already used, with the key's own text if defined. If saving is still possible, the
 * hint is a warning.
 */
function usedHint(entity: string | undefined, name: string, field: Field, lang: Lang): FieldHint {
  const key = findKeys(entity).find(({ fields, text }) => text && fields.at(-1) === name);
  const message = pickText(key?.text, lang) ?? uniqueMessage(field, lang);
  return { path: [name], message, ...(key?.warn ? { tone: 'warning' } : {}) };
}

interface Input {
  entity: string | undefined;
  schema: Field;
  value: Values;
  /** The id of the record, whose own values do not count as used. */
  id: unknown;
  lang: Lang;
}

interface Answer {
  values: Values;
  taken: readonly string[];
  beyond: readonly { field: string; text: string; warn?: boolean }[];
}

const NONE: readonly FieldHint[] = [];

export function useUnique({ entity, schema, value, id, lang }: Input): readonly FieldHint[] {
  const { asked, sent } = useMemo(() => fieldsSent(schema, entity), [schema, entity]);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const values: Values = Object.fromEntries(
    sent.filter((name) => value[name] !== undefined).map((name) => [name, value[name]]),
  );
  const key = JSON.stringify(values);
  const start = useRef(key);

  useEffect(() => {
    if (!entity || sent.length === 0 || key === start.current) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      const entered = JSON.parse(key) as Values;
      call(
        'recordUnique',
        { path: { entity }, body: { values: entered, ...(typeof id === 'number' ? { id } : {}) } },
        { quiet: true, signal: stop.signal },
      ).then(
        ({ taken, beyond }) => setAnswer({ values: entered, taken, beyond }),
        // A failed check shows no hint. Saving checks again.
        () => setAnswer(null),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [entity, sent, key, id]);

  return useMemo(() => {
    if (!answer || !same(answer.values, JSON.parse(key))) return NONE;
    const used = answer.taken.filter((name) => asked.includes(name));
    const beyond = answer.beyond.filter(({ field }) => schema.properties?.[field]);
    if (used.length === 0 && beyond.length === 0) return NONE;
    return [
      ...used.map((name) => usedHint(entity, name, schema.properties?.[name] ?? {}, lang)),
      ...beyond.map(
        ({ field, text, warn }): FieldHint => ({
          path: [field],
          message: text,
          ...(warn ? { tone: 'warning' } : {}),
        }),
      ),
    ];
  }, [answer, key, asked, entity, schema, lang]);
}
