import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useRefLabels, useRefSearch } from '../values/refs.ts';
import type { RefTarget } from '../values/refTarget.ts';

const USERS: RefTarget = { entity: 'user', key: 'id' };

interface Props {
  label: string;
  /** The words for an empty choice. */
  placeholder: string;
  className?: string;
  value: number | undefined;
  onChange(userId: number | undefined): void;
}

/** Lets the user choose a user of the tenant, searched while typing. */
export function PersonSelect({ label, placeholder, className, value, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const users = useRefSearch(USERS, useDeferredValue(typed), open);
  const labelOf = useRefLabels(USERS, value === undefined ? [] : [value]);
  const choices = users.options.map((user) => ({ value: Number(user.value), label: user.label }));
  // Shows the chosen user's name before the list opens.
  const people =
    value === undefined || choices.some((user) => user.value === value)
      ? choices
      : [{ value, label: labelOf.get(value) ?? String(value) }, ...choices];
  return (
    <Select
      className={className}
      aria-label={label}
      placeholder={placeholder}
      allowClear
      value={value}
      open={open}
      onOpenChange={setOpen}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      options={people}
      onChange={onChange}
    />
  );
}
