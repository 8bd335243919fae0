import type { WidgetProps } from '@rjsf/utils';
import type { Field } from '../../../generated/definition.ts';
import { labelId } from '../controls/common.ts';
import { ShownValue } from './ShownValue.tsx';

/** The control of a form that is only looked at. */
export function ShownControl(props: WidgetProps) {
  return (
    <output className="wd-shown" id={props.id} aria-labelledby={labelId(props.id)}>
      <ShownValue field={props.options.source as Field} value={props.value as unknown} />
    </output>
  );
}
