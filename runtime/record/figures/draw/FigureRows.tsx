import { useLang, useT, useText } from '../../../kit/i18n/index.ts';
import { type Column, widthOfFigures } from '../../../kit/table/column.ts';
import { RowsTable } from '../../../kit/table/RowsTable.tsx';
import type { ShownProps } from '../shown.ts';
import texts from '../texts.json';
import {
  changeText,
  figureText,
  keyText,
  type StatisticRow,
  type StatisticTotal,
  titleOf,
} from '../words.ts';
import { Change } from './Change.tsx';
import { FigureLink } from './FigureLink.tsx';
import { partCurrencies } from './series.ts';

/** Minimum width in pixels of a column with texts. */
const NAME_WIDTH = 160;
/** The arrow of a change is as wide as two digits. */
const ARROW = '00';

type Line = StatisticRow | StatisticTotal;
const isRow = (line: Line): line is StatisticRow => 'key' in line;
const sortable = (value: unknown): number | null =>
  value === null || value === undefined ? null : Number(value);

/** Shows every row with its figures. Each currency has a total above its rows. A single total is in the header. */
export function FigureRows({ statistic, answer, figures, compare, drill }: ShownProps) {
  const t = useT(texts);
  const text = useText();
  const lang = useLang();
  const lines: readonly Line[] = [...answer.totals, ...answer.rows];
  const columns: Column<Line>[] = [
    ...answer.by.map(
      (name, index): Column<Line> => ({
        id: name,
        width: NAME_WIDTH,
        title: text(titleOf(statistic, name)),
        value: (line) => (isRow(line) ? (keyText(statistic, name, line, lang) ?? '') : null),
        cell: (line) => {
          if (!isRow(line)) return index === 0 ? t('figures.all') : '';
          return keyText(statistic, name, line, lang) ?? t('figures.none');
        },
      }),
    ),
    ...figures.flatMap((name): Column<Line>[] => {
      const title = text(titleOf(statistic, name));
      const textOf = (values: Line['before'], { currency }: Line) =>
        figureText(statistic, name, values?.[name], currency, lang);
      const now = (line: Line) => textOf(line.figures, line);
      const was = (line: Line) => textOf(line.before, line);
      const shown: Column<Line> = {
        id: `figure ${name}`,
        title,
        figures: true,
        width: widthOfFigures(lines.map(now)),
        value: (line) => sortable(line.figures[name]),
        cell: (line) => <FigureLink {...{ drill, row: line, figure: name }}>{now(line)}</FigureLink>,
      };
      if (!compare) return [shown];
      const before = t(compare === 'year' ? 'figures.yearShort' : 'figures.beforeShort');
      return [
        shown,
        {
          ...{ id: `before ${name}`, title: `${title} · ${before}`, figures: true },
          width: widthOfFigures(lines.map(was)),
          value: (line) => sortable(line.before?.[name]),
          cell: was,
        },
        {
          ...{ id: `change ${name}`, title: t('figures.change'), figures: true },
          width: widthOfFigures(lines.map((line) => `${ARROW}${changeText(line.change?.[name] ?? 0)}`)),
          value: (line) => line.change?.[name] ?? null,
          cell: (line) => <Change change={line.change?.[name]} />,
        },
      ];
    }),
  ];
  const [total, ...others] = answer.totals;
  return (
    <RowsTable<Line>
      named
      label={text(statistic.title)}
      rows={others.length > 0 ? partCurrencies(lines) : answer.rows}
      {...(total && others.length === 0 ? { totals: total } : {})}
      columns={columns}
      rowKey={(line) => (isRow(line) ? JSON.stringify([line.key, line.currency]) : `total ${line.currency}`)}
    />
  );
}
