import { useState } from 'react';
import type { ProportionConfig } from '../../generated/types.ts';
import { ComparedWith } from '../../runtime/board/figure/ComparedWith.tsx';
import { WidgetFailed, WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import { findReachedThreshold, reachedText } from '../../runtime/board/options/thresholds.ts';
import { changeBetween } from '../../runtime/board/widget/change.ts';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { EMPTY_VALUE, formatNumber, formatQuantity } from '../../runtime/core/numbers/format.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { shownColor } from '../../runtime/kit/theme/contrast.ts';
import { useTokens } from '../../runtime/kit/theme/themeStore.ts';
import { type Part, type Proportion as ProportionData, readProportion } from './parts.ts';
import texts from './texts.json';
import './proportion.css';

const PERCENT = 100;
const BOX = 100;
const RADIUS = 42;
/** Gap between two parts, in percent of the ring. */
const GAP = 0.6;
/** Longer figures have a smaller font, so that they fit inside the ring. */
const LONG = 7;

interface RingProps {
  proportion: ProportionData;
  active: Part | undefined;
  decimals: number;
  onActive(key: string | null): void;
}

function Ring({ proportion: { parts, total, unit }, active, decimals, onActive }: RingProps) {
  const t = useT(texts);
  let start = 0;
  const figure = formatNumber(active ? active.value : total, { decimals });
  return (
    <svg className="wd-share" viewBox={`0 0 ${BOX} ${BOX}`} aria-hidden="true">
      <circle className="wd-share-track" cx={BOX / 2} cy={BOX / 2} r={RADIUS} />
      {parts.map(({ key, share, color }) => {
        const length = (share ?? 0) * PERCENT;
        const offset = -start;
        start += length;
        if (length === 0) return null;
        const drawn = length === PERCENT ? PERCENT : Math.max(length - GAP, GAP);
        return (
          <circle
            key={key}
            className="wd-share-part"
            data-quiet={active !== undefined && active.key !== key ? true : undefined}
            cx={BOX / 2}
            cy={BOX / 2}
            r={RADIUS}
            pathLength={PERCENT}
            stroke={color}
            strokeDasharray={`${drawn} ${PERCENT - drawn}`}
            strokeDashoffset={offset}
            transform={`rotate(-90 ${BOX / 2} ${BOX / 2})`}
            onPointerEnter={() => onActive(key)}
            onPointerLeave={() => onActive(null)}
          />
        );
      })}
      <text className="wd-share-name" x={BOX / 2} y={36}>
        {active ? shareText(active.share, decimals) : t('widget.proportion.total')}
      </text>
      <text className="wd-share-figure" data-long={figure.length > LONG || undefined} x={BOX / 2} y={54}>
        {figure}
      </text>
      <text className="wd-share-name" x={BOX / 2} y={67}>
        {active ? active.unit : unit}
      </text>
    </svg>
  );
}

const shareText = (share: number | null, decimals: number) =>
  share === null ? EMPTY_VALUE : `${formatNumber(share * PERCENT, { decimals })}%`;

/** W001: shows shares as a ring, with all figures beside it. */
export function Proportion({ config, results, compared, status, retry }: WidgetProps<ProportionConfig>) {
  const t = useT(texts);
  const theme = useTokens();
  const [activeKey, setActiveKey] = useState<string | null>(null);
  if (results.length === 0)
    return status === 'failed' ? <WidgetFailed retry={retry} /> : <WidgetSkeleton rows={[90, 70, 80]} />;
  const decimals = config.numberFix ?? 2;
  const read = readProportion(config, results, theme.chart);
  const parts = read.parts.map((part) => ({ ...part, color: shownColor(part.color, theme) }));
  const reached = (value: number | null) => findReachedThreshold(config.thresholds, value, theme);
  const active = parts.find(({ key }) => key === activeKey);
  const before = compared.length > 0 ? readProportion(config, compared, theme.chart).total : null;
  const label = t('widget.proportion.label', { names: parts.map(({ name }) => name).join(', ') });
  const ring = (
    <Ring proportion={{ ...read, parts }} active={active} decimals={decimals} onActive={setActiveKey} />
  );
  return (
    <div className="wd-proportion">
      {compared.length === 0 ? (
        ring
      ) : (
        <div className="wd-proportion-ring">
          {ring}
          <ComparedWith period={config.compare} change={changeBetween(read.total, before)} />
        </div>
      )}
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
      >
        {parts.map(({ key, name, color, value, unit, share }) => (
          <li
            key={key}
            data-active={key === activeKey || undefined}
            onPointerEnter={() => setActiveKey(key)}
            onPointerLeave={() => setActiveKey(null)}
          >
            <i style={{ background: color }} />
            <span className="wd-ellipsis" title={name}>
              {name}
            </span>
            <small style={{ color: reached(value).color }} title={reached(value).name}>
              {reachedText(formatQuantity(value, unit, { decimals }), config.thresholds, value)}
            </small>
            <b>{shareText(share, decimals)}</b>
            <em style={{ width: `${(share ?? 0) * PERCENT}%`, background: color }} />
          </li>
        ))}
      </ul>
    </div>
  );
}
