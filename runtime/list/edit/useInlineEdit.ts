import { useMemo, useRef, useState } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import { ApiError, call } from '../../kit/api/client.ts';
import { failureWords } from '../../kit/api/failure.ts';
import { notify } from '../../kit/api/notices.ts';
import { useT } from '../../kit/i18n/index.ts';
import { type ListRecord, refreshRecords } from '../../record/calls/useRecords.ts';
import { draftsBody } from './drafts.ts';
import type { EditHandlers } from './EditCell.tsx';
import {
  activateCell,
  cellBeside,
  changeCell,
  discardEdits,
  EDIT_OFF,
  finishCell,
  refuseEdits,
  reloadEdits,
  startEdit,
} from './editState.ts';

const CONFLICT = 409;
/** Maximum number of rows in one call. */
export const MAX_ROWS = 200;

/** Returns the current records of a conflict response. */
function currentRecords(error: unknown): ListRecord[] {
  if (!(error instanceof ApiError) || error.status !== CONFLICT) return [];
  const data = error.data as { records?: unknown } | unknown[] | null | undefined;
  const records = Array.isArray(data) ? data : data?.records;
  return Array.isArray(records) ? (records as ListRecord[]) : [];
}

/** Collects changes in the list, which are saved or discarded together. */
export function useInlineEdit(entity: Entity, records: readonly ListRecord[], columns: readonly string[]) {
  const t = useT();
  const [state, setState] = useState(EDIT_OFF);
  const { on, drafts, active, busy, failure } = state;
  const sheet = { records, columns };
  const latest = useRef({ sheet, active });
  latest.current = { sheet, active };

  const handlers = useMemo<EditHandlers>(() => {
    const onMove: EditHandlers['onMove'] = (move) => {
      const to = cellBeside(latest.current.active, latest.current.sheet, move);
      if (to) setState((now) => activateCell(now, to));
      return to !== null;
    };
    return {
      onActivate: (id, name, typing) => setState((now) => activateCell(now, { id, name, typing })),
      onChange: (record, name, value) => setState((now) => changeCell(now, record, name, value)),
      onMove,
      onFinish(keep, move) {
        setState((now) => finishCell(now, keep));
        if (move) onMove(move);
      },
    };
  }, []);

  async function save(): Promise<void> {
    if (busy || drafts.size === 0) return;
    setState((now) => ({ ...now, busy: true, failure: '' }));
    try {
      const body = { records: draftsBody(drafts) };
      await call('recordBatch', { path: { entity: entity.name }, body }, { quiet: true });
      setState(discardEdits);
      notify({ kind: 'success', text: { text: t('common.saved') } });
      await refreshRecords(entity);
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : [];
      const failure = failureWords(error, t, t('form.saveFailed'));
      const refusal = { theirs: currentRecords(error), fields, failure };
      setState((now) => refuseEdits(now, refusal));
    } finally {
      setState((now) => ({ ...now, busy: false }));
    }
  }
  async function reload(keep: boolean): Promise<void> {
    setState((now) => reloadEdits(now, keep));
    await refreshRecords(entity);
  }

  return {
    ...{ on, drafts, active, busy, failure, handlers, save, reload },
    start: () => setState((now) => startEdit(now, entity, sheet)),
    stop: () => setState((now) => ({ ...discardEdits(now), active: null, on: false })),
    discard: () => setState(discardEdits),
  };
}

export type InlineEdit = ReturnType<typeof useInlineEdit>;
