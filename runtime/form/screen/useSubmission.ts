import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import type { Values } from '../../core/rules/rule.ts';
import { stripValues } from '../../core/rules/values.ts';
import type { FormSource } from '../model/formSource.ts';
import { dropHidden } from '../model/problems.ts';
import { focusError, type Sections } from '../model/sections.ts';
import type { useFormErrors } from '../model/useFormErrors.ts';
import type { FormValidator } from '../model/validator.ts';
import type { FormProps } from './formProps.ts';

interface Input {
  form: FormSource;
  validator: FormValidator;
  context: Values;
  handlers: { current: FormProps };
  element: RefObject<HTMLElement | null>;
  errors: Pick<ReturnType<typeof useFormErrors>, 'attempt' | 'check'>;
  sections: Sections;
  /** The number of running uploads. */
  running: number;
}

/** Handles the form's button: it opens the next step, or saves after the last one. Both wait for uploads. */
export function useSubmission(input: Input) {
  const { form, validator, context, handlers, element, running } = input;
  const { attempt, check } = input.errors;
  const { layout, list, current, show } = input.sections;
  const [waiting, setWaiting] = useState(false);
  const last = layout !== 'steps' || current >= list.length;

  const submit = useCallback(() => {
    const step = last ? null : list[current];
    if (step) {
      if (check(step.fields)) show(current + 1);
      else focusError(element);
      return;
    }
    const entered = stripValues(form.schema, handlers.current.value);
    const sent = dropHidden(form.schema, validator.problems(entered), entered, context);
    if (attempt()) handlers.current.onSubmit?.(sent);
    else focusError(element);
  }, [attempt, check, context, current, element, form.schema, handlers, last, list, show, validator]);

  useEffect(() => {
    if (!waiting || running > 0) return;
    setWaiting(false);
    submit();
  }, [waiting, running, submit]);
  const press = useCallback(() => (running > 0 ? setWaiting(true) : submit()), [running, submit]);

  useEffect(() => handlers.current.onStep?.(last), [handlers, last]);
  // Runs before paint, like the upload count.
  useLayoutEffect(() => handlers.current.onUploads?.({ running, waiting }), [handlers, running, waiting]);
  return { press, waiting };
}
