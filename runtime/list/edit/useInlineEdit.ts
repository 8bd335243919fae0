import { useCallback, useMemo, useRef, useState } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import { ApiError, call } from '../../kit/api/client.ts';
import { errorText } from '../../kit/api/errors.ts';
import { notify } from '../../kit/api/notices.ts';
import { useT } from '../../kit/i18n/index.ts';
import { type ListRecord, refreshRecords } from '../../record/calls/useRecords.ts';
import { listField } from '../../record/query/fields.ts';
import {
  type Drafts,
  draftsBody,
  draftsStale,
  isCellField,
  refuseDrafts,
  reloadDrafts,
  setDraft,
} from './drafts.ts';
import type { Move } from './EditCell.tsx';

interface Active {
  id: number;
  name: string;
  typing: boolean;
}

const CONFLICT = 409;
const NO_DRAFTS: Drafts = new Map();
/** The most that one call takes. */
export const MAX_ROWS = 200;

/** The records that came with a refusal, since somebody else saved them first. */
function currentRecords(error: unknown): ListRecord[] {
  if (!(error instanceof ApiError) || error.status !== CONFLICT) return [];
  const data = error.data as { records?: unknown } | unknown[] | null | undefined;
  const records = Array.isArray(data) ? data : data?.records;
  return Array.isArray(records) ? (records as ListRecord[]) : [];
}

function stepTo(
  [row, column]: [number, number],
  move: Move,
  rows: number,
  columns: number,
): [number, number] | null {
  const flat = row * columns + column;
  const at: [number, number] = {
    up: [row - 1, column],
    down: [row + 1, column],
    left: [row, column - 1],
    right: [row, column + 1],
    next: [Math.floor((flat + 1) / columns), (flat + 1) % columns],
    back: [Math.floor((flat - 1) / columns), (flat - 1 + columns) % columns],
  }[move] as [number, number];
  const inside = at[0] >= 0 && at[0] < rows && at[1] >= 0 && at[1] < columns;
  return inside ? at : null;
}

/** Changes in the list that are collected, marked, and saved or discarded together. */
export function useInlineEdit(entity: Entity, records: readonly ListRecord[], columns: readonly string[]) {
  const t = useT();
  const [on, setOn] = useState(false);
  const [drafts, setDrafts] = useState<Drafts>(NO_DRAFTS);
  const [active, setActive] = useState<Active | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  /** What stood in the cell when its control was opened. */
  const before = useRef<Drafts>(drafts);
  const cells = columns;
  const latest = useRef({ records, cells, active, drafts });
  latest.current = { records, cells, active, drafts };

  const onActivate = useCallback((id: number, name: string, typing: boolean) => {
    if (typing) before.current = latest.current.drafts;
    setActive({ id, name, typing });
  }, []);
  const onChange = useCallback(
    (record: ListRecord, name: string, value: unknown) =>
      setDrafts((now) => setDraft(now, now.get(record.id)?.base ?? record, name, value)),
    [],
  );
  const onMove = useCallback((move: Move) => {
    const { records: rows, cells: names, active: from } = latest.current;
    if (!from) return false;
    const row = rows.findIndex(({ id }) => id === from.id);
    const to = stepTo([row, names.indexOf(from.name)], move, rows.length, names.length);
    if (to) setActive({ id: rows[to[0]]!.id, name: names[to[1]]!, typing: false });
    return to !== null;
  }, []);
  const onFinish = useCallback(
    (keep: boolean, move?: Move) => {
      if (!keep) setDrafts(before.current);
      setActive((now) => now && { ...now, typing: false });
      if (move) onMove(move);
    },
    [onMove],
  );

  const discard = useCallback(() => {
    setDrafts(NO_DRAFTS);
    setFailure('');
  }, []);
  const start = () => {
    setOn(true);
    const name = cells.find((one) => isCellField(listField(entity, one))) ?? cells[0];
    const first = records[0];
    setActive(first && name ? { id: first.id, name, typing: false } : null);
  };
  const stop = () => {
    discard();
    setActive(null);
    setOn(false);
  };

  async function save(): Promise<void> {
    if (busy || drafts.size === 0) return;
    setBusy(true);
    setFailure('');
    try {
      await call(
        'recordBatch',
        { path: { entity: entity.name }, body: { records: draftsBody(drafts) } },
        { quiet: true },
      );
      setDrafts(NO_DRAFTS);
      notify({ kind: 'success', text: { text: t('common.saved') } });
      await refreshRecords(entity);
    } catch (error) {
      const theirs = currentRecords(error);
      const fields = error instanceof ApiError ? error.fields : [];
      setDrafts((now) => (theirs.length > 0 ? draftsStale(now, theirs) : refuseDrafts(now, fields)));
      const shown = errorText(error);
      if (theirs.length === 0)
        setFailure(
          shown === null ? t('form.saveFailed') : 'text' in shown ? shown.text : t(shown.key, shown.params),
        );
    } finally {
      setBusy(false);
    }
  }

  /** Rows that somebody else saved first: their latest state, with or without one's own changes upon it. */
  async function reload(keep: boolean): Promise<void> {
    setDrafts((now) => reloadDrafts(now, keep));
    await refreshRecords(entity);
  }

  const handlers = useMemo(
    () => ({ onActivate, onChange, onMove, onFinish }),
    [onActivate, onChange, onMove, onFinish],
  );
  return { on, drafts, active, busy, failure, handlers, start, stop, discard, save, reload };
}

export type InlineEdit = ReturnType<typeof useInlineEdit>;
