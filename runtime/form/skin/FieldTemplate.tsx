import { type FieldTemplateProps, getUiOptions } from '@rjsf/utils';
import { use } from 'react';
import { errorId, helpId, labelId } from '../../kit/parts/controlProps.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import type { FormContext } from '../model/formContext.ts';
import { CellContext } from './cell.ts';
import { LockedSign } from './LockedSign.tsx';
import { NotesContext } from './notes.ts';

const SIGN_SIZE = 14;

/**
 * Renders label, control, help, error and notes. It uses plain elements, because antd's Form.Item triples the time of a
 * keystroke.
 */
export function FieldTemplate(props: FieldTemplateProps) {
  const { id, label, children, rawDescription, rawErrors, hidden, schema, uiSchema, registry } = props;
  const cell = use(CellContext);
  const notes = use(NotesContext).get(id);
  if (hidden) return null;
  const options = getUiOptions(uiSchema);
  const error = rawErrors?.[0] && <FieldErrorText id={errorId(id)} text={rawErrors[0]} />;
  // Objects and lists of objects render their own title.
  const isDrawnByParts = !options.widget || (schema.type === 'object' && options.field === undefined);
  if (isDrawnByParts) {
    // A table row has no space for an error text.
    if (options.row) return children;
    return (
      <>
        {children}
        {error}
      </>
    );
  }
  return (
    <div className="wd-field" data-wide={options.wide || undefined}>
      {options.widget === 'shown' ? (
        <span className="wd-field-label" hidden={cell}>
          {label}
          {typeof options.locked === 'string' && !cell && (
            <LockedSign form={registry.formContext as FormContext} name={options.locked} label={label} />
          )}
        </span>
      ) : (
        <label className={cell ? 'wd-hidden' : 'wd-field-label'} id={labelId(id)} htmlFor={id}>
          {label}
          {options.required === true && (
            <span className="wd-field-required" aria-hidden>
              *
            </span>
          )}
        </label>
      )}
      {children}
      {rawDescription && !cell && (
        <p className="wd-field-help" id={helpId(id)}>
          {rawDescription}
        </p>
      )}
      {error}
      {notes?.map(({ text, tone }) => (
        <p className="wd-field-note" data-tone={tone} role="status" key={text}>
          <Icon name={tone === 'warning' ? 'warning' : 'info'} size={SIGN_SIZE} />
          {text}
        </p>
      ))}
    </div>
  );
}

function FieldErrorText({ id, text }: { id: string; text: string }) {
  return (
    <p className="wd-field-error" id={id}>
      <Icon name="warning" size={SIGN_SIZE} />
      {text}
    </p>
  );
}
