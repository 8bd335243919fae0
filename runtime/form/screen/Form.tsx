import '../../core/definitions/allEntities.ts';
import type RjsfForm from '@rjsf/core';
import { Button, Skeleton } from 'antd';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Field } from '../../../generated/definition.ts';
import { descendField } from '../../core/rules/fieldProblem.ts';
import { useLang, useT, useText } from '../../kit/i18n/index.ts';
import { personNow } from '../../kit/session/person.ts';
import './form.css';
import type { FormContext } from '../model/formContext.ts';
import { type FieldError, type FieldHint, fieldId, type ServerError } from '../model/problems.ts';
import { useUploads } from '../model/save/useUploads.ts';
import { useSections } from '../model/sections.ts';
import { useFitting } from '../model/useFitting.ts';
import { useFormErrors } from '../model/useFormErrors.ts';
import { useFormValidator } from '../model/useFormValidator.ts';
import { useHints } from '../model/useHints.ts';
import type { FormValidator } from '../model/validator.ts';
import { type FieldNote, NotesContext } from '../skin/notes.ts';
import { share } from '../values/structuralSharing.ts';
import { FormFields } from './FormFields.tsx';
import type { FormProps } from './formProps.ts';
import { useBuilt } from './useBuilt.ts';
import { useSubmission } from './useSubmission.ts';
import { useValueFlow } from './useValueFlow.ts';

const NO_ERRORS: readonly ServerError[] = [];
/** Maximum number of fields in the message about an invalid form. */
const NAMED = 5;
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
  const { form, value, readOnly = false, validate = 'strict', validator, access, autoFocus = false } = props;
  const lang = useLang();
  const prefix = useId();
  const element = useRef<HTMLDivElement>(null);
  const rjsf = useRef<RjsfForm>(null);
  const [person] = useState(personNow);
  const context = useShared({ ...person, ...props.context });
  const server = useShared(props.serverErrors ?? NO_ERRORS);
  const handlers = useLatest(props);
  const { initial, change, write } = useValueFlow(form.schema, value, context, handlers, rjsf, prefix);
  const built = useBuilt(form, validator, { lang, value, context, readOnly, access });
  // A read-only record is not compared with others.
  const entity = readOnly ? undefined : form.entity;
  const hints = useShared(useHints({ entity, schema: form.schema, value, context, lang }));
  const notes = useMemo(() => notesById(hints, prefix), [hints, prefix]);
  const errorHints = useMemo(() => hints.filter(({ tone }) => !tone), [hints]);
  const { report, running, errors: missing } = useUploads(prefix);
  const { schema, about } = form;
  const unfit = useFitting({ schema, value, context, lang, about, enabled: !readOnly });
  const errors = useFormErrors({
    form,
    validator,
    value,
    context,
    lang,
    prefix,
    server,
    hints: errorHints,
    unfit,
    missing,
    validate,
    access,
  });
  const sections = useSections(built.uiSchema, errors.schema, errors.tried, server);
  const { press, waiting } = useSubmission({
    form,
    validator,
    context,
    handlers,
    element,
    errors,
    sections,
    running,
  });
  const { list, current, show } = sections;
  const formContext = useMemo<FormContext>(
    () => ({
      entity: form.entity,
      field: form.schema,
      ...{ context, write, report, show },
      sections: list,
      section: current,
    }),
    [context, form.entity, form.schema, write, report, list, current, show],
  );
  useLayoutEffect(() => handlers.current.onReady?.(), [handlers]);
  useEffect(() => {
    if (autoFocus) element.current?.querySelector<HTMLElement>(FOCUSABLE)?.focus();
  }, [autoFocus]);
  return (
    <div className="wd-form" ref={element}>
      <NotesContext value={notes}>
        <FormFields
          {...{ rjsf, built, initial, lang, validator, formContext, attempt: errors.attempted }}
          id={props.id}
          idPrefix={prefix}
          extraErrors={errors.schema}
          readonly={readOnly}
          footer={props.footer}
          onChange={change}
          onBlur={errors.touch}
          onSubmit={press}
        />
      </NotesContext>
      <NotSent problems={errors.blocking} schema={form.schema} />
      {waiting && <Waiting count={running} />}
    </div>
  );
}

/** Returns hints that do not block saving, by field id. A change of the map renders every field. */
function notesById(hints: readonly FieldHint[], prefix: string): ReadonlyMap<string, FieldNote[]> {
  const notes = hints.flatMap(({ path, message: text, tone }) =>
    tone ? [{ id: fieldId(prefix, path), note: { text, tone } }] : [],
  );
  return new Map(
    [...Map.groupBy(notes, ({ id }) => id)].map(([id, all]) => [id, all.map(({ note }) => note)]),
  );
}

function useLatest<T>(value: T) {
  const latest = useRef(value);
  latest.current = value;
  return latest;
}

/** Returns the previous object if the new one is equal. */
function useShared<T>(value: T): T {
  const last = useRef(value);
  last.current = share(last.current, value) as T;
  return last.current;
}

/** Shows why a form was not sent, because the invalid field may be out of view. */
function NotSent({ problems, schema }: { problems: readonly FieldError[]; schema: Field }) {
  const t = useT();
  const text = useText();
  if (problems.length === 0) return null;
  const titles = problems.flatMap(({ path }) => descendField(schema, path)?.title ?? []).map(text);
  const names = [...new Set(titles)];
  const fields = names.slice(0, NAMED).join(t('form.notSentAnd'));
  const key = names.length > NAMED ? 'form.notSentMore' : 'form.notSent';
  return (
    <p className="wd-form-not-sent" role="status">
      {t(key, { count: problems.length, fields })}
    </p>
  );
}

function Waiting({ count }: { count: number }) {
  const t = useT();
  return (
    <p className="wd-form-waiting" role="status">
      {t('form.uploadsWaiting', { count })}
    </p>
  );
}
