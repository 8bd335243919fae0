/** Finds the columns that separate several series in one file. Pure. */
import { type ColumnSigns, findType } from './columnSigns.ts';

/** Groups of lines with equal times, from the beginning of a file. */
export interface SameTimes {
  groups: ReadonlyMap<string, readonly (readonly string[])[]>;
  /** The number of lines with each text, by column index. Only for columns with usual names of series. */
  labels: ReadonlyMap<number, ReadonlyMap<string, number>>;
}

export const MAX_SERIES = 200;
const MOST_CELLS = 100_000;
const MOST_TIMES = 1_000;
const MOST_ALIKE = 500;
/** Minimum share of lines whose time occurs more than once. */
const REPEATED = 0.2;
const COLLIDING = 0.05;
const WEIGHED = 20;
const CANDIDATES = 8;
const WORDS =
  /(?:^|[^a-z])(?:id|no|nr|number|meter|channel|register|series|phase|sensor|device|entity|type|tariff|obis|measure\w*|quantity|variable|parameter|direction|point|plant|inverter|name|tag|kanal|zähler|messstelle|richtung|tarif|编号|表号|名称|类型|设备)(?:$|[^a-z])/i;

/** Names of columns that separate series, even if the series have no time in common. */
const CALLED =
  /^(?:entity[_ ]?id|statistic[_ ]?id|(?:sensor|meter|device|register|point|channel)[_ ]?(?:id|no|number|name)?|series|obis(?:[_ ]?code)?|metric|variable|parameter|tag|inverter|messstelle|zähler(?:nummer)?|mpan|ean|gsrn|表号|设备|变量|测点)$/i;

/** Groups lines by their times, up to a limit. */
export function createSameTimes(
  timeOf: (cells: readonly string[]) => string,
  headings: readonly string[] | null,
) {
  const groups = new Map<string, string[][]>();
  const called = (headings ?? []).flatMap((heading, place) => (CALLED.test(heading) ? [place] : []));
  const labels = new Map(called.map((place) => [place, new Map<string, number>()]));
  let cells = 0;
  return {
    ...{ groups, labels },
    take(row: string[]): void {
      for (const [place, counts] of labels) {
        const text = (row[place] ?? '').trim();
        if (text !== '' && counts.size <= MAX_SERIES) counts.set(text, (counts.get(text) ?? 0) + 1);
      }
      const time = timeOf(row);
      if (time === '' || cells > MOST_CELLS) return;
      const group = groups.get(time);
      if (!group) {
        if (groups.size >= MOST_TIMES) return;
        groups.set(time, [row]);
      } else if (group.length < MOST_ALIKE) group.push(row);
      else return;
      cells += row.length;
    },
  };
}

/** Returns the lines without duplicates. */
const distinctLines = (lines: readonly (readonly string[])[]): readonly (readonly string[])[] => [
  ...new Map(lines.map((line) => [line.join('\u0000'), line])).values(),
];

export const labelOf = (cells: readonly string[], places: readonly number[]): string =>
  places
    .map((place) => (cells[place] ?? '').trim())
    .filter((text) => text !== '')
    .join(' / ');

interface Candidate {
  places: number[];
  collisions: number;
  labels: number;
  isNamed: boolean;
}

function weigh(
  places: number[],
  groups: readonly (readonly (readonly string[])[])[],
  headings: readonly string[] | null,
): Candidate {
  const labels = new Set<string>();
  let collisions = 0;
  for (const lines of groups) {
    const own = new Set(lines.map((line) => labelOf(line, places)));
    for (const label of own) labels.add(label);
    collisions += lines.length - own.size;
  }
  const isNamed = places.some((place) => WORDS.test(headings?.[place] ?? ''));
  return { places, collisions, labels: labels.size, isNamed };
}

const better = (a: Candidate, b: Candidate): number =>
  a.collisions - b.collisions ||
  Number(b.isNamed) - Number(a.isNamed) ||
  a.labels - b.labels ||
  a.places[0]! - b.places[0]!;

/** Finds a column with a usual name of series whose texts repeat. */
function findCalled({ labels }: SameTimes, used: ReadonlySet<number>): number[] {
  const found = [...labels].find(([place, counts]) => {
    const lines = [...counts.values()].reduce((sum, count) => sum + count, 0);
    return !used.has(place) && counts.size > 1 && counts.size <= MAX_SERIES && lines >= counts.size * 2;
  });
  return found ? [found[0]] : [];
}

/** Returns the indexes of the columns that separate series. They are found by lines with equal times, else by name. */
export function findSeriesColumns(
  same: SameTimes,
  columns: readonly ColumnSigns[],
  headings: readonly string[] | null,
  used: ReadonlySet<number>,
): number[] {
  const found = findDistinguishing(same, columns, headings, used);
  return found.length > 0 ? found : findCalled(same, used);
}

/** Finds the columns that distinguish lines with equal times. Empty if no time repeats. */
function findDistinguishing(
  { groups }: SameTimes,
  columns: readonly ColumnSigns[],
  headings: readonly string[] | null,
  used: ReadonlySet<number>,
): number[] {
  const alike = [...groups.values()].map(distinctLines);
  const lines = alike.reduce((sum, group) => sum + group.length, 0);
  const repeated = lines - alike.length;
  if (repeated === 0 || repeated < lines * REPEATED) return [];
  const places = columns
    .map((_, index) => index)
    .filter((index) => {
      const signs = columns[index]!;
      if (used.has(index) || signs.filled === 0) return false;
      return (
        findType(signs, headings?.[index]) === 'text' ||
        (WORDS.test(headings?.[index] ?? '') && signs.commas + signs.dots === 0)
      );
    });
  const single = places.slice(0, WEIGHED).map((place) => weigh([place], alike, headings));
  const useful = single.filter(({ labels }) => labels > 1 && labels <= MAX_SERIES).sort(better);
  const pairs = useful
    .slice(0, CANDIDATES)
    .flatMap((a, index, all) =>
      all.slice(index + 1).map((b) => [a.places[0]!, b.places[0]!].sort((x, y) => x - y)),
    )
    .map((pair) => weigh(pair, alike, headings));
  const isGood = ({ collisions }: Candidate) => collisions <= repeated * COLLIDING;
  const best = useful.find(isGood) ?? pairs.sort(better).find(isGood);
  return best?.places ?? [];
}

/** Finds columns whose text is the same in all lines of each series. They contain no values. */
export function findFixedTexts(
  rows: readonly (readonly string[])[],
  columns: readonly ColumnSigns[],
  headings: readonly string[] | null,
  seriesPlaces: readonly number[],
): ReadonlySet<number> {
  const fixed = new Set<number>();
  const labels = rows.map((cells) => labelOf(cells, seriesPlaces));
  for (const [index, signs] of columns.entries()) {
    if (signs.filled < 2 || findType(signs, headings?.[index]) !== 'text') continue;
    const seen = new Map<string, string>();
    const changes = rows.some((cells, at) => {
      const text = (cells[index] ?? '').trim();
      if (text === '') return false;
      const before = seen.get(labels[at]!);
      seen.set(labels[at]!, text);
      return before !== undefined && before !== text;
    });
    if (!changes) fixed.add(index);
  }
  return fixed;
}
