import type { WidgetProps } from '@rjsf/utils';
import { Select } from 'antd';
import { baseProps, type Choice, choices } from '../../../kit/parts/controlProps.ts';

/** Returns antd's options. antd accepts only texts and numbers as keys, so the index is used for any value. */
export function choiceOptions(list: Choice[]) {
  return list.map(({ label, disabled }, index) => ({ value: index, label, disabled }));
}

const SEARCH_FROM = 8;

export function SelectControl(props: WidgetProps) {
  const list = choices(props);
  const options = choiceOptions(list);
  const chosen = list.findIndex(({ value }) => value === props.value);
  return (
    <Select<number>
      {...baseProps(props)}
      className="wd-control"
      value={chosen < 0 ? undefined : chosen}
      options={options}
      allowClear={props.options.required !== true}
      showSearch={options.length > SEARCH_FROM && { optionFilterProp: 'label' }}
      onChange={(index: number | undefined) =>
        props.onChange(index === undefined ? undefined : list[index]?.value)
      }
    />
  );
}
