import { Button, Empty, Modal, Skeleton } from 'antd';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { EMPTY_VALUE, formatNumber, formatQuantity } from '../../core/numbers/format.ts';
import { call } from '../../kit/api/client.ts';
import { saveFile } from '../../kit/browser/saveFile.ts';
import { useT } from '../../kit/i18n/index.ts';
import { Facts } from '../../kit/parts/Facts.tsx';
import { RowsTable } from '../../kit/table/RowsTable.tsx';
import { Icon } from '../../kit/theme/Icon.tsx';
import { useWidgetName } from '../frame/WidgetView.tsx';
import type { ShownWidget } from '../live/useBoardData.ts';
import { useHiddenWidgets } from '../live/useWidget.ts';
import { useBoardSession } from '../session/boardSession.ts';
import texts from './texts.json';
import './export.css';
import { useMoment, useNames, usePeriod } from './useAbout.ts';
import { useTables } from './useTables.ts';
import { completeness, type SheetTable, workbookTables } from './workbook.ts';

type Collected = ReadonlyMap<string, readonly SheetTable[]>;

/** Collects the tables of one widget after they are loaded. It renders nothing. */
function Collect({ one, onTables }: { one: ShownWidget; onTables(id: string, tables: SheetTable[]): void }) {
  const { tables, isLoading, time } = useTables(one, useWidgetName()(one));
  const { id } = one.widget;
  useEffect(() => {
    if (!isLoading)
      onTables(
        id,
        tables.map((table) => ({ table, time })),
      );
  }, [id, tables, time, isLoading, onTables]);
  return null;
}

/** Returns the facts for the first sheet as [name, value]: station, board, period and time. */
function useFacts(): (readonly [string, string])[] {
  const t = useT(texts);
  const { moment } = useBoardSession();
  const [station, board] = useNames();
  const period = usePeriod();
  return [
    [t('workbook.station'), station],
    [t('workbook.board'), board],
    ...(moment.range ? [[t('workbook.period'), period] as const] : []),
    [t('workbook.asOf'), useMoment()],
  ];
}

function useSaving(facts: readonly (readonly [string, string])[], tables: readonly SheetTable[]) {
  const t = useT(texts);
  const { moment } = useBoardSession();
  const names = useNames();
  const [isSaving, setIsSaving] = useState(false);
  const save = async () => {
    const words = {
      ...{ about: t('workbook.about'), item: t('workbook.item'), content: t('workbook.content') },
      period: t('workbook.period'),
      ...{ rows: t('workbook.rows'), complete: t('workbook.complete') },
    };
    setIsSaving(true);
    try {
      const sent = workbookTables(facts, tables, words).map(({ title, columns, rows }) => ({
        ...{ title, columns, rows },
      }));
      const file = await call('boardTable', { body: { format: 'xlsx', zone: moment.zone, tables: sent } });
      if (file instanceof Blob) saveFile(file, `${names.join(' ')}.xlsx`);
    } catch {
      // The error was already shown.
    } finally {
      setIsSaving(false);
    }
  };
  return { isSaving, save };
}

function Sheets({ tables }: { tables: readonly SheetTable[] }) {
  const t = useT(texts);
  return (
    <RowsTable
      short
      narrow="scroll"
      label={t('workbook.sheets')}
      rows={tables.map((sheet, at) => ({ ...sheet, at }))}
      rowKey={({ at }) => at}
      columns={[
        { id: 'sheet', title: t('workbook.sheet'), wide: true, cell: ({ table }) => table.title },
        {
          id: 'period',
          title: t('workbook.period'),
          width: 136,
          cell: ({ time }) => time ?? EMPTY_VALUE,
        },
        {
          ...{ id: 'rows', title: t('workbook.rows'), width: 96, figures: true },
          cell: ({ table }) => formatNumber(table.rows.length),
        },
        {
          ...{ id: 'complete', title: t('workbook.complete'), width: 112, figures: true },
          cell({ table }) {
            const share = completeness(table);
            return formatQuantity(share === null ? null : share * 100, '%', { decimals: 1 });
          },
        },
      ]}
    />
  );
}

/** Saves the figures behind all widgets of a board as one workbook. */
export default function WorkbookDialog({ onClose }: { onClose(): void }) {
  const t = useT(texts);
  const { shown, scheduler, moment, watchAll } = useBoardSession();
  const hidden = useHiddenWidgets(scheduler, shown, moment);
  const [collected, setCollected] = useState<Collected>(new Map());
  const onTables = useCallback(
    (id: string, tables: SheetTable[]) => setCollected((before) => new Map(before).set(id, tables)),
    [],
  );
  useEffect(() => {
    watchAll(true);
    return () => watchAll(false);
  }, [watchAll]);
  const chosen = shown.filter(({ widget, resolved }) => resolved.state === 'ready' && !hidden.has(widget.id));
  const isLoading = chosen.some(({ widget: { id } }) => !collected.has(id));
  const tables = useMemo(
    () => shown.flatMap(({ widget: { id } }) => collected.get(id) ?? []),
    [shown, collected],
  );
  const facts = useFacts();
  const { isSaving, save } = useSaving(facts, tables);
  return (
    <Modal
      open
      width={720}
      title={t('workbook.title')}
      onCancel={onClose}
      footer={
        <Button
          type="primary"
          icon={<Icon name="download" size={16} />}
          disabled={isLoading || tables.length === 0}
          loading={isSaving}
          onClick={() => void save()}
        >
          Excel
        </Button>
      }
    >
      {chosen.map((one) => (
        <Collect key={one.widget.id} one={one} onTables={onTables} />
      ))}
      <div className="wd-book-facts">
        <Facts facts={facts.map(([label, value]) => ({ label, value }))} />
      </div>
      {isLoading ? (
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      ) : tables.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('workbook.none')} />
      ) : (
        <Sheets tables={tables} />
      )}
    </Modal>
  );
}
