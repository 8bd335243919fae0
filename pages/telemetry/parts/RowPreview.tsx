import { isoLocal } from '../../../runtime/core/time/timeWindow.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import type { Column } from '../../../runtime/kit/table/column.ts';
import { RowsTable } from '../../../runtime/kit/table/RowsTable.tsx';
import texts from '../texts.json';
import type { Group } from './importStore.ts';
import { keyOf } from './settings.ts';

type Row = Group['inspection']['rows'][number];
type Value = Row['values'][number];

/** Formats a time in a zone: '2026-03-29 00:00:00 +01:00'. */
function localText(time: string, zone: string): string {
  const iso = isoLocal(Date.parse(time), zone);
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} ${iso.endsWith('Z') ? '+00:00' : iso.slice(-6)}`;
}

/** Shows the first value of a column in a line, and the number of further ones. A line can contain a whole day. */
function ValueCell({ values, zone, time }: { values: readonly Value[]; zone: string; time: string }) {
  const [first] = values;
  if (!first) return null;
  const rest = values.length - 1;
  return (
    <>
      {first.text || '--'}
      {rest > 0 && ` … (+${rest})`}
      {first.time !== null && first.time !== time && <small>{localText(first.time, zone)}</small>}
    </>
  );
}

/** Previews the first lines as parsed: time with zone, values with units. */
export function RowPreview({ group: { inspection, choices } }: { group: Group }) {
  const t = useT(texts);
  const used = choices.filter((choice) => choice.used);
  const { zone } = inspection;
  const places = used.map(({ key }) => inspection.columns.findIndex((one) => keyOf(one) === key));
  const columns: Column<Row>[] = [
    { id: 'line', title: t('csv.line'), width: 88, figures: true, cell: ({ line }) => line },
    {
      id: 'time',
      title: t('csv.time'),
      width: 240,
      cell: ({ time, problem, values }) =>
        time === null ? (
          <span className="wd-import-wrong">
            {problem
              ? t('csv.wrongLine', { reason: problem })
              : values.map(({ text }) => text).join(' · ') || t('csv.leftOut')}
          </span>
        ) : (
          localText(time, zone)
        ),
    },
    ...used.map(({ key, name, code, unit, dataType }, at) => ({
      id: `column ${key}`,
      title: `${name || code}${unit && dataType === 'number' ? ` ${unit}` : ''}`,
      figures: dataType === 'number',
      cell: ({ time, values }: Row) =>
        time !== null && (
          <ValueCell values={values.filter(({ column }) => column === places[at])} zone={zone} time={time} />
        ),
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
