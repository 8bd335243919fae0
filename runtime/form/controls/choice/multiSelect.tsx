import type { WidgetProps } from '@rjsf/utils';
import { Select } from 'antd';
import { baseProps, choices } from '../../../kit/parts/controlProps.ts';
import { choiceOptions } from './select.tsx';

/** Lets the user choose several values, from a list or freely typed. */
export function MultiSelectControl(props: WidgetProps) {
  const stored = (props.value as string[] | undefined) ?? [];
  if (!props.options.enumNames) {
    return (
      <Select
        {...baseProps(props)}
        className="wd-control"
        mode="tags"
        open={false}
        suffixIcon={null}
        tokenSeparators={[',', ';', '，', '；']}
        value={stored}
        onChange={(values: string[]) => props.onChange(values.length > 0 ? values : undefined)}
      />
    );
  }
  const list = choices(props);
  return (
    <Select
      {...baseProps(props)}
      className="wd-control"
      mode="multiple"
      value={stored.map((value) => list.findIndex((choice) => choice.value === value))}
      options={choiceOptions(list)}
      showSearch={{ optionFilterProp: 'label' }}
      maxTagCount="responsive"
      allowClear
      onChange={(indexes: number[]) =>
        props.onChange(indexes.length > 0 ? indexes.map((index) => list[index]?.value) : undefined)
      }
    />
  );
}
