import type { WidgetProps } from '@rjsf/utils';
import { Rate } from 'antd';
import { baseProps, labelId } from '../../kit/parts/controlProps.ts';
import type { FieldView, ShownProps } from '../views.ts';
import './rating.css';

const STARS = 5;

/** Shows clickable stars. A second click on the same star removes an optional rating. */
function RatingControl(props: WidgetProps) {
  const { status, ...base } = baseProps(props);
  return (
    <Rate
      {...base}
      className="wd-rating"
      data-status={status}
      aria-labelledby={labelId(props.id)}
      count={props.schema.maximum ?? STARS}
      value={(props.value as number | undefined) ?? 0}
      allowClear={props.options.required !== true}
      onChange={(value) => props.onChange(value === 0 ? undefined : value)}
    />
  );
}

function RatingShown({ field, value }: ShownProps) {
  const count = field.maximum ?? STARS;
  const stars = Math.max(0, Math.min(count, Math.round(Number(value))));
  return (
    <span className="wd-stars" role="img" aria-label={`${stars} / ${count}`}>
      <span aria-hidden="true">{'★'.repeat(stars)}</span>
      <span aria-hidden="true" className="wd-stars-rest">
        {'★'.repeat(count - stars)}
      </span>
    </span>
  );
}

export const view: FieldView = { Control: RatingControl, Shown: RatingShown };
