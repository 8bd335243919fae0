import { DatePicker, Input, InputNumber, Select } from 'antd';
import dayjs from 'dayjs';
import { useDeferredValue, useState } from 'react';
import type { Field } from '../../../generated/definition.ts';
import { dictionaries } from '../../core/definitions/dictionaries.ts';
import type { ObjectValues } from '../../core/rules/refWhere.ts';
import { fieldTypeOf } from '../../fieldTypes/index.ts';
import { fieldOptions } from '../../form/values/options.ts';
import { useRefSearch } from '../../form/values/refs.ts';
import { refTarget } from '../../form/values/refTarget.ts';
import { useLang, useT, useText } from '../../kit/i18n/index.ts';
import { filterKind } from '../../record/query/fields.ts';

export interface EditorProps {
  field: Field;
  label: string;
  value: unknown;
  invalid: boolean;
  /** The row's values including changes, which may limit the selectable records. */
  holder: ObjectValues;
  /** The displayed name of the stored reference. */
  shown: string | undefined;
  onChange(value: unknown): void;
}

const DAY = 'YYYY-MM-DD';
const MINUTE = 'YYYY-MM-DD HH:mm';

/** Shows the control of a cell that the user is editing. */
export function CellEditor(props: EditorProps) {
  const { field, label, value, invalid, onChange } = props;
  const status = invalid ? 'error' : undefined;
  switch (filterKind(field)) {
    case 'choice':
      return <ChoiceEditor {...props} />;
    case 'yesNo':
      return <YesNoEditor {...props} />;
    case 'ref':
      return <RefEditor {...props} />;
    case 'number':
      return (
        <InputNumber<string | number>
          autoFocus
          aria-label={label}
          status={status}
          suffix={field['x-unit']}
          stringMode={field.type === 'string'}
          keyboard={false}
          defaultValue={(value as string | number | null) ?? undefined}
          onChange={onChange}
        />
      );
    case 'date': {
      const { isMoment = false } = fieldTypeOf(field);
      return (
        <DatePicker
          autoFocus
          aria-label={label}
          status={status}
          format={isMoment ? MINUTE : DAY}
          showTime={isMoment}
          defaultValue={value ? dayjs(String(value)) : null}
          onChange={(moment) =>
            onChange(moment ? (isMoment ? moment.toISOString() : moment.format(DAY)) : null)
          }
        />
      );
    }
    default:
      return (
        <Input
          autoFocus
          aria-label={label}
          status={status}
          maxLength={field.maxLength}
          defaultValue={String(value ?? '')}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}

/** The popup is wider than a narrow column, so that options are not cropped. */
const OPENED = { autoFocus: true, defaultOpen: true, popupMatchSelectWidth: false } as const;

function ChoiceEditor({ field, label, value, invalid, onChange }: EditorProps) {
  const lang = useLang();
  return (
    <Select
      {...OPENED}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      aria-label={label}
      status={invalid ? 'error' : undefined}
      defaultValue={value ?? undefined}
      options={fieldOptions(field, dictionaries, lang) ?? []}
      onChange={(next) => onChange(next ?? null)}
    />
  );
}

function YesNoEditor({ label, value, invalid, onChange }: EditorProps) {
  const t = useT();
  return (
    <Select
      {...OPENED}
      aria-label={label}
      status={invalid ? 'error' : undefined}
      defaultValue={value ?? undefined}
      options={[
        { value: true, label: t('list.yes') },
        { value: false, label: t('list.no') },
      ]}
      onChange={onChange}
    />
  );
}

function RefEditor({ field, label, value, invalid, shown, holder, onChange }: EditorProps) {
  const t = useT();
  const text = useText();
  const [search, setSearch] = useState('');
  const target = refTarget(field, [holder])!;
  const { options, loading } = useRefSearch(target, useDeferredValue(search), true);
  const isOffered = options.some((option) => option.value === value);
  const storedOption =
    value === null || value === undefined || isOffered ? [] : [{ value, label: shown ?? String(value) }];
  return (
    <Select
      {...OPENED}
      allowClear
      aria-label={label}
      status={invalid ? 'error' : undefined}
      loading={loading}
      notFoundContent={target.awaits && t('form.refAwaits', { field: text(target.awaits) })}
      defaultValue={value ?? undefined}
      options={[...storedOption, ...options] as { value: string | number; label: string }[]}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      onChange={(next) => onChange(next ?? null)}
    />
  );
}
