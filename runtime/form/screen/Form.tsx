import RjsfForm, { type IChangeEvent } from '@rjsf/core';
import { Button, Skeleton } from 'antd';
import { type ReactNode, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Field } from '../../../generated/definition.ts';
import type { Values } from '../../core/rule.ts';
import { putValues, settleValues, stripValues } from '../../core/values.ts';
import { useLang, useT } from '../../kit/i18n/index.ts';
import { controls } from '../controls/registry.ts';
import { type BuiltForm, buildForm, type FieldAccess } from '../model/build.ts';
import './form.css';
import type { FormContext } from '../model/formContext.ts';
import type { FormSource } from '../model/formSource.ts';
import { dropHidden, ID_SEPARATOR, type ServerError } from '../model/problems.ts';
import { focusError, useSections } from '../model/sections.ts';
import { useFormErrors } from '../model/useFormErrors.ts';
import { useFormValidator } from '../model/useFormValidator.ts';
import { useUnique } from '../model/useUnique.ts';
import { type UploadState, useUploads } from '../model/useUploads.ts';
import type { FormValidator } from '../model/validator.ts';
import { fields, templates } from '../skin/index.ts';
import { same, share } from '../values/share.ts';
import { useDictionaries } from '../values/useDictionaries.ts';

export interface FormProps {
  form: FormSource;
  value: Values;
  onChange?(value: Values): void;
  /** Called with valid values; with 'logged' validation (V057) with whatever was entered. */
  onSubmit?(value: Values): void;
  /** Seen by conditions as `$context`. */
  context?: Values;
  serverErrors?: readonly ServerError[];
  readOnly?: boolean;
  /** What this user may see and change of this record; everything without it. */
  access?: FieldAccess;
  /** A form in steps says whether its button now saves or goes on. */
  onStep?(last: boolean): void;
  /** What is on its way into fields of files; `onSubmit` follows when it has arrived. */
  onUploads?(state: UploadState): void;
  footer?: ReactNode;
  /** A submit button outside names the form by it. */
  id?: string;
  validate?: 'strict' | 'logged';
  autoFocus?: boolean;
}

const NO_CONTEXT: Values = {};
const NO_ERRORS: readonly ServerError[] = [];
/** Defaults are filled in before the form opens; RJSF must not put them back where a person emptied a field. */
const KEEP_VALUES = {
  emptyObjectFields: 'skipDefaults',
  arrayMinItems: { populate: 'never' },
  constAsDefaults: 'never',
} as const;
const FOCUSABLE =
  'input:not([disabled], [type="hidden"]), textarea:not([disabled]), button:not([disabled], [role="tab"], .wd-form-steps *)';

export function Form(props: FormProps) {
  const t = useT();
  const { validator, failed, retry } = useFormValidator(props.form);
  if (failed) {
    return (
      <div className="wd-picker-state" role="alert">
        <p>{t('form.loadFailed')}</p>
        <Button onClick={retry}>{t('form.retry')}</Button>
      </div>
    );
  }
  if (!validator) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
  return <ReadyForm key={props.form.name} {...props} validator={validator} />;
}

