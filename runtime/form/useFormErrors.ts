import type { ErrorSchema } from '@rjsf/utils';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { Lang } from '../core/format.ts';
import type { Values } from '../core/rule.ts';
import { values_strip } from '../core/values.ts';
import type { FormSource } from './Form.tsx';
import { after_press } from './press.ts';
import {
  error_schema,
  type FieldError,
  field_errors,
  field_id,
  type ServerError,
  value_at,
} from './problems.ts';
import { same, share } from './share.ts';
import { type FormValidator, pointer_path } from './validator.ts';

interface Input {
  form: FormSource;
  validator: FormValidator;
  value: Values;
  context: Values;
  lang: Lang;
  prefix: string;
  server: readonly ServerError[];
  validate: 'strict' | 'logged';
}

/** The server's refusals that still stand: the values they are about have not been changed since. */
function standing_errors(server: readonly ServerError[], refused: Values, value: Values): FieldError[] {
  return server
    .map(({ field, msg }) => ({ path: pointer_path(field), message: msg }))
    .filter(({ path }) => path.length > 0 && same(value_at(value, path), value_at(refused, path)));
}

/**
 * The errors to show: a field's own once it was left, all of them once somebody tried to save, and the server's.
 * With 'logged' validation nothing is ever shown or held back (V057).
 */
export function useFormErrors({ form, validator, value, context, lang, prefix, server, validate }: Input) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState(false);
  const current = useRef(value);
  current.current = value;
  const refused = useMemo(() => ({ errors: server, value: current.current }), [server]);

  const found = useMemo(() => {
    const entered = values_strip(value);
    return field_errors(form.schema, validator.problems(entered), entered, context, lang);
  }, [form, validator, value, context, lang]);
  const latest = useRef(found);
  latest.current = found;

  const kept = useRef<ErrorSchema>({});
  const schema = useMemo(() => {
    const own = found.filter(({ path }) => tried || left.has(field_id(prefix, path)));
    const others = standing_errors(refused.errors, refused.value, value);
    kept.current = share(
      kept.current,
      validate === 'logged' ? {} : error_schema([...own, ...others]),
    ) as ErrorSchema;
    return kept.current;
  }, [found, left, tried, prefix, value, validate, refused]);

  const touch = useCallback((id: string) => {
    after_press(() => setLeft((ids) => (ids.has(id) ? ids : new Set(ids).add(id))));
  }, []);
  /** Whether the values may be saved. */
  const attempt = useCallback(() => {
    if (latest.current.length === 0) return true;
    if (validate === 'logged') {
      console.info('form.invalid', form.name, latest.current);
      return true;
    }
    setTried(true);
    return false;
  }, [form.name, validate]);

  return { schema, touch, attempt, count: found.length };
}
