import { createElement } from 'react';
import { findDrawing } from './drawings.ts';
import type { IconName } from './iconSet.ts';
import { SIZE } from './tokens.ts';

interface Props {
  /** Definitions contain icon names as strings. An unknown name is shown as `unknown`. */
  name: IconName | (string & {});
  size?: number;
  /** Label for screen readers, if no text is beside the icon. */
  label?: string;
  className?: string;
}

const STROKE = 1.6;

export function Icon({ name, size = SIZE.icon, label, className }: Props) {
  const { shapes } = findDrawing(name);
  const aria = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return createElement(
    'svg',
    {
      ...aria,
      className,
      width: size,
      height: size,
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: STROKE,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
    },
    ...shapes.map(([tag, attributes]) => createElement(tag, attributes)),
  );
}
