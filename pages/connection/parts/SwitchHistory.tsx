import { EMPTY_VALUE, formatMoment } from '../../../runtime/core/numbers/format.ts';
import { StateTag } from '../../../runtime/form/shown/StateTag.tsx';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import type { Column } from '../../../runtime/kit/table/column.ts';
import { RowsTable } from '../../../runtime/kit/table/RowsTable.tsx';
import texts from '../texts.json';
import { type Converter, type GridSwitch, useEntry } from './connection.ts';

interface Props {
  history: readonly GridSwitch[];
  converters: readonly Converter[];
  zone: string;
}

/** Lists all prepared changes with their results, newest first. */
export function SwitchHistory({ history, converters, zone }: Props) {
  const t = useT(texts);
  const entry = useEntry();
  if (history.length === 0) return <p className="wd-quiet">{t('connection.noHistory')}</p>;
  const nameOf = ({ deviceSn }: GridSwitch) =>
    converters.find((one) => one.deviceSn === deviceSn)?.name ?? deviceSn;
  const failedOf = ({ checks }: GridSwitch) =>
    checks
      .filter(({ verdict }) => verdict !== 'ok')
      .map(({ name }) => entry('gridCheck', name).label)
      .join(' · ') || EMPTY_VALUE;
  const columns: Column<GridSwitch>[] = [
    {
      ...{ id: 'when', title: t('connection.when'), width: 176 },
      cell: ({ preparedAt }) => formatMoment(preparedAt, 'second', zone),
    },
    { id: 'device', title: t('connection.device'), width: 160, cell: nameOf },
    {
      ...{ id: 'target', title: t('connection.target'), width: 112 },
      cell: ({ target }) => <StateTag option={entry('gridTarget', target)} />,
    },
    {
      ...{ id: 'state', title: t('connection.state'), width: 176 },
      cell: ({ state }) => <StateTag option={entry('gridSwitchState', state)} />,
    },
    {
      ...{ id: 'by', title: t('connection.by'), width: 128 },
      cell: ({ preparedBy }) => preparedBy ?? EMPTY_VALUE,
    },
    {
      ...{ id: 'answered', title: t('connection.answered'), width: 176 },
      cell: ({ answeredAt }) => formatMoment(answeredAt, 'second', zone),
    },
    { id: 'failed', title: t('connection.failed'), wide: true, cell: failedOf },
  ];
  return (
    <RowsTable
      {...{ named: true, card: true, label: t('connection.history'), rows: history, columns }}
      rowKey={({ id }) => String(id)}
    />
  );
}
