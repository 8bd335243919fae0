import type { WidgetProps } from '@rjsf/utils';
import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useT } from '../../i18n/index.ts';
import { type RefTarget, useRefLabels, useRefSearch } from '../refs.ts';
import { baseProps } from './common.ts';

type Key = string | number;

/** Another record, found by typing; shown by its name (x-ref). */
export function RefControl(props: WidgetProps) {
  const t = useT();
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState(false);
  const target = props.options.ref as RefTarget;
  const many = props.schema.type === 'array';
  const stored = (many ? (props.value ?? []) : props.value === undefined ? [] : [props.value]) as Key[];
  const found = useRefSearch(target, useDeferredValue(search), open);
  const labels = useRefLabels(target, stored);
  const known = new Set(found.options.map(({ value }) => value));
  const kept = stored
    .filter((value) => !known.has(value))
    .map((value) => ({ value, label: labels.get(value) ?? String(value) }));

  return (
    <Select<Key | Key[]>
      {...baseProps(props)}
      className="wd-control"
      mode={many ? 'multiple' : undefined}
      value={many ? stored : stored[0]}
      options={[...kept, ...found.options]}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      onOpenChange={setOpen}
      loading={found.loading}
      notFoundContent={t(found.failed ? 'form.refFailed' : found.loading ? 'form.loading' : 'form.refEmpty')}
      allowClear={props.options.required !== true}
      onChange={(value: Key | Key[] | undefined) =>
        props.onChange(Array.isArray(value) && value.length === 0 ? undefined : value)
      }
    />
  );
}
