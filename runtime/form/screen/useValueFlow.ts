import type RjsfForm from '@rjsf/core';
import type { IChangeEvent } from '@rjsf/core';
import { useCallback, useEffect, useRef } from 'react';
import type { Field } from '../../../generated/definition.ts';
import { freshLines, lineSets } from '../../core/lines.ts';
import { followDefaults } from '../../core/rules/defaults.ts';
import { clearChoices } from '../../core/rules/refWhere.ts';
import type { Values } from '../../core/rules/rule.ts';
import { putValues, settleValues, stripValues } from '../../core/rules/values.ts';
import { ID_SEPARATOR } from '../model/problems.ts';
import { useTaking } from '../model/save/useTaking.ts';
import { same } from '../values/structuralSharing.ts';
import type { FormProps } from './formProps.ts';

/** Returns the schema with lines only. In a saved record, only new lines get defaults. */
const linesOnly = (schema: Field): Field => ({
  properties: Object.fromEntries(lineSets({ schema }).map(({ name, field }) => [name, field])),
});

/**
 * Passes values between the form and RJSF. Typed values remain in RJSF, which reports each change. Only other
 * changes (a cleared field, a new value from outside) are passed to RJSF. Passing each reported change back
 * would render everything twice.
 */
export function useValueFlow(
  schema: Field,
  value: Values,
  context: Values,
  handlers: { current: FormProps },
  rjsf: { current: RjsfForm | null },
  prefix: string,
) {
  const initial = useRef(value);
  const current = useRef(stripValues(schema, value));
  const put = useCallback(
    (path: readonly string[], values: Values) =>
      rjsf.current?.setFieldValue([], putValues(structuredClone(current.current), path, values)),
    [rjsf],
  );
  const copyValues = useTaking(schema, current, put);
  useEffect(() => {
    if (!context.saved) copyValues(current.current, {}, true);
  }, [context.saved, copyValues]);
  const change = useCallback(
    ({ formData }: IChangeEvent<Values>) => {
      const entered = stripValues(schema, formData ?? {});
      const chosen = clearChoices(schema, freshLines(schema, entered), current.current);
      const course = { now: chosen, before: current.current };
      const followed = followDefaults(context.saved ? linesOnly(schema) : schema, course, context);
      const settled = settleValues(schema, followed, context, current.current);
      const before = current.current;
      if (same(settled, before)) return;
      current.current = settled;
      initial.current = settled;
      if (settled !== entered) rjsf.current?.setFieldValue([], structuredClone(settled));
      handlers.current.onChange?.(settled);
      copyValues(settled, before);
    },
    [schema, context, handlers, rjsf, copyValues],
  );
  useEffect(() => {
    const stripped = stripValues(schema, value);
    if (same(stripped, current.current)) return;
    current.current = stripped;
    initial.current = stripped;
    rjsf.current?.setFieldValue([], structuredClone(stripped));
  }, [schema, value, rjsf]);
  const write = useCallback(
    (id: string, values: Values) => {
      const path = id
        .slice(prefix.length + 1)
        .split(ID_SEPARATOR)
        .slice(0, -1);
      put(path, values);
    },
    [prefix, put],
  );
  return { initial, change, write };
}
