import type { WidgetProps } from '@rjsf/utils';
import { Cascader } from 'antd';
import { baseProps, labelId } from '../../../kit/parts/controlProps.ts';
import type { Cascade, CascadeOption } from '../../model/cascade.ts';
import type { FormContext } from '../../model/formContext.ts';

type Value = CascadeOption['value'];

/** antd's type forbids booleans as values, but antd handles them correctly. */
type CascaderOption = Omit<CascadeOption, 'value' | 'children'> & {
  value: string | number;
  children?: CascaderOption[];
};

/**
 * Lets the user choose a value level by level. With `x-pairedField` the lower level is stored in a separate
 * field.
 */
export function CascaderControl(props: WidgetProps) {
  const { options, path } = props.options.cascade as unknown as Cascade;
  const { write } = props.registry.formContext as FormContext;
  const beside = props.options.with as { name: string } | undefined;
  const change = (chosen: Value[] | undefined) => {
    if (beside) write(props.id, { [props.name]: chosen?.[0], [beside.name]: chosen?.[1] });
    else props.onChange(chosen?.at(-1));
  };
  return (
    <Cascader
      {...baseProps(props)}
      className="wd-control"
      aria-labelledby={labelId(props.id)}
      options={options as CascaderOption[]}
      value={path.length > 0 ? (path as string[]) : undefined}
      changeOnSelect
      showSearch={{ filter: matches }}
      displayRender={(labels) => labels.join(' / ')}
      allowClear={props.options.required !== true}
      onChange={(chosen) => change((chosen as Value[] | undefined) ?? undefined)}
    />
  );
}

function matches(words: string, path: CascaderOption[]): boolean {
  const text = path.map(({ label }) => label.toLowerCase()).join(' ');
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
