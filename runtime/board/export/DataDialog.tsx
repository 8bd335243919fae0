import { Button, Empty, Modal, Segmented, Skeleton } from 'antd';
import { useState } from 'react';
import { formatMoment, formatNumber } from '../../core/numbers/format.ts';
import { call } from '../../kit/api/client.ts';
import { useT } from '../../kit/i18n/index.ts';
import type { Column } from '../../kit/table/column.ts';
import { RowsTable } from '../../kit/table/RowsTable.tsx';
import { Icon } from '../../kit/theme/Icon.tsx';
import { useWidgetName } from '../frame/WidgetView.tsx';
import type { ShownWidget } from '../live/useBoardData.ts';
import { useBoardSession } from '../session/boardSession.ts';
import './export.css';
import { saveFile } from '../../kit/browser/saveFile.ts';
import type { DataTable, TableCell, TableColumn } from './table.ts';
import { useTables } from './useTables.ts';

/** Number of rows that are shown on screen. The files contain all of them. */
const SHOWN_ROWS = 200;
const WIDTHS = { text: 160, number: 128, time: 176 } as const;
type Format = 'xlsx' | 'csv';

interface Props {
  id: string;
  onClose(): void;
}

function cellWords(value: TableCell, column: TableColumn | undefined, zone: string): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (column?.kind === 'time') return formatMoment(value, 'second', zone);
  return formatNumber(value, { decimals: column?.decimals });
}

function Rows({ table: { columns, rows, more }, zone }: { table: DataTable; zone: string }) {
  const t = useT();
  // Rows have no id. The line number is the key.
  const lines = rows.slice(0, SHOWN_ROWS).map((cells, line) => ({ cells, line }));
  const shown = columns.map((column, index): Column<(typeof lines)[number]> => {
    const read = ({ cells }: (typeof lines)[number]) => cells[index] ?? null;
    return {
      id: column.title,
      title: column.title,
      width: WIDTHS[column.kind],
      figures: column.kind === 'number',
      value: read,
      cell: (row) => cellWords(read(row), column, zone),
    };
  });
  return (
    <>
      <RowsTable
        short
        narrow="scroll"
        label={t('look.data')}
        rows={lines}
        columns={shown}
        rowKey={({ line }) => line}
      />
      <p className="wd-data-foot">
        {rows.length > SHOWN_ROWS
          ? t('look.dataFirst', { shown: SHOWN_ROWS, count: formatNumber(rows.length) })
          : t('look.dataRows', { count: formatNumber(rows.length) })}{' '}
        {more && t('look.dataMore')} {t('look.zone', { zone })}
      </p>
    </>
  );
}

function Data({ one, onClose }: { one: ShownWidget; onClose(): void }) {
  const t = useT();
  const { moment } = useBoardSession();
  const { zone } = moment;
  const name = useWidgetName()(one);
  const { tables, isLoading } = useTables(one, name);
  const [chosen, setChosen] = useState(0);
  const [saving, setSaving] = useState<Format | null>(null);
  const table = tables[Math.min(chosen, tables.length - 1)];
  const save = async (format: Format) => {
    if (!table) return;
    setSaving(format);
    try {
      const exported = format === 'csv' ? [table] : tables;
      const sent = exported.map(({ title, columns, rows }) => ({ title, columns, rows }));
      const file = await call('boardTable', { body: { format, zone, tables: sent } });
      if (file instanceof Blob) saveFile(file, `${format === 'csv' ? table.title : name}.${format}`);
    } catch {
      // The error was already shown.
    } finally {
      setSaving(null);
    }
  };
  const button = (format: Format, label: string) => (
    <Button
      key={format}
      icon={<Icon name="download" size={16} />}
      disabled={!table || isLoading}
      loading={saving === format}
      onClick={() => void save(format)}
    >
      {label}
    </Button>
  );
  return (
    <Modal
      open
      width={840}
      title={t('look.dataOf', { name })}
      onCancel={onClose}
      footer={[button('csv', 'CSV'), button('xlsx', 'Excel')]}
    >
      {tables.length > 1 && (
        <Segmented
          className="wd-data-tabs"
          value={Math.min(chosen, tables.length - 1)}
          onChange={setChosen}
          options={tables.map(({ title }, value) => ({ value, label: title }))}
        />
      )}
      {isLoading ? (
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      ) : table ? (
        <Rows table={table} zone={zone} />
      ) : (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('look.dataNone')} />
      )}
    </Modal>
  );
}

/** Shows the figures behind a widget as a table and as files. */
export default function DataDialog({ id, onClose }: Props) {
  const { shown } = useBoardSession();
  const shownWidget = shown.find(({ widget }) => widget.id === id);
  return shownWidget ? <Data one={shownWidget} onClose={onClose} /> : null;
}
