import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import type { Field } from '../../../generated/definition.ts';
import { useRefLabels, useRefSearch } from '../../form/values/refs.ts';
import { refTarget } from '../../form/values/refTarget.ts';
import { useT } from '../../kit/i18n/index.ts';

type Key = string | number;

interface Props {
  /** The field that refers to records, or a list of such fields. */
  field: Field;
  label: string;
  chosen: Key[];
  className?: string;
  placeholder?: string;
  onChange(keys: Key[]): void;
}

/** Lets the user choose records for a filter, by typing. They are shown by name. */
export function RefPicker({ field, label, chosen, className, placeholder, onChange }: Props) {
  const t = useT();
  const [search, setSearch] = useState('');
  const target = refTarget(field)!;
  const names = useRefLabels(target, chosen);
  const { options, loading } = useRefSearch(target, useDeferredValue(search), true);
  const others = chosen
    .filter((key) => !options.some(({ value }) => value === key))
    .map((key) => ({ value: key, label: names.get(key) ?? String(key) }));
  return (
    <Select
      className={className}
      mode="multiple"
      aria-label={label}
      placeholder={placeholder ?? t('list.filterValue')}
      value={chosen}
      loading={loading}
      options={[...others, ...options]}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      onChange={onChange}
    />
  );
}
