import { isoLocal } from '../../../runtime/core/timeWindow.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import type { Column } from '../../../runtime/kit/table/column.ts';
import { RowsTable } from '../../../runtime/kit/table/RowsTable.tsx';
import texts from '../texts.json';
import type { Group } from './importStore.ts';

type Row = Group['inspection']['rows'][number];

/** '2026-03-29 00:00:00 +01:00' */
function localText(time: string, zone: string): string {
  const iso = isoLocal(Date.parse(time), zone);
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} ${iso.endsWith('Z') ? '+00:00' : iso.slice(-6)}`;
}

/** The first lines as they are read: time with its zone, values with their units. */
export function RowPreview({ group: { inspection, choices } }: { group: Group }) {
  const t = useT(texts);
  const used = choices.filter((choice) => choice.used);
  const places = used.map(({ column }) => inspection.columns.findIndex((one) => one.column === column));
  const columns: Column<Row>[] = [
    { id: 'line', title: t('csv.line'), width: 88, figures: true, cell: ({ line }) => line },
    {
      id: 'time',
      title: t('csv.time'),
      width: 240,
      cell: ({ time, problem, cells }) =>
        time === null ? (
          <span className="wd-import-wrong">
            {problem ? t('csv.wrongLine', { reason: problem }) : cells.join(' · ')}
          </span>
        ) : (
          localText(time, inspection.zone)
        ),
    },
    ...used.map(({ column, name, code, unit, dataType }, at) => ({
      id: `column ${column}`,
      title: `${name || code}${unit && dataType === 'number' ? ` ${unit}` : ''}`,
      figures: dataType === 'number',
      cell: ({ time, cells }: Row) => (time === null ? '' : cells[places[at]!] || '--'),
    })),
  ];
  return (
    <RowsTable
      narrow="scroll"
      label={t('csv.preview')}
      rows={inspection.rows}
      columns={columns}
      rowKey={({ line }) => line}
    />
  );
}
