import { Link } from 'react-router';
import { EMPTY_VALUE, formatMoment, formatNumber } from '../../../runtime/core/numbers/format.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import type { Column } from '../../../runtime/kit/table/column.ts';
import { RowsTable } from '../../../runtime/kit/table/RowsTable.tsx';
import texts from '../texts.json';
import type { EarnedProject } from './earnedChoices.ts';

/** The standard abbreviations of the figures, which the facts above the table explain. */
const AMOUNTS = {
  plan: 'BAC',
  plannedValue: 'PV',
  earnedValue: 'EV',
  actualCost: 'AC',
  estimate: 'EAC',
} as const;
const INDICES = { costIndex: 'CPI', scheduleIndex: 'SPI' } as const;
const NAMES = { ...AMOUNTS, ...INDICES };
const AMOUNT_NAMES = Object.keys(AMOUNTS) as (keyof typeof AMOUNTS)[];
const INDEX_NAMES = Object.keys(INDICES) as (keyof typeof INDICES)[];
const MONEY = { decimals: 2 };
const INDEX = { decimals: 4 };

/** Shows the figures of each project. */
export function EarnedProjects({ projects }: { projects: readonly EarnedProject[] }) {
  const t = useT(texts);
  const figure = (
    id: keyof typeof NAMES,
    format: { decimals: number },
    width: number,
  ): Column<EarnedProject> => ({
    ...{ id, title: NAMES[id], width, figures: true },
    value: ({ figures }) => (figures[id] === null ? null : Number(figures[id])),
    cell: ({ figures }) => formatNumber(figures[id], format),
  });
  const columns: Column<EarnedProject>[] = [
    {
      ...{ id: 'name', title: t('earned.project'), width: 180, wide: true },
      value: ({ name }) => name,
      cell: ({ id, name }) => <Link to={`/main/operation/executeSite/${id}`}>{name}</Link>,
    },
    { id: 'order', title: t('earned.order'), width: 140, cell: ({ orderName }) => orderName ?? EMPTY_VALUE },
    ...AMOUNT_NAMES.map((name) => figure(name, MONEY, 108)),
    ...INDEX_NAMES.map((name) => figure(name, INDEX, 76)),
    {
      ...{ id: 'forecastEnd', title: t('earned.forecastEnd'), width: 112 },
      value: ({ figures }) => figures.forecastEnd,
      cell: ({ figures }) => formatMoment(figures.forecastEnd, 'date'),
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
