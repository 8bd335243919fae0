import type { FieldView, ShownProps } from '../views.ts';
import './color.css';

function ColorShown({ value }: ShownProps) {
  const color = String(value);
  return (
    <span className="wd-shown-color">
      <span className="wd-swatch" style={{ background: color }} />
      {color}
    </span>
  );
}

export const view: FieldView = { Shown: ColorShown };
