import type { Data } from '../../../generated/calls.ts';
import { EMPTY_VALUE, formatQuantity } from '../../../runtime/core/numbers/format.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import type { Column } from '../../../runtime/kit/table/column.ts';
import { RowsTable } from '../../../runtime/kit/table/RowsTable.tsx';
import texts from '../texts.json';
import type { Curve } from './curveSeries.ts';

type Statistic = Data<'accuSummarized'>[number];
type Row = Pick<Curve, 'sn' | 'name' | 'unit' | 'color' | 'decimals'> & { known: Statistic | undefined };

const FIGURES = ['min', 'max', 'avg', 'value'] as const;
const WIDTH = 132;

/** Shows the statistics of each variable in the window. They use all recorded values, not only the drawn points. */
export function CurveTable({
  curves,
  statistics,
}: {
  curves: readonly Curve[];
  statistics: readonly Statistic[];
}) {
  const t = useT(texts);
  const bySn = new Map(statistics.map((one) => [one.sn, one]));
  const rows = curves
    .filter(({ compared }) => !compared)
    .map(
      ({ sn, name, unit, color, decimals }): Row => ({
        sn,
        name,
        unit,
        color,
        decimals,
        known: bySn.get(sn),
      }),
    );
  const figure = (id: (typeof FIGURES)[number]): Column<Row> => ({
    ...{ id, title: t(`curve.${id}`), width: WIDTH, figures: true },
    value: ({ known }) => known?.[id] ?? null,
    cell: ({ known, unit, decimals }) =>
      known ? formatQuantity(known[id], unit, { decimals }) : EMPTY_VALUE,
  });
  const columns: Column<Row>[] = [
    {
      id: 'name',
      title: t('curve.variable'),
      value: ({ name }) => name,
      cell: ({ name, color }) => (
        <span className="wd-curve-name">
          <i style={{ background: color }} aria-hidden="true" /> {name}
        </span>
      ),
    },
    ...FIGURES.map(figure),
  ];
  return (
    <RowsTable
      named
      card
      label={t('curve.statistics')}
      rows={rows}
      columns={columns}
      rowKey={({ sn }) => sn}
    />
  );
}
