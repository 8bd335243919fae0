import { formatZoned } from '../../core/numbers/format.ts';
import type { FieldView, ShownProps } from '../views.ts';

/** Shows a single time with its zone. */
const MomentShown = ({ value }: ShownProps) => (
  <span className="wd-figures">{formatZoned(String(value))}</span>
);

export const view: FieldView = { Shown: MomentShown };
