import { useState } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import { formatNumber } from '../../core/numbers/format.ts';
import type { Values } from '../../core/rules/rule.ts';
import { call } from '../../kit/api/client.ts';
import { notify } from '../../kit/api/notices.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { useDangerAsk } from '../../kit/overlay/useDangerAsk.ts';
import { refreshRecords } from '../../record/calls/useRecords.ts';
import type { SelectedRecords } from '../../record/query/query.ts';
import { useExpected } from './useExpected.ts';
import { useGivingMany } from './useGivingMany.ts';
import { useMoveMany } from './useMoveMany.ts';
import type { Selection } from './useSelection.ts';

interface Work {
  selection: SelectedRecords;
  count: number;
}

/**
 * Changes and deletes many records in one request. The request contains their number, so that no unseen record is
 * changed.
 */
export function useBulk(entity: Entity, selection: Selection) {
  const t = useT();
  const text = useText();
  const { perform, holder } = useExpected(entity);
  const danger = useDangerAsk();
  const move = useMoveMany(entity, selection, perform);
  const giving = useGivingMany(entity, selection, perform);
  const [editing, setEditing] = useState<Work | null>(null);
  const path = { entity: entity.name };
  const work = (): Work => ({ selection: selection.request, count: selection.count });
  const shown = (count: number) => formatNumber(count);

  async function done(message: 'list.bulkSaved' | 'list.bulkDeleted'): Promise<void> {
    notify({ kind: 'success', text: { text: t(message) } });
    selection.clear();
    await refreshRecords(entity);
  }

  /** Saves the values of the dialog. */
  async function save(values: Values): Promise<void> {
    if (!editing) return;
    const run = (expected: number) =>
      call(
        'recordBulkUpdate',
        { path, body: { selection: editing.selection, expected, values } },
        { quiet: true },
      );
    if (!(await perform(run, editing.count))) return;
    setEditing(null);
    await done('list.bulkSaved');
  }

  function remove(): void {
    const { selection: chosen, count } = work();
    const question = entity.deleteConfirm ? text(entity.deleteConfirm) : t('list.deleteConfirm');
    danger.ask({
      title: question,
      content: t('list.bulkDeleteText', { count: shown(count) }),
      okText: t('list.bulkDelete', { count: shown(count) }),
      async run() {
        const run = (expected: number) =>
          call('recordBulkDelete', { path, body: { selection: chosen, expected } }, { quiet: true });
        if (await perform(run, count)) await done('list.bulkDeleted');
      },
    });
  }

  return {
    editing,
    edit: () => setEditing(work()),
    cancel: () => setEditing(null),
    save,
    move,
    ...giving,
    remove,
    holder: (
      <>
        {holder}
        {/* In its own element, because all holders have the same key. */}
        <div>{danger.holder}</div>
      </>
    ),
  };
}

export type Bulk = ReturnType<typeof useBulk>;
