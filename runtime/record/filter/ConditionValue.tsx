import { DatePicker, Input, InputNumber, Select } from 'antd';
import dayjs from 'dayjs';
import type { Field } from '../../../generated/definition.ts';
import { dictionaries } from '../../core/definitions/dictionaries.ts';
import { fieldOptions } from '../../form/values/options.ts';
import { useLang, useT } from '../../kit/i18n/index.ts';
import { filterKind } from '../query/fields.ts';
import type { Condition } from '../query/group.ts';
import { DATE_RANGE_NAMES, DATE_RANGES } from '../query/ranges.ts';
import { choiceOf, valueShape } from '../query/tree.ts';
import { RefPicker } from './RefPicker.tsx';

interface Props {
  field: Field;
  label: string;
  condition: Condition;
  onChange(value: unknown): void;
}

type Key = string | number;
const DAY = 'YYYY-MM-DD';

/** Edits the comparison value of a condition. */
export function ConditionValue(props: Props) {
  const { field, condition, label, onChange } = props;
  const t = useT();
  const shape = valueShape(choiceOf(condition));
  const kind = filterKind(field);
  if (shape === 'none') return null;
  if (shape === 'range')
    return (
      <Select
        aria-label={label}
        value={condition.value}
        placeholder={t('list.filterValue')}
        options={DATE_RANGE_NAMES.map((value) => ({ value, label: t(DATE_RANGES[value]) }))}
        onChange={onChange}
      />
    );
  if (shape === 'two') return <TwoValues {...props} />;
  if (kind === 'ref' || kind === 'refs') {
    const chosen = (Array.isArray(condition.value) ? condition.value : []) as Key[];
    return <RefPicker field={field} label={label} chosen={chosen} onChange={onChange} />;
  }
  if (kind === 'choice' || kind === 'several') return <ChoiceValues {...props} />;
  return <OneValue {...props} value={condition.value} onChange={onChange} />;
}

function OneValue({ field, label, value, onChange }: Omit<Props, 'condition'> & { value: unknown }) {
  const t = useT();
  switch (filterKind(field)) {
    case 'number':
      return (
        <InputNumber<Key>
          aria-label={label}
          placeholder={t('list.filterValue')}
          suffix={field['x-unit']}
          stringMode={field.type === 'string'}
          value={(value as Key | undefined) ?? null}
          onChange={(next) => onChange(next ?? undefined)}
        />
      );
    case 'date':
      return (
        <DatePicker
          aria-label={label}
          format={DAY}
          value={value ? dayjs(String(value)) : null}
          onChange={(day) => onChange(day?.format(DAY))}
        />
      );
    case 'yesNo':
      return (
        <Select
          aria-label={label}
          value={value}
          options={[
            { value: true, label: t('list.yes') },
            { value: false, label: t('list.no') },
          ]}
          onChange={onChange}
        />
      );
    default:
      return (
        <Input
          aria-label={label}
          placeholder={t('list.filterValue')}
          maxLength={field.maxLength ?? 200}
          value={String(value ?? '')}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}

function TwoValues({ field, label, condition, onChange }: Props) {
  const t = useT();
  const [from, to] = Array.isArray(condition.value) ? (condition.value as unknown[]) : [];
  return (
    <span className="wd-filter-two">
      <OneValue
        field={field}
        label={`${label}, ${t('list.from')}`}
        value={from}
        onChange={(next) => onChange([next ?? null, to ?? null])}
      />
      <OneValue
        field={field}
        label={`${label}, ${t('list.to')}`}
        value={to}
        onChange={(next) => onChange([from ?? null, next ?? null])}
      />
    </span>
  );
}

function ChoiceValues({ field, label, condition, onChange }: Props) {
  const t = useT();
  const lang = useLang();
  const options = fieldOptions(field, dictionaries, lang) ?? [];
  const many = valueShape(choiceOf(condition)) === 'many';
  return (
    <Select
      aria-label={label}
      mode={many ? 'multiple' : undefined}
      placeholder={t('list.filterValue')}
      value={condition.value ?? (many ? [] : undefined)}
      options={options}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={onChange}
    />
  );
}
