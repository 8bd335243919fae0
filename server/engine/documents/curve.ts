/** Draws the measured values of a record over time as a picture of lines and texts. Pure. */

import { formatMoment, formatZone } from '../../../runtime/core/numbers/format.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { DAY_MS, startDay } from '../../../runtime/core/time/timeWindow.ts';
import type { CurveLine, RecordCurve } from '../recordCurve.ts';

interface Place {
  lang: Lang;
  zone: string;
}

interface Axis {
  unit: string;
  from: number;
  to: number;
  ticks: readonly number[];
  digits: number;
}

const WIDTH = 500;
const HEAD = 24;
const PLOT = { left: 42, right: 458, height: 112 } as const;
/** Space below a plot for its time axis and the next legend. */
const BELOW = 34;
const FONT = 'font-family="Noto" font-size="7"';
const INK = '#1b2026';
const QUIET = '#667085';
const GRID = '#e4e7ec';
/** Colours of the lines of a plot, by position. Different dashes distinguish the lines in black and white prints. */
const STROKES = [
  ['#175cd3', ''],
  ['#b54708', ' stroke-dasharray="5 2"'],
  ['#067647', ' stroke-dasharray="2 2"'],
  ['#b42318', ' stroke-dasharray="7 2 2 2"'],
] as const;
const UNITS_OF_PLOT = 2;
const TICKS = 4;
const MOST_TIMES = 8;
const MINUTE_MS = 60_000;
/** Possible steps of the time axis in minutes. Larger steps are whole days. */
const TIME_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440] as const;
const ROUND_STEPS = [1, 2, 2.5, 5, 10] as const;
/** Minimum distance between the names of two marks in the same row. */
const MARK_ROOM = 84;
/** Minimum share of the width for a part with a name. */
const MARK_LEAST = 0.02;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (one) => ESCAPES[one]!);
const short = (value: number): string => String(Number(value.toFixed(2)));

const textAt = (x: number, y: number, text: string, more = ''): string =>
  `<text x="${short(x)}" y="${short(y)}" ${FONT} fill="${QUIET}"${more}>${escaped(text)}</text>`;
const END = ' text-anchor="end"';
const MIDDLE = ' text-anchor="middle"';

const stroke = (x: readonly [number, number], y: readonly [number, number], colour: string): string =>
  `<line x1="${short(x[0])}" y1="${short(y[0])}" x2="${short(x[1])}" y2="${short(y[1])}" stroke="${colour}" stroke-width="0.5"/>`;

/** Returns the axis of a unit. Its ends are round numbers that include all values. */
export function makeAxis(unit: string, lines: readonly CurveLine[]): Axis {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const line of lines.filter((one) => one.unit === unit))
    for (const [, value] of line.stretches.flat())
      [least, most] = [Math.min(least, value), Math.max(most, value)];
  if (!(least <= most)) [least, most] = [0, 1];
  const span = most - least || Math.abs(most) || 1;
  const exponent = Math.floor(Math.log10(span / TICKS));
  const round = ROUND_STEPS.find((one) => one * 10 ** exponent * TICKS >= span * 0.999)!;
  const step = round * 10 ** exponent;
  const first = Math.floor(least / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil(most / step - 1e-9));
  const ticks = Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step);
  const digits = Math.max(0, (Number.isInteger(round) ? 0 : 1) - exponent);
  return { unit, from: first * step, to: last * step, ticks, digits };
}

const scaleX =
  ({ from, to }: RecordCurve) =>
  (ts: number): number =>
    PLOT.left + ((ts - from) / Math.max(1, to - from)) * (PLOT.right - PLOT.left);

const scaleY =
  ({ from, to }: Axis, top: number) =>
  (value: number): number =>
    top + PLOT.height - ((value - from) / (to - from)) * PLOT.height;

/** Returns the labelled times of the axis, which are round in the time zone. */
export function timesOf({ from, to }: Pick<RecordCurve, 'from' | 'to'>, zone: string): number[] {
  const least = (to - from) / MOST_TIMES;
  const minutes = TIME_STEPS.find((one) => one * MINUTE_MS >= least);
  const step = minutes === undefined ? Math.ceil(least / DAY_MS) * DAY_MS : minutes * MINUTE_MS;
  const first = startDay(from, zone);
  const count = Math.floor((to - first) / step);
  const times = Array.from({ length: count + 1 }, (_, at) => first + at * step);
  return times.filter((ts) => ts >= from);
}

