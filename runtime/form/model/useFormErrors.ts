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
  /** Server checks during typing, such as a value that is already used. They are shown at once. */
  hints: readonly FieldError[];
  /** Choices that do not match other fields. They are shown at once, and block the next step and saving. */
  unfit: readonly FieldError[];
  /** Failed uploads block saving. */
  missing: readonly FieldError[];
  validate: 'strict' | 'logged';
  /** The access to fields. Errors of read-only fields are not shown. */
  access: FieldAccess | undefined;
}

const isWritable = ({ locked, hidden }: FieldAccess, name: string): boolean =>
  !locked.has(name) && !hidden.has(name);

/** Returns the server's errors for values that were not changed afterwards. */
function standingErrors(placed: readonly FieldError[], refused: Values, value: Values): FieldError[] {
  return placed.filter(({ path }) => same(valueAt(value, path), valueAt(refused, path)));
}

/**
 * Returns the errors to show. Errors of a field are shown after leaving it, and after an attempt to save. Rule errors
 * are shown at once, except at empty lists. Server errors are always shown. With 'logged' validation no error is shown
 * or blocks saving (V057).
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
  /** Returns whether the values can be saved. */
  const attempt = useCallback(() => {
    if (latest.current.length === 0) return true;
    if (validate === 'logged' && missing.length === 0) {
      console.info('form.invalid', form.name, latest.current);
      return true;
    }
    setTried((count) => count + 1);
    return false;
  }, [form.name, validate, missing]);
  /** Returns whether these fields are valid, and shows their errors from then on. */
  const check = useCallback(
    (names: readonly string[]) => {
      if (validate === 'logged' || !latest.current.some(({ path }) => names.includes(String(path[0]))))
        return true;
      setChecked((before) => new Set([...before, ...names]));
      return false;
    },
    [validate],
  );

  /** A new object after each failed attempt to save. */
  const attempted = useMemo(() => [tried, server], [tried, server]);
  /** After an attempt to save, errors block saving until they are corrected. */
  const blocking = tried > 0 && validate === 'strict' ? problems : [];
  return { schema, touch, attempt, attempted, check, tried, blocking };
}
