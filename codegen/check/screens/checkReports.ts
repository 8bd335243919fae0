/** Checks the content of a report: statistics that exist, split by their dimensions. */
import {
  type Definitions,
  dimensionNames,
  type ReportBlock,
  type Statistic,
} from '../../definition/definition.ts';
import { choice, type Problem, problemOf } from '../../problem.ts';

/** The number of splits that a display needs to show anything. */
const SPLITS: Record<string, number> = {
  bar: 1,
  line: 1,
  ranking: 1,
  share: 1,
  funnel: 1,
  table: 1,
  pivot: 2,
};

/** Displays that show exactly one figure. */
const OF_ONE: ReadonlySet<string> = new Set(['ranking', 'share', 'funnel', 'pivot']);

export function figureProblems(
  file: string,
  pointer: string,
  block: ReportBlock,
  statistics: readonly Statistic[],
): Problem[] {
  const { as, figures = [], sort } = block;
  const statistic = statistics.find(({ name }) => name === block.statistic);
  if (!statistic) {
    const names = statistics.map(({ name }) => name);
    return [
      problemOf(file, `${pointer}/statistic`, 'noStatistic', { known: choice(block.statistic, names) }),
    ];
  }
  const dimensions = dimensionNames(statistic);
  const shown = statistic.figures.map(({ name }) => name);
  const unknown = (part: string, name: string, names: string[]) =>
    names.includes(name)
      ? []
      : [problemOf(file, `${pointer}/${part}`, 'oneOf', { known: choice(name, names) })];
  const by = block.by ?? statistic.by ?? [];
  const least = SPLITS[as] ?? 0;
  return [
    ...by.flatMap((name, index) => unknown(`by/${index}`, name, dimensions)),
    ...figures.flatMap((name, index) => unknown(`figures/${index}`, name, shown)),
    ...(figures.length > 1 && OF_ONE.has(as)
      ? [problemOf(file, `${pointer}/figures/1`, 'reportOneFigure', { as })]
      : []),
    ...(sort === undefined ? [] : unknown('sort', sort.replace(/^-/, ''), [...dimensions, ...shown])),
    ...(by.length < least ? [problemOf(file, pointer, 'reportUnsplit', { count: least })] : []),
  ];
}

export const reportProblems = ({ pages, statistics }: Definitions): Problem[] =>
  pages.flatMap(({ file, value: { kind, report } }) => {
    if (kind !== 'report') return report ? [problemOf(file, '/report', 'unknown')] : [];
    if (!report) return [problemOf(file, '', 'reportNoBlocks')];
    const entries = statistics.map(({ value }) => value);
    const isTimeless = report.range === 'always' && report.compare !== undefined;
    return [
      ...(isTimeless ? [problemOf(file, '/report/compare', 'unknown')] : []),
      ...report.blocks.flatMap((block, index) =>
        figureProblems(file, `/report/blocks/${index}`, block, entries),
      ),
    ];
  });
