import type { GaugeConfig } from '../../generated/types.ts';
import { ReachedName } from '../../runtime/board/figure/ReachedName.tsx';
import { Age } from '../../runtime/board/frame/Age.tsx';
import { WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { formatNumber } from '../../runtime/core/numbers/format.ts';
import { shownColor } from '../../runtime/kit/theme/contrast.ts';
import { useTokens } from '../../runtime/kit/theme/themeStore.ts';
import { arcPath, BOX, bandPath, RADIUS, tickPath } from './arc.ts';
import { type Band, type Gauge as GaugeData, readGauges, thresholdBands } from './gauges.ts';
import './gauge.css';

const TICKS = [0, 0.25, 0.5, 0.75, 1];
/** Longer values have a smaller font, so that they fit inside the arc. */
const FIGURE_SIZES: [number, string][] = [
  [3, 'short'],
  [5, 'middle'],
  [7, 'long'],
];

/** Returns the ARIA attributes of the dial. Without a value it has no role `meter`. */
function meaning({ name, value, min, max, text, unit, reached }: GaugeData) {
  const valueText = [`${text} ${unit}`.trim(), reached].filter(Boolean).join(' · ');
  if (value === null) return { role: 'img', 'aria-label': `${name}: ${valueText}` };
  return {
    role: 'meter',
    'aria-label': name,
    'aria-valuemin': min,
    'aria-valuemax': max,
    'aria-valuenow': value,
    'aria-valuetext': valueText,
  };
}

interface DialProps {
  gauge: GaugeData;
  bands: readonly Band[];
}

/** The thresholds are drawn inside the arc, so that the value remains the dominant line. */
const BAND_RADIUS = RADIUS - 7;

function Dial({ gauge, bands }: DialProps) {
  const theme = useTokens();
  const { share, min, max } = gauge;
  const color = gauge.color && shownColor(gauge.color, theme);
  return (
    <figure className={gauge.stale ? 'wd-gauge wd-w-stale' : 'wd-gauge'}>
      <div className="wd-gauge-dial" {...meaning(gauge)}>
        <svg viewBox={`0 0 ${BOX} ${BOX * 0.92}`} aria-hidden="true">
          <path d={arcPath(1)} className="wd-gauge-track" />
          {bands.map(({ from, to, color: band }) => (
            <path
              key={from}
              d={bandPath(from, to, BAND_RADIUS)}
              className="wd-gauge-band"
              style={{ stroke: shownColor(band, theme) }}
            />
          ))}
          {share !== null && share > 0 && (
            <path d={arcPath(share)} className="wd-gauge-value" style={{ stroke: color }} />
          )}
          {bands.length === 0 &&
            TICKS.map((tick) => <path key={tick} d={tickPath(tick)} className="wd-gauge-tick" />)}
          <text x={BOX * 0.2} y={BOX * 0.91} className="wd-gauge-scale">
            {formatNumber(min)}
          </text>
          <text x={BOX * 0.8} y={BOX * 0.91} className="wd-gauge-scale">
            {formatNumber(max)}
          </text>
          <text
            x={BOX / 2}
            y={BOX * 0.56}
            className="wd-gauge-figure"
            data-length={FIGURE_SIZES.find(([longest]) => gauge.text.length <= longest)?.[1] ?? 'huge'}
          >
            {gauge.text}
          </text>
          <text x={BOX / 2} y={BOX * 0.7} className="wd-gauge-unit">
            {gauge.unit}
          </text>
        </svg>
      </div>
      <figcaption className="wd-ellipsis" title={gauge.name}>
        {gauge.name}
      </figcaption>
      <ReachedName reached={{ name: gauge.reached, color }} />
      {gauge.stale && gauge.ts !== null && <Age ts={gauge.ts} />}
    </figure>
  );
}

/** W008: shows a gauge for each variable. Without variables it shows the message of V072. */
export function Gauge({ config, results, status }: WidgetProps<GaugeConfig>) {
  if (status === 'loading' && results.length === 0) return <WidgetSkeleton rows={[60, 30]} />;
  return (
    <section
      className="wd-gauges"
      aria-label={config.name}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
      tabIndex={0}
    >
      {readGauges(config, results).map((gauge) => (
        <Dial key={gauge.key} gauge={gauge} bands={thresholdBands(config.thresholds, gauge)} />
      ))}
    </section>
  );
}
