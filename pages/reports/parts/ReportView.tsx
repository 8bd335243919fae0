import { useMemo } from 'react';
import type { Data } from '../../../generated/calls.ts';
import { dictionaries } from '../../../runtime/core/definitions/dictionaries.ts';
import { EMPTY_VALUE, formatMoment, formatNumber } from '../../../runtime/core/numbers/format.ts';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import { Facts } from '../../../runtime/kit/parts/Facts.tsx';
import { type Column, widthOfFigures } from '../../../runtime/kit/table/column.ts';
import { RowsTable } from '../../../runtime/kit/table/RowsTable.tsx';
import texts from '../texts.json';

export type ReportTable = Data<'reportTable'>;
type Line = ReportTable['lines'][number];

interface Row {
  key: string;
  name: string;
  cells: readonly string[];
  values: readonly (number | null)[];
}

const LINE_WIDTH = 132;
const NAMES = { month: 'YYYY-MM'.length, day: 'YYYY-MM-DD'.length, hour: 'YYYY-MM-DD HH:mm'.length };

const percent = (share: number | null): string =>
  share === null ? EMPTY_VALUE : `${formatNumber(share, { decimals: 1 })} %`;

/** Describes the report: period, time zone, method and completeness. */
function TableFacts({ table }: { table: ReportTable }) {
  const t = useT(texts);
  const text = useText();
  const method = dictionaries.reportMethod.entries.find(({ value }) => value === table.method);
  const period = [table.from, table.to].map((at) => formatMoment(at, 'minute', table.zone)).join(' – ');
  const facts = [
    { label: t('report.period'), value: period },
    { label: t('report.zone'), value: table.zone },
    { label: t('report.method'), value: method ? text(method.title) : table.method },
    { label: t('report.completeness'), value: percent(table.completeness) },
  ];
  return <Facts facts={facts} />;
}

const written = ({ decimals }: Line, value: number | null | undefined): string =>
  value === null || value === undefined ? EMPTY_VALUE : formatNumber(value, { decimals });

/** Shows a report: a row for each time step, a column for each variable, and totals with their source. */
export function ReportView({ table }: { table: ReportTable }) {
  const t = useT(texts);
  const { lines, interval, time_keys: keys } = table;
  const rows = useMemo(
    (): Row[] => [
      ...keys.map((key, at) => ({
        key,
        name: key.replace('T', ' ').slice(0, NAMES[interval]),
        cells: lines.map((line) => written(line, line.datas[at])),
        values: lines.map(({ datas }) => datas[at] ?? null),
      })),
    ],
    [keys, interval, lines],
  );
  const summed = (key: string, name: string, cell: (line: Line) => string): Row => ({
    ...{ key, name, cells: lines.map(cell), values: lines.map(() => null) },
  });
  const headOf = ({ name, deviceName, unit, missing, sn }: Line): string => {
    if (missing) return `${sn} · ${t('report.missing')}`;
    const named = deviceName ? `${deviceName} · ${name}` : name;
    return unit ? `${named} (${unit})` : named;
  };
  const columns: Column<Row>[] = [
    {
      id: 'time',
      title: t('report.time'),
      width: widthOfFigures(rows.map(({ name }) => name)),
      value: ({ key }) => key,
      cell: ({ name }) => name,
    },
    ...lines.map(
      (line, at): Column<Row> => ({
        ...{ id: line.sn, title: headOf(line), width: LINE_WIDTH, figures: true },
        value: ({ values }) => values[at] ?? null,
        cell: ({ cells }) => cells[at],
      }),
    ),
  ];
  const behind = [
    summed('samples', t('report.samples'), ({ samples }) => formatNumber(samples)),
    summed('completeness', t('report.completeness'), ({ completeness }) => percent(completeness)),
  ];
  return (
    <div className="wd-report-view">
      <TableFacts table={table} />
      <RowsTable
        named
        card
        narrow="scroll"
        label={table.title}
        rows={rows}
        columns={columns}
        totals={summed('total', t('report.total'), (line) => written(line, line.total))}
        rowKey={({ key }) => key}
      />
      <RowsTable
        named
        card
        dense
        narrow="scroll"
        label={t('report.behind')}
        rows={behind}
        columns={columns.map(({ value: _, ...column }) => column)}
        rowKey={({ key }) => key}
      />
    </div>
  );
}
