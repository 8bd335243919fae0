import type { ReactNode } from 'react';
import { Icon } from '../../kit/theme/Icon.tsx';
import { TYPE } from '../../kit/theme/tokens.ts';
import { Age } from '../frame/Age.tsx';
import type { Reached } from '../options/thresholds.ts';
import { FitText } from './FitText.tsx';
import { ReachedName } from './ReachedName.tsx';
import './figures.css';

export interface CellFigure {
  text: string;
  unit: string;
  isText?: boolean;
  ts?: number | null;
  stale?: boolean;
}

interface Props {
  name: string;
  icon?: string;
  /** The colour of the icon. Icons of the same role have the same colour everywhere. */
  tint?: string;
  figure: CellFigure;
  /** The reached threshold. It colours the figure, with its name below. */
  reached?: Reached;
  /** Shown below the figure. */
  children?: ReactNode;
}

/**
 * Draws one of several figures side by side: the name above, the figure below. Names and figures are aligned across all
 * cells.
 */
export function FigureCell({ name, icon, tint, figure, reached, children }: Props) {
  const { text, unit, isText, ts, stale } = figure;
  return (
    <li className={stale ? 'wd-figure wd-w-stale' : 'wd-figure'}>
      <span className="wd-figure-name" title={name}>
        {icon && (
          <span style={{ color: tint }}>
            <Icon name={icon} size={16} />
          </span>
        )}
        <span className="wd-ellipsis">{name}</span>
      </span>
      <FitText
        size={isText ? TYPE.title : TYPE.headline}
        lines={isText ? 2 : 1}
        color={stale ? undefined : reached?.color}
        className="wd-figure-value"
        title={`${text} ${unit}`.trim()}
      >
        {text}
        {unit && <small className="wd-w-unit">{unit}</small>}
      </FitText>
      {reached && <ReachedName reached={reached} />}
      {children}
      {stale && ts != null && <Age ts={ts} />}
    </li>
  );
}
