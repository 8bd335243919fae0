import { Button, Input, Select } from 'antd';
import type { Field } from '../../../generated/definition.ts';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import { ConditionValue } from '../../../runtime/record/filter/ConditionValue.tsx';
import { filterKind } from '../../../runtime/record/query/fields.ts';
import { type Chosen, readChosen, writeChosen } from '../model/values.ts';
import texts from '../texts.json';

type Fields = Readonly<Record<string, Field>>;
const KINDS = ['fixed', 'field', 'text'] as const;

interface RowsProps {
  /** The fields that can be set. */
  fields: Fields;
  required: readonly string[];
  /** The fields of the record that provide values. */
  subject: Fields;
  /** The values as texts. */
  values: Readonly<Record<string, string>>;
  onChange(values: Record<string, string>): void;
}

/** Edits the values of a record, with a row for each set field. */
export function ValueRows({ fields, required, subject, values, onChange }: RowsProps) {
  const t = useT(texts);
  const text = useText();
  const titleOf = (name: string) => (fields[name]?.title ? text(fields[name].title) : name);
  const names = [...new Set([...required.filter((name) => fields[name]), ...Object.keys(values)])];
  const left = Object.keys(fields).filter((name) => !names.includes(name));
  return (
    <fieldset className="wd-flow-part">
      <legend>{t('automation.values')}</legend>
      {names.map((name) => (
        <div key={name} className="wd-flow-part">
          <ValueField
            label={titleOf(name)}
            field={fields[name] ?? {}}
            subject={subject}
            value={values[name] ?? 'null'}
            onChange={(value) => onChange({ ...values, [name]: value })}
          />
          {name in values && (
            <Button
              size="small"
              type="text"
              danger
              icon={<Icon name="delete" />}
              aria-label={t('automation.removeField', { name: titleOf(name) })}
              onClick={() =>
                onChange(Object.fromEntries(Object.entries(values).filter(([one]) => one !== name)))
              }
            />
          )}
        </div>
      ))}
      {left.length > 0 && (
        <Select
          aria-label={t('automation.addField')}
          showSearch
          optionFilterProp="label"
          placeholder={t('automation.addField')}
          value={null}
          options={left.map((value) => ({ value, label: titleOf(value) }))}
          onChange={(name: string | null) => name !== null && onChange({ ...values, [name]: 'null' })}
        />
      )}
    </fieldset>
  );
}

interface FieldProps {
  label: string;
  field: Field;
  subject: Fields;
  value: string;
  onChange(value: string): void;
}

/** Edits one value: fixed, from a field of the record, or as an expression. */
export function ValueField({ label, field, subject, value, onChange }: FieldProps) {
  const t = useT(texts);
  const text = useText();
  const chosen = readChosen(value, subject);
  const set = (next: Chosen) => onChange(writeChosen(next));
  const begin: Readonly<Record<(typeof KINDS)[number], Chosen>> = {
    fixed: { kind: 'fixed', value: null },
    field: { kind: 'field', name: Object.keys(subject)[0] ?? 'id' },
    text: { kind: 'text', text: value },
  };
  return (
    <div className="wd-flow-field">
      <span>{label}</span>
      <Select
        aria-label={t('automation.kindOf', { name: label })}
        value={chosen.kind}
        options={KINDS.map((kind) => ({ value: kind, label: t(`automation.value.${kind}`) }))}
        onChange={(kind) =>
          set(kind === 'text' ? { kind, text: value === 'null' ? '' : value } : begin[kind])
        }
      />
      {chosen.kind === 'fixed' && (
        <FixedValue
          label={label}
          field={field}
          value={chosen.value}
          onChange={(next) => set({ kind: 'fixed', value: next })}
        />
      )}
      {chosen.kind === 'field' && (
        <Select
          aria-label={label}
          showSearch
          optionFilterProp="label"
          value={chosen.name}
          options={Object.entries(subject).map(([name, { title }]) => ({
            value: name,
            label: title ? text(title) : name,
          }))}
          onChange={(name: string) => set({ kind: 'field', name })}
        />
      )}
      {chosen.kind === 'text' && (
        <Input
          aria-label={label}
          maxLength={2000}
          value={chosen.text}
          onChange={({ target }) => set({ kind: 'text', text: target.value })}
        />
      )}
    </div>
  );
}

interface FixedProps {
  label: string;
  field: Field;
  value: string | number | boolean | null;
  onChange(value: string | number | boolean | null): void;
}

/** Kinds of fields with a list of options. */
const LISTED: readonly unknown[] = ['ref', 'refs', 'choice', 'several'];

const fixedOf = (value: unknown): FixedProps['value'] =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;

/** Edits a fixed value with the control of conditions. */
function FixedValue({ label, field, value, onChange }: FixedProps) {
  const isListed = LISTED.includes(filterKind(field));
  const chosen = value === null ? [] : [value];
  return (
    <ConditionValue
      {...{ label, field }}
      condition={{
        field: label,
        ...(isListed ? { op: 'in', value: chosen } : { op: 'eq', value: value ?? undefined }),
      }}
      onChange={(next) => onChange(fixedOf(Array.isArray(next) ? next.at(-1) : next))}
    />
  );
}
