/**
 * Shows hints at fields, which never block saving. They are about used or unusual values, and about records with a
 * similar name. Other hints come from rules that warn, and from a call about the record.
 */

import { useEffect, useMemo, useState } from 'react';
import type { Field } from '../../../generated/definition.ts';
import type { Values } from '../../core/rules/rule.ts';
import { stripValues } from '../../core/rules/values.ts';
import type { Lang } from '../../core/text/lang.ts';
import { pickText } from '../../core/text/pickText.ts';
import { fieldTypeOf } from '../../fieldTypes/index.ts';
import { call } from '../../kit/api/client.ts';
import { useT } from '../../kit/i18n/index.ts';
import { type FieldError, type FieldHint, ruleWarnings } from './problems.ts';
import { useLiveHint } from './save/useLiveHint.ts';
import { useUnique } from './save/useUnique.ts';

const PAUSE_MS = 400;
const MIN_LETTERS = 2;
/** Maximum number of names in a hint. */
const MAX_NAMED = 3;

interface Input {
  entity: string | undefined;
  schema: Field;
  value: Values;
  context: Values;
  lang: Lang;
}

/** Returns hints for valid values that look mistyped. */
function oddValues({ properties = {} }: Field, value: Values, lang: Lang): FieldError[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const hint = fieldTypeOf(field).findHint?.(value[name]);
    return hint
      ? [
          {
            path: [name],
            message: pickText(hint, lang).replace('{title}', pickText(field.title, lang) ?? ''),
          },
        ]
      : [];
  });
}

const NONE: readonly FieldError[] = [];

/** Finds records with similar names, for new records only. */
function useSimilar({ entity, schema, value, context: { id } }: Input): readonly FieldError[] {
  const t = useT();
  const field = Object.keys(schema.properties ?? {}).find(
    (name) => schema.properties?.[name]?.['x-suggestDuplicates'],
  );
  const name = field === undefined || id !== undefined ? '' : String(value[field] ?? '').trim();
  const [found, setFound] = useState<{ name: string; text: string } | null>(null);
  useEffect(() => {
    if (!entity || name.length < MIN_LETTERS) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      call('recordSimilar', { path: { entity }, query: { name } }, { quiet: true, signal: stop.signal }).then(
        (records) => {
          const named = records
            .slice(0, MAX_NAMED)
            .map((one) => (one.ownerName ? `${one.name} (${one.ownerName})` : one.name));
          setFound(named.length > 0 ? { name, text: named.join(', ') } : null);
        },
        () => setFound(null),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [entity, name]);
  return useMemo(
    () =>
      field !== undefined && found?.name === name
        ? [{ path: [field], message: t('form.similar', { names: found.text }) }]
        : NONE,
    [field, found, name, t],
  );
}

const withTone = (errors: readonly FieldError[], tone: FieldHint['tone']): FieldHint[] =>
  errors.map((error) => ({ ...error, ...(tone ? { tone } : {}) }));

export function useHints(input: Input): readonly FieldHint[] {
  const { schema, value, context, lang } = input;
  const unique = useUnique({ ...input, id: context.id });
  const similar = useSimilar(input);
  const liveHints = useLiveHint({ schema, value, id: context.id, lang });
  const odd = useMemo(() => oddValues(schema, value, lang), [schema, value, lang]);
  const warnings = useMemo(
    () => ruleWarnings(schema, stripValues(schema, value), context, lang),
    [schema, value, context, lang],
  );
  return useMemo(() => {
    // A used name is always similar to another one, so only one hint is shown.
    const others = similar.filter(({ path }) => !unique.some((one) => one.path[0] === path[0]));
    return [
      ...unique,
      ...withTone([...others, ...odd, ...warnings], 'warning'),
      ...withTone(liveHints, 'note'),
    ];
  }, [unique, similar, liveHints, odd, warnings]);
}
