import { EMPTY_VALUE, formatNumber } from '../../core/numbers/format.ts';
import { useT } from '../../kit/i18n/index.ts';
import { shownColor, TEXT_CONTRAST } from '../../kit/theme/contrast.ts';
import { useTokens } from '../../kit/theme/themeStore.ts';
import type { Change } from '../widget/change.ts';
import './changeMark.css';

interface Props {
  change: Change;
  /** Without these colours the mark has the text colour. */
  riseColor?: string;
  dropColor?: string;
}

/** The arrow is drawn here instead of using an icon, because it is part of the figure (V035). */
const ARROW = { rise: 'M5 0 10 7H0Z', drop: 'M5 10 0 3h10Z' };

/** Shows an arrow and the change in percent. */
export function ChangeMark({ change: { rate, trend }, riseColor, dropColor }: Props) {
  const t = useT();
  const theme = useTokens();
  const color = trend === 'rise' ? riseColor : dropColor;
  return (
    <span
      className="wd-change"
      style={{ color: trend && color ? shownColor(color, theme, TEXT_CONTRAST) : undefined }}
    >
      {trend && (
        <svg viewBox="0 0 10 10" role="img" aria-label={t(`widget.singleData.${trend}`)}>
          <path d={ARROW[trend]} fill="currentColor" />
        </svg>
      )}
      {rate === null ? EMPTY_VALUE : `${formatNumber(Math.abs(rate), { decimals: 1 })}%`}
    </span>
  );
}
