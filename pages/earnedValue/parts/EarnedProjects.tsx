import { Link } from 'react-router';
import { EMPTY_VALUE, formatMoment, formatNumber } from '../../../runtime/core/numbers/format.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import type { Column } from '../../../runtime/kit/table/column.ts';
import { RowsTable } from '../../../runtime/kit/table/RowsTable.tsx';
import texts from '../texts.json';
import type { EarnedProject } from './earnedChoices.ts';

const AMOUNTS = ['plan', 'plannedValue', 'earnedValue', 'actualCost', 'estimate'] as const;
const INDICES = ['costIndex', 'scheduleIndex'] as const;
const MONEY = { decimals: 2 };
const INDEX = { decimals: 4 };

/** The figures of each project. */
export function EarnedProjects({ projects }: { projects: readonly EarnedProject[] }) {
  const t = useT(texts);
  const figure = (
    id: (typeof AMOUNTS | typeof INDICES)[number],
    format: { decimals: number },
    width: number,
  ): Column<EarnedProject> => ({
    ...{ id, title: t(`earned.${id}`), width, figures: true },
    value: ({ figures }) => (figures[id] === null ? null : Number(figures[id])),
    cell: ({ figures }) => formatNumber(figures[id], format),
  });
  const columns: Column<EarnedProject>[] = [
    {
      ...{ id: 'name', title: t('earned.project'), width: 240, wide: true },
      value: ({ name }) => name,
      cell: ({ id, name }) => <Link to={`/main/operation/executeSite/${id}`}>{name}</Link>,
    },
    { id: 'order', title: t('earned.order'), width: 180, cell: ({ orderName }) => orderName ?? EMPTY_VALUE },
    ...AMOUNTS.map((name) => figure(name, MONEY, 150)),
    ...INDICES.map((name) => figure(name, INDEX, 130)),
    {
      ...{ id: 'forecastEnd', title: t('earned.forecastEnd'), width: 130 },
      value: ({ figures }) => figures.forecastEnd,
      cell: ({ figures: { forecastEnd } }) =>
        forecastEnd === null ? EMPTY_VALUE : formatMoment(forecastEnd, 'date'),
    },
  ];
  return (
    <RowsTable
      named
      card
      label={t('earned.projects')}
      rows={projects}
      columns={columns}
      rowKey={({ id }) => id}
    />
  );
}
