import { useT } from '../../../runtime/kit/i18n/index.ts';
import { batteryAt, loadAt, pvAt, QUARTERS } from './dayCurve.ts';

const WIDTH = 480;
const HEIGHT = 260;
const TOP = 100;
const BOTTOM = -40;
const HOURS = [0, 6, 12, 18, 24];
const GRID = [0, 40, 80];

const x = (quarter: number) => (quarter / QUARTERS) * WIDTH;
const y = (power: number) => ((TOP - power) / (TOP - BOTTOM)) * HEIGHT;
const quarters = Array.from({ length: QUARTERS + 1 }, (_, index) => index);

function line(value: (quarter: number) => number): string {
  return `M${quarters.map((quarter) => `${x(quarter).toFixed(1)} ${y(value(quarter)).toFixed(1)}`).join('L')}`;
}

/** Returns the SVG path of a curve, without its zero values at night. */
function dayLine(value: (quarter: number) => number): string {
  const lit = quarters.filter((quarter) => value(quarter) > 0);
  return `M${lit.map((quarter) => `${x(quarter).toFixed(1)} ${y(value(quarter)).toFixed(1)}`).join('L')}`;
}

function area(value: (quarter: number) => number): string {
  return `${line(value)}L${WIDTH} ${y(0)}L0 ${y(0)}Z`;
}

const paths = {
  pv: dayLine(pvAt),
  pvArea: area(pvAt),
  load: line(loadAt),
  charge: area((quarter) => Math.min(0, batteryAt(quarter))),
  discharge: area((quarter) => Math.max(0, batteryAt(quarter))),
};

/** Labels of the curves at positions with free space. */
const LABELS = [
  { key: 'login.heroPv', name: 'pv', quarter: 33, power: 66, anchor: 'end' },
  { key: 'login.heroLoad', name: 'load', quarter: 77, power: 68, anchor: 'middle' },
  { key: 'login.heroCharge', name: 'charge', quarter: 58, power: -32, anchor: 'start' },
  { key: 'login.heroDischarge', name: 'discharge', quarter: 78, power: -10, anchor: 'middle' },
] as const;

/** Shows a day with PV, battery and load in the product's colours. */
export function DayChart() {
  const t = useT();
  return (
    <svg
      className="wd-day"
      viewBox={`0 -8 ${WIDTH} ${HEIGHT + 36}`}
      role="img"
      aria-label={t('login.heroChart')}
    >
      <defs>
        <linearGradient id="wd-day-sun" x1="0" y1="0" x2="0" y2="1">
          <stop className="wd-day-sun" offset="0" stopOpacity="0.34" />
          <stop className="wd-day-sun" offset="1" stopOpacity="0.02" />
        </linearGradient>
      </defs>
      {GRID.map((power) => (
        <path key={power} className="wd-day-grid" data-zero={power === 0} d={`M0 ${y(power)}H${WIDTH}`} />
      ))}
      <path fill="url(#wd-day-sun)" d={paths.pvArea} />
      <path className="wd-day-charge" d={paths.charge} />
      <path className="wd-day-discharge" d={paths.discharge} />
      <path className="wd-day-pv" d={paths.pv} />
      <path className="wd-day-load" d={paths.load} />
      {LABELS.map(({ key, name, quarter, power, anchor }) => (
        <text
          key={key}
          className="wd-day-label"
          data-name={name}
          x={x(quarter)}
          y={y(power)}
          textAnchor={anchor}
        >
          {t(key)}
        </text>
      ))}
      {HOURS.map((hour) => (
        <text key={hour} className="wd-day-hour" x={(hour / 24) * WIDTH} y={HEIGHT + 20} data-hour={hour}>
          {String(hour).padStart(2, '0')}:00
        </text>
      ))}
    </svg>
  );
}
