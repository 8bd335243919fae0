import { useLang, useT, useText } from '../../kit/i18n/index.ts';
import type { Column } from '../../kit/table/column.ts';
import { RowsTable } from '../../kit/table/RowsTable.tsx';
import { Change } from './Change.tsx';
import { tableOf } from './series.ts';
import type { ShownProps } from './shown.ts';
import texts from './texts.json';
import { figureText, keyText, type StatisticRow, type StatisticTotal, titleOf } from './words.ts';

/** Words need more room than figures, in pixels. */
const NAME_WIDTH = 160;

type Line = StatisticRow | StatisticTotal;
const isRow = (line: Line): line is StatisticRow => 'key' in line;
const sortable = (value: unknown): number | null =>
  value === null || value === undefined ? null : Number(value);

/** Every row with its figures; the totals stand first, one line where there is one currency. */
export function FigureRows({ statistic, answer, figures, compare }: ShownProps) {
  const t = useT(texts);
  const text = useText();
  const lang = useLang();
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
      const shown: Column<Line> = {
        id: `figure ${name}`,
        title,
        figures: true,
        value: (line) => sortable(line.figures[name]),
        cell: (line) => figureText(statistic, name, line.figures[name], line.currency, lang),
      };
      if (!compare) return [shown];
      const before = t(compare === 'year' ? 'figures.yearShort' : 'figures.beforeShort');
      return [
        shown,
        {
          ...{ id: `before ${name}`, title: `${title} · ${before}`, figures: true },
          value: (line) => sortable(line.before?.[name]),
          cell: (line) => figureText(statistic, name, line.before?.[name], line.currency, lang),
        },
        {
          ...{ id: `change ${name}`, title: t('figures.change'), figures: true },
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
      rows={[...(others.length > 0 ? answer.totals : []), ...answer.rows]}
      {...(total && others.length === 0 ? { totals: total } : {})}
      columns={columns}
      rowKey={(line) => (isRow(line) ? JSON.stringify([line.key, line.currency]) : `total ${line.currency}`)}
    />
  );
}

interface PivotLine {
  name: string;
  cells: (number | null)[];
}

/** The first figure in a cell for each pair of the two splits. */
export function FigurePivot({ statistic, answer, figures }: ShownProps) {
  const t = useT(texts);
  const text = useText();
  const lang = useLang();
  const [figure = ''] = figures;
  const [first = '', ...others] = answer.by;
  const { places, series } = tableOf(answer, figure);
  const lines = places.map(
    (row, index): PivotLine => ({
      name: keyText(statistic, first, row, lang) ?? t('figures.none'),
      cells: series.map(({ values }) => values[index] ?? null),
    }),
  );
  const columns: Column<PivotLine>[] = [
    {
      id: 'name',
      width: NAME_WIDTH,
      title: text(titleOf(statistic, first)),
      value: ({ name }) => name,
      cell: ({ name }) => name,
    },
    ...series.map(({ key, row }, index): Column<PivotLine> => {
      const keys = others.map((name) => keyText(statistic, name, row, lang) ?? t('figures.none'));
      return {
        id: key,
        title: [...keys, ...(row.currency ? [row.currency] : [])].join(' · '),
        figures: true,
        value: ({ cells }) => cells[index] ?? null,
        cell: ({ cells }) => figureText(statistic, figure, cells[index], row.currency, lang),
      };
    }),
  ];
  return (
    <RowsTable<PivotLine>
      named
      narrow="scroll"
      label={text(statistic.title)}
      rows={lines}
      columns={columns}
      rowKey={({ name }) => name}
    />
  );
}
