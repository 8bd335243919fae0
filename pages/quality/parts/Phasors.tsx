import { formatNumber, formatQuantity } from '../../../runtime/core/numbers/format.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { useTokens } from '../../../runtime/kit/theme/themeStore.ts';
import texts from '../texts.json';
import { type Phasor, phasorsOf } from './phasors.ts';
import type { QualityValue } from './qualityWords.ts';

const RADIUS = 88;
const SIZE = 110;
const LABEL_AT = 1.13;
const HEAD = 7;
const SPREAD = 0.4;
const PHASES = ['A', 'B', 'C'];

const signOf = ({ kind, phase }: Phasor): string => `${kind === 'voltage' ? 'U' : 'I'}${phase}`;

/** Returns the head of an arrow: two lines from its end. */
function headOf({ x, y }: Phasor): string {
  const turn = Math.atan2(y, x);
  const side = (by: number) =>
    `${x * RADIUS - HEAD * Math.cos(turn + by)},${-(y * RADIUS - HEAD * Math.sin(turn + by))}`;
  return `${side(SPREAD)} ${x * RADIUS},${-y * RADIUS} ${side(-SPREAD)}`;
}

function Arrow({ phasor, color }: { phasor: Phasor; color: string }) {
  const { x, y, kind } = phasor;
  return (
    <g stroke={color} fill="none" data-kind={kind} className="wd-phasor">
      <line x1={0} y1={0} x2={x * RADIUS} y2={-y * RADIUS} />
      <polyline points={headOf(phasor)} />
      <text x={x * RADIUS * LABEL_AT} y={-y * RADIUS * LABEL_AT} fill={color} stroke="none">
        {signOf(phasor)}
      </text>
    </g>
  );
}

/** Draws the voltages and currents of three phases as arrows, with their angles as numbers. */
export function Phasors({ values }: { values: readonly QualityValue[] }) {
  const t = useT(texts);
  const { chart } = useTokens();
  const phasors = phasorsOf(values);
  const title = t('quality.phasors');
  return (
    <section className="wd-card wd-quality-part" aria-label={title}>
      <h2>{title}</h2>
      {phasors.length === 0 ? (
        <p className="wd-quiet">{t('quality.noAngles')}</p>
      ) : (
        <div className="wd-phasors">
          <svg viewBox={`${-SIZE} ${-SIZE} ${2 * SIZE} ${2 * SIZE}`} role="img" aria-label={title}>
            <circle className="wd-phasor-ground" r={RADIUS} />
            <path className="wd-phasor-ground" d={`M${-RADIUS} 0H${RADIUS}M0 ${-RADIUS}V${RADIUS}`} />
            {phasors.map((phasor) => (
              <Arrow key={phasor.key} phasor={phasor} color={chart[PHASES.indexOf(phasor.phase)] ?? ''} />
            ))}
          </svg>
          <dl>
            {phasors.map((phasor) => (
              <div key={phasor.key}>
                <dt>{signOf(phasor)}</dt>
                <dd>
                  {formatQuantity(phasor.value.value, phasor.value.unit, { decimals: phasor.value.decimals })}
                </dd>
                <dd>∠ {formatNumber(phasor.angle, { decimals: 1 })}°</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </section>
  );
}
