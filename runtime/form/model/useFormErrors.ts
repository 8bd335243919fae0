import type { ErrorSchema } from '@rjsf/utils';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { Values } from '../../core/rules/rule.ts';
import { stripValues } from '../../core/rules/values.ts';
import type { Lang } from '../../core/text/lang.ts';
import { same, share } from '../values/structuralSharing.ts';
import type { FieldAccess } from './build.ts';
import type { FormSource } from './formSource.ts';
import { pressAfter } from './press.ts';
import {
  errorSchema,
  type FieldError,
  fieldErrors,
  fieldId,
  placeRefusals,
  ruleErrors,
  type ServerError,
  valueAt,
} from './problems.ts';
import { useUntouchedList } from './useUntouchedList.ts';
import type { FormValidator } from './validator.ts';

interface Input {
  form: FormSource;
  validator: FormValidator;
  value: Values;
  context: Values;
  lang: Lang;
  prefix: string;
  server: readonly ServerError[];
  /** Shown at once, because only the server can report it: a value that is already in use. */
  hints: readonly FieldError[];
  /**
   * Choices that do not match other fields. They are shown at once, and block a step or saving until the user corrects
   * them.
   */
  unfit: readonly FieldError[];
  /** Failed uploads block saving; other failures are only logged. */
  missing: readonly FieldError[];
  validate: 'strict' | 'logged';
  /** Users cannot correct a field that they cannot enter. */
  access: FieldAccess | undefined;
}

const isWritable = ({ locked, hidden }: FieldAccess, name: string): boolean =>
  !locked.has(name) && !hidden.has(name);

/** Returns the server's errors whose values have not been changed since. */
function standingErrors(placed: readonly FieldError[], refused: Values, value: Values): FieldError[] {
  return placed.filter(({ path }) => same(valueAt(value, path), valueAt(refused, path)));
}

/**
 * Returns the errors to show. A field's own are shown once the user leaves it, those of rules at once, unless they are
 * at a list without entries, and all once the user tries to save. The server's are shown as well. 'logged' validation shows and blocks nothing (V057).
 */
export function useFormErrors(input: Input) {
  const { form, validator, value, context, lang, prefix, server, hints, unfit, missing, validate, access } =
    input;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState(0);
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  const [first] = useState(value);
  const current = useRef(value);
  current.current = value;
  const refused = useMemo(
    () => ({
      errors: placeRefusals(form.schema, server, current.current, context).placed,
      value: current.current,
    }),
    [form.schema, server, context],
  );

  const broken = useMemo(() => {
    const stored = context.saved === true ? stripValues(form.schema, first) : null;
    return ruleErrors(form.schema, stripValues(form.schema, value), context, stored, lang);
  }, [form, first, value, context, lang]);
  const problems = useMemo(() => {
    const entered = stripValues(form.schema, value);
    const errors = fieldErrors(form.schema, validator.problems(entered), entered, context, lang);
    const all = [...errors, ...broken, ...unfit];
    const writable = access ? all.filter(({ path }) => isWritable(access, String(path[0]))) : all;
    return [...missing, ...writable];
  }, [form, validator, value, context, lang, access, missing, broken, unfit]);
  const latest = useRef(problems);
  latest.current = problems;

  const isUntouched = useUntouchedList(form.schema, value);
  const lastSchema = useRef<ErrorSchema>({});
  const schema = useMemo(() => {
    const shownProblems = problems.filter(
      (problem) =>
        unfit.includes(problem) ||
        (broken.includes(problem) && !isUntouched(problem.path)) ||
        tried > 0 ||
        checked.has(String(problem.path[0])) ||
        left.has(fieldId(prefix, problem.path)),
    );
    const others = standingErrors(refused.errors, refused.value, value);
    lastSchema.current = share(
      lastSchema.current,
      validate === 'logged' ? {} : errorSchema([...shownProblems, ...others, ...hints]),
    ) as ErrorSchema;
    return lastSchema.current;
  }, [problems, broken, isUntouched, unfit, left, tried, checked, prefix, value, validate, refused, hints]);

  const touch = useCallback((id: string) => {
    pressAfter(() => setLeft((ids) => (ids.has(id) ? ids : new Set(ids).add(id))));
  }, []);
  /** Returns whether the values may be saved. */
  const attempt = useCallback(() => {
    if (latest.current.length === 0) return true;
    if (validate === 'logged' && missing.length === 0) {
      console.info('form.invalid', form.name, latest.current);
      return true;
    }
    setTried((count) => count + 1);
    return false;
  }, [form.name, validate, missing]);
  /** Returns whether these fields are valid. From then on their errors are shown. */
  const check = useCallback(
    (names: readonly string[]) => {
      if (validate === 'logged' || !latest.current.some(({ path }) => names.includes(String(path[0]))))
        return true;
      setChecked((before) => new Set([...before, ...names]));
      return false;
    },
    [validate],
  );

  /** Changes with each attempt to save that the form or the server refuses. */
  const attempted = useMemo(() => [tried, server], [tried, server]);
  /** Blocks sending the form after an attempt to save. */
  const blocking = tried > 0 && validate === 'strict' ? problems : [];
  return { schema, touch, attempt, attempted, check, tried, blocking };
}