function ReadyForm(props: FormProps & { validator: FormValidator }) {
  const { form, value, readOnly = false, validate = 'strict', footer, validator, autoFocus = false } = props;
  const t = useT();
  const lang = useLang();
  const prefix = useId();
  const element = useRef<HTMLDivElement>(null);
  const context = useShared(props.context ?? NO_CONTEXT);
  const handlers = useLatest(props);
  const rjsf = useRef<RjsfForm>(null);
  const { initial, change, write } = useValueFlow(form.schema, value, context, handlers, rjsf, prefix);
  const server = useShared(props.serverErrors ?? NO_ERRORS);
  const built = useBuilt(form, validator, { lang, value, context, readOnly, access: props.access });
  const hints = useUnique({ entity: form.entity, schema: form.schema, value, id: context.id, lang });
  const uploads = useUploads(prefix);
  const { report, running } = uploads;
  const [waiting, setWaiting] = useState(false);
  const errors = useFormErrors({
    form,
    validator,
    value,
    context,
    lang,
    prefix,
    server,
    hints,
    missing: uploads.errors,
    validate,
    access: props.access,
  });
  const { attempt, touch, check } = errors;
  const { layout, list, current, show } = useSections(built.uiSchema, errors.schema, errors.tried, server);
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
  }, [attempt, check, context, current, form.schema, handlers, last, list, show, validator]);

  useEffect(() => {
    if (!waiting || running > 0) return;
    setWaiting(false);
    submit();
  }, [waiting, running, submit]);
  const press = useCallback(() => (running > 0 ? setWaiting(true) : submit()), [running, submit]);

  useEffect(() => handlers.current.onStep?.(last), [handlers, last]);
  useEffect(() => handlers.current.onUploads?.({ running, waiting }), [handlers, running, waiting]);

  const formContext = useMemo<FormContext>(
    () => ({
      entity: form.entity,
      context,
      field: form.schema,
      write,
      report,
      sections: list,
      section: current,
      show,
    }),
    [context, form.entity, form.schema, write, report, list, current, show],
  );

  useEffect(() => {
    if (autoFocus) focusFirst(element.current, FOCUSABLE);
  }, [autoFocus]);

  // One element as long as nothing about it changes: a keystroke then renders RJSF once, not twice.
  const drawn = useMemo(
    () => (
      <RjsfForm
        key={lang}
        ref={rjsf}
        id={props.id}
        idPrefix={prefix}
        idSeparator={ID_SEPARATOR}
        schema={built.schema}
        uiSchema={built.uiSchema}
        initialFormData={initial.current}
        validator={validator.rjsf}
        templates={templates}
        widgets={controls}
        fields={fields}
        formContext={formContext}
        extraErrors={errors.schema}
        experimental_defaultFormStateBehavior={KEEP_VALUES}
        readonly={readOnly}
        noValidate
        noHtml5Validate
        showErrorList={false}
        onChange={change}
        onBlur={touch}
        onSubmit={press}
      >
        {footer ?? <span hidden />}
      </RjsfForm>
    ),
    [
      lang,
      props.id,
      prefix,
      built,
      validator,
      formContext,
      errors.schema,
      readOnly,
      change,
      touch,
      press,
      footer,
      initial,
    ],
  );
  return (
    <div className="wd-form" ref={element}>
      {drawn}
      {waiting && (
        <p className="wd-form-waiting" role="status">
          {t('form.uploadsWaiting', { count: running })}
        </p>
      )}
    </div>
  );
}

function focusFirst(root: HTMLElement | null, selector: string): void {
  root?.querySelector<HTMLElement>(selector)?.focus();
}

function useLatest<T>(value: T) {
  const latest = useRef(value);
  latest.current = value;
  return latest;
}

/** The previous object as long as the new one says the same. */
function useShared<T>(value: T): T {
  const kept = useRef(value);
  kept.current = share(kept.current, value) as T;
  return kept.current;
}

function useBuilt(
  form: FormSource,
  validator: FormValidator,
  input: Omit<Parameters<typeof buildForm>[2], 'dictionaries'>,
) {
  const { lang, value, context, readOnly, access } = input;
  const kept = useRef<BuiltForm | null>(null);
  const dictionaries = useDictionaries();
  return useMemo(() => {
    const built = buildForm(form.schema, validator.schema, {
      lang,
      value,
      context,
      readOnly,
      dictionaries,
      ui: form.ui,
      access,
    });
    kept.current = share(kept.current, built) as BuiltForm;
    return kept.current;
  }, [form, validator, lang, value, context, readOnly, access, dictionaries]);
}

/**
 * RJSF holds the values while one types and reports each change; only what did not come from it (a cleared field, a
 * new value from outside) is pushed into it. Handing every report back as a prop would draw everything twice.
 */
function useValueFlow(
  schema: Field,
  value: Values,
  context: Values,
  handlers: { current: FormProps },
  rjsf: { current: RjsfForm | null },
  prefix: string,
) {
  const initial = useRef(value);
  const held = useRef(stripValues(schema, value));
  const change = useCallback(
    ({ formData }: IChangeEvent<Values>) => {
      const entered = stripValues(schema, formData ?? {});
      const settled = settleValues(schema, entered, context, held.current);
      if (same(settled, held.current)) return;
      held.current = settled;
      initial.current = settled;
      if (settled !== entered) rjsf.current?.setFieldValue([], structuredClone(settled));
      handlers.current.onChange?.(settled);
    },
    [schema, context, handlers, rjsf],
  );
  useEffect(() => {
    const stripped = stripValues(schema, value);
    if (same(stripped, held.current)) return;
    held.current = stripped;
    initial.current = stripped;
    rjsf.current?.setFieldValue([], structuredClone(stripped));
  }, [schema, value, rjsf]);
  const write = useCallback(
    (id: string, values: Values) => {
      const path = id
        .slice(prefix.length + 1)
        .split(ID_SEPARATOR)
        .slice(0, -1);
      rjsf.current?.setFieldValue([], putValues(structuredClone(held.current), path, values));
    },
    [prefix, rjsf],
  );
  return { initial, change, write };
}