function timeAxis(curve: RecordCurve, top: number, { zone }: Place): string {
  const x = scaleX(curve);
  const isLong = curve.to - curve.from > DAY_MS;
  const bottom = top + PLOT.height;
  return timesOf(curve, zone)
    .map((ts) => {
      const text = formatMoment(ts, 'minute', zone).slice(isLong ? 5 : 11);
      return stroke([x(ts), x(ts)], [top, bottom], GRID) + textAt(x(ts), bottom + 9, text, MIDDLE);
    })
    .join('');
}

function valueAxis(axis: Axis, top: number, isLeft: boolean): string {
  const y = scaleY(axis, top);
  const at = isLeft ? PLOT.left - 4 : PLOT.right + 4;
  const look = isLeft ? END : '';
  const grid = isLeft
    ? axis.ticks.map((tick) => stroke([PLOT.left, PLOT.right], [y(tick), y(tick)], GRID))
    : [];
  const texts = axis.ticks.map((tick) => textAt(at, y(tick) + 2.5, tick.toFixed(axis.digits), look));
  return [...grid, ...texts, textAt(at, top - 4, axis.unit, look)].join('');
}

function linePath({ stretches }: CurveLine, x: (ts: number) => number, y: (value: number) => number): string {
  return stretches
    .filter((points) => points.length > 1)
    .map((points) => `M${points.map(([ts, value]) => `${short(x(ts))} ${short(y(value))}`).join('L')}`)
    .join('');
}

/** Writes the names of the parts above the first plot, alternating between two rows. */
function marksOf(curve: RecordCurve, bottom: number, { lang }: Place): string {
  const x = scaleX(curve);
  const ends = [0, 0];
  return curve.marks
    .map(({ at, title }, place) => {
      const until = curve.marks[place + 1]?.at ?? curve.to;
      const start = x(at);
      const row = place % ends.length;
      const line = stroke([start, start], [HEAD, bottom], QUIET);
      if ((until - at) / (curve.to - curve.from) < MARK_LEAST || start < ends[row]!) return line;
      ends[row] = start + MARK_ROOM;
      return line + textAt(start + 2, 8 + row * 9, pickText(title, lang));
    })
    .join('');
}

function plotOf(curve: RecordCurve, lines: readonly CurveLine[], top: number, place: Place): string {
  const axes = [...new Set(lines.map(({ unit }) => unit))].map((unit) => makeAxis(unit, lines));
  const x = scaleX(curve);
  const drawn = lines.map((line, at) => {
    const axis = axes.find(({ unit }) => unit === line.unit)!;
    const [colour, dash] = STROKES[at % STROKES.length]!;
    const path = linePath(line, x, scaleY(axis, top));
    const look = `stroke="${colour}" stroke-width="1" fill="none"${dash}`;
    const legend = PLOT.left + at * 110;
    const y = top + PLOT.height + 20;
    return (
      `<path d="${path}" ${look}/><path d="M${legend} ${y - 2.5}L${legend + 18} ${y - 2.5}" ${look}/>` +
      textAt(legend + 22, y, `${pickText(line.title, place.lang)} (${line.unit})`, ` style="fill:${INK}"`)
    );
  });
  return [
    timeAxis(curve, top, place),
    ...axes.map((axis, at) => valueAxis(axis, top, at === 0)),
    ...drawn,
  ].join('');
}

/** Combines the lines of two units in one plot, with an axis at each side. */
function plotsOf({ lines }: RecordCurve): CurveLine[][] {
  const units = [...new Set(lines.map(({ unit }) => unit))];
  const count = Math.ceil(units.length / UNITS_OF_PLOT);
  return Array.from({ length: count }, (_, at) => {
    const own = units.slice(at * UNITS_OF_PLOT, (at + 1) * UNITS_OF_PLOT);
    return lines.filter(({ unit }) => own.includes(unit));
  });
}

const topOf = (at: number): number => HEAD + 12 + at * (PLOT.height + BELOW + 10);

export function drawCurve(curve: RecordCurve, place: Place): string {
  const plots = plotsOf(curve);
  const height = topOf(plots.length);
  const zone = textAt(PLOT.right, height - 16, formatZone(place.zone, curve.from), END);
  const bottom = topOf(plots.length - 1) + PLOT.height;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}">`,
    ...plots.map((lines, at) => plotOf(curve, lines, topOf(at), place)),
    marksOf(curve, bottom, place),
    `${zone}</svg>`,
  ].join('');
}
