import { Button, Checkbox, DatePicker, Input, InputNumber, Segmented, Select } from 'antd';
import dayjs from 'dayjs';
import type { Field } from '../../../generated/definition.ts';
import { dictionaries } from '../../core/definitions/dictionaries.ts';
import { fieldOptions } from '../../form/values/options.ts';
import { useLang, useT } from '../../kit/i18n/index.ts';
import { RefPicker } from '../../record/filter/RefPicker.tsx';
import { filterKind, readValue } from '../../record/query/fields.ts';
import { DATE_RANGE_NAMES, DATE_RANGES, isDateRange } from '../../record/query/ranges.ts';

interface Props {
  field: Field;
  title: string;
  values: readonly string[];
  onChange(values: readonly string[]): void;
}

const DATE = 'YYYY-MM-DD';

/** Edits a filter with the control of its field's type. */
export function FilterEditor(props: Props) {
  switch (filterKind(props.field)) {
    case 'choice':
      return <ChoiceFilter {...props} />;
    case 'ref':
    case 'refs':
      return <RefFilter {...props} />;
    case 'date':
      return <DateFilter {...props} />;
    case 'number':
      return <NumberFilter {...props} />;
    case 'yesNo':
      return <YesNoFilter {...props} />;
    case 'several':
      return <OneOfFilter {...props} />;
    default:
      return <TextFilter {...props} />;
  }
}

function ChoiceFilter({ field, values, onChange }: Props) {
  const lang = useLang();
  const options = fieldOptions(field, dictionaries, lang) ?? [];
  return (
    <div className="wd-list-popover">
      <Checkbox.Group
        options={options.map(({ value, label }) => ({ value: String(value), label }))}
        value={[...values]}
        onChange={onChange}
      />
    </div>
  );
}

/** Filters a list field by a value that the list contains. */
function OneOfFilter({ field, title, values, onChange }: Props) {
  const lang = useLang();
  const options = fieldOptions(field, dictionaries, lang);
  if (!options) return <TextFilter {...{ field, title, values, onChange }} />;
  return (
    <Select
      className="wd-list-popover"
      allowClear
      aria-label={title}
      value={values[0] || undefined}
      options={options.map(({ value, label }) => ({ value: String(value), label }))}
      onChange={(value?: string) => onChange([value ?? ''])}
    />
  );
}

function RefFilter({ field, title, values, onChange }: Props) {
  return (
    <RefPicker
      className="wd-list-popover"
      field={field}
      label={title}
      chosen={values.map((text) => readValue(field, text))}
      onChange={(keys) => onChange(keys.map(String))}
    />
  );
}

function DateFilter({ title, values, onChange }: Props) {
  const t = useT();
  const [first = '', to = ''] = values;
  const from = isDateRange(first) ? '' : first;
  return (
    <div className="wd-list-popover">
      <DatePicker.RangePicker
        aria-label={title}
        allowEmpty
        format={DATE}
        value={[from ? dayjs(from) : null, to ? dayjs(to) : null]}
        onChange={(range) => onChange([range?.[0]?.format(DATE) ?? '', range?.[1]?.format(DATE) ?? ''])}
      />
      <div className="wd-filter-ranges">
        {DATE_RANGE_NAMES.map((name) => (
          <Button
            key={name}
            size="small"
            type={first === name ? 'primary' : 'default'}
            aria-pressed={first === name}
            onClick={() => onChange(first === name ? [] : [name])}
          >
            {t(DATE_RANGES[name])}
          </Button>
        ))}
      </div>
    </div>
  );
}

function NumberFilter({ field, values, onChange }: Props) {
  const t = useT();
  const [from = '', to = ''] = values;
  const end = (name: 'list.from' | 'list.to', text: string, change: (next: string) => void) => (
    <InputNumber
      placeholder={t(name)}
      aria-label={t(name)}
      suffix={field['x-unit']}
      value={text === '' ? null : Number(text)}
      onChange={(value) => change(value === null ? '' : String(value))}
    />
  );
  return (
    <div className="wd-list-popover wd-filter-numbers">
      {end('list.from', from, (next) => onChange([next, to]))}
      {end('list.to', to, (next) => onChange([from, next]))}
    </div>
  );
}

function YesNoFilter({ title, values, onChange }: Props) {
  const t = useT();
  return (
    <Segmented
      aria-label={title}
      value={values[0] ?? ''}
      options={[
        { value: 'true', label: t('list.yes') },
        { value: 'false', label: t('list.no') },
      ]}
      onChange={(value) => onChange([value])}
    />
  );
}

function TextFilter({ title, values, onChange }: Props) {
  return (
    <Input
      allowClear
      autoFocus
      aria-label={title}
      value={values.join(',')}
      onChange={(event) => onChange([event.target.value])}
    />
  );
}
