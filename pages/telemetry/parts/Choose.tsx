import { Select } from 'antd';
import { useId } from 'react';

interface Props<V extends string> {
  label: string;
  /** Explains the value. */
  why?: string;
  value: V | null;
  options: readonly { value: V; label: string }[];
  search?: boolean;
  onChange(value: V): void;
}

/** Shows a choice with its label above it. */
export function Choose<V extends string>({ label, why, value, options, search = false, onChange }: Props<V>) {
  const id = useId();
  return (
    <div className="wd-import-field">
      <label htmlFor={id}>{label}</label>
      <Select<V>
        id={id}
        value={value}
        options={[...options]}
        showSearch={search && { optionFilterProp: 'label' }}
        popupMatchSelectWidth={false}
        onChange={onChange}
      />
      {why && <small>{why}</small>}
    </div>
  );
}
