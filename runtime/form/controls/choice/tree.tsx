import type { WidgetProps } from '@rjsf/utils';
import { TreeSelect } from 'antd';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useT } from '../../../kit/i18n/index.ts';
import { baseProps, labelId } from '../../../kit/parts/controlProps.ts';
import type { FormContext } from '../../model/formContext.ts';
import { useRefLabels, useRefSearch } from '../../values/refs.ts';
import type { RefTarget } from '../../values/refTarget.ts';
import { ROOT, useRefTree } from '../../values/refTree.ts';
import { useNoneOffered } from './useNoneOffered.ts';

type Key = string | number;

/**
 * Lets the user choose a record of a tree, level by level or by typing. A record cannot be its own
 * descendant.
 */
export function TreeControl(props: WidgetProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const target = props.options.ref as RefTarget;
  const { context } = props.registry.formContext as FormContext;
  const many = props.schema.type === 'array';
  const stored = (many ? (props.value ?? []) : props.value === undefined ? [] : [props.value]) as Key[];
  const labels = useRefLabels(target, stored);
  const words = useDeferredValue(search);
  const self = context.entity === target.entity ? (context.id as number | undefined) : undefined;
  const tree = useRefTree(target, open, self);
  const matches = useRefSearch(target, words, open && words !== '');
  const shown =
    words === ''
      ? tree.nodes
      : matches.options.map(({ value, label }) => ({ value, title: label, isLeaf: true }));
  const none = useNoneOffered(props, {
    ...{ search: words, failed: tree.failed || matches.failed, loading: tree.loading },
  });
  const popup = (menu: ReactNode) => (
    <>
      {menu}
      <p className="wd-ref-more">{t('form.refMore')}</p>
    </>
  );
  return (
    <TreeSelect<unknown>
      {...baseProps(props)}
      className="wd-control"
      aria-labelledby={labelId(props.id)}
      treeDataSimpleMode={words === '' && { id: 'key', pId: 'above', rootPId: ROOT }}
      treeData={shown}
      loadData={words === '' ? ({ key }) => tree.load(Number(key)) : undefined}
      multiple={many}
      labelInValue
      value={
        many
          ? stored.map((value) => ({ value, label: labels.get(value) ?? String(value) }))
          : stored.map((value) => ({ value, label: labels.get(value) ?? String(value) }))[0]
      }
      showSearch={{ filterTreeNode: false, onSearch: setSearch, searchValue: search }}
      open={open}
      onOpenChange={setOpen}
      popupRender={tree.cut && words === '' ? popup : undefined}
      notFoundContent={none}
      allowClear={props.options.required !== true}
      onChange={(chosen) => {
        setSearch('');
        const values = (Array.isArray(chosen) ? chosen : chosen ? [chosen] : []).map(
          ({ value }: { value: Key }) => value,
        );
        props.onChange(many ? (values.length > 0 ? values : undefined) : values[0]);
      }}
    />
  );
}
