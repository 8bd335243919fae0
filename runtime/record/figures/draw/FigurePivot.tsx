import { useLang, useT, useText } from '../../../kit/i18n/index.ts';
import { type Column, widthOfFigures } from '../../../kit/table/column.ts';
import { RowsTable } from '../../../kit/table/RowsTable.tsx';
import type { ShownProps } from '../shown.ts';
import texts from '../texts.json';
import { figureText, keyText, type StatisticRow, titleOf } from '../words.ts';
import { FigureLink } from './FigureLink.tsx';
import { numberOf, tableOf } from './series.ts';

/** Minimum width in pixels of a column with texts. */
const NAME_WIDTH = 160;

interface PivotLine {
  name: string;
  cells: (StatisticRow | null)[];
}

/** Shows a table of the first figure, with the values of both dimensions as rows and columns. */
export function FigurePivot({ statistic, answer, figures, drill }: ShownProps) {
  const t = useT(texts);
  const text = useText();
  const lang = useLang();
  const [figure = ''] = figures;
  const [first = '', ...others] = answer.by;
  const { places, series } = tableOf(answer, figure);
  const lines = places.map(
    (row, at): PivotLine => ({
      name: keyText(statistic, first, row, lang) ?? t('figures.none'),
      cells: series.map(({ rows }) => rows[at] ?? null),
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
    ...series.map(({ key, row }, at): Column<PivotLine> => {
      const keys = others.map((name) => keyText(statistic, name, row, lang) ?? t('figures.none'));
      const textOf = (cell: StatisticRow | null | undefined) =>
        figureText(statistic, figure, cell?.figures[figure], row.currency, lang);
      return {
        id: key,
        title: [...keys, ...(row.currency ? [row.currency] : [])].join(' · '),
        figures: true,
        width: widthOfFigures([...keys, ...lines.map(({ cells }) => textOf(cells[at]))]),
        value: ({ cells }) => numberOf(cells[at]?.figures[figure]),
        cell: ({ cells }) => {
          const cell = cells[at];
          if (!cell) return textOf(null);
          return <FigureLink {...{ drill, row: cell, figure }}>{textOf(cell)}</FigureLink>;
        },
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
