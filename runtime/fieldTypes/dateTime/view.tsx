import { formatZoned } from '../../core/numbers/format.ts';
import type { FieldView, ShownProps } from '../views.ts';

/** Shows a time with its zone, because it is shown alone. */
const MomentShown = ({ value }: ShownProps) => (
  <span className="wd-figures">{formatZoned(String(value))}</span>
);

export const view: FieldView = { Shown: MomentShown };
