import type { WidgetProps } from '@rjsf/utils';
import type { Field } from '../../../generated/definition.ts';
import { LateSign } from './LateSign.tsx';
import { ShownValue } from './ShownValue.tsx';

/** Shows a field of a read-only form. */
export function ShownControl(props: WidgetProps) {
  return (
    <div className="wd-shown" id={props.id}>
      {props.placeholder && (props.value ?? '') === '' ? (
        <span className="wd-empty-value">{props.placeholder}</span>
      ) : (
        <ShownValue field={props.options.source as Field} value={props.value as unknown} />
      )}
      {props.options.late === true && <LateSign />}
    </div>
  );
}
