import { useCallback, useState } from 'react';
import type { ListRecord } from '../../record/calls/useRecords.ts';
import type { SelectedRecords } from '../../record/query/query.ts';
import type { ExportQuery } from '../excel/ExportDialog.tsx';

/** The dialogs over the list. Each is opened for itself: a form that is being filled in stays below what comes next. */
interface Opened {
  /** A record that is changed, or a new one. */
  record: ListRecord | 'new' | null;
  printing: SelectedRecords | null;
  importing: boolean;
  exporting: { query: ExportQuery; count: number } | null;
  /** The question why something is not allowed. */
  wondering: boolean;
}

const CLOSED: Opened = { record: null, printing: null, importing: false, exporting: null, wondering: false };

export function useListDialogs() {
  const [opened, setOpened] = useState(CLOSED);
  const open = useCallback((part: Partial<Opened>) => setOpened((now) => ({ ...now, ...part })), []);
  const close = useCallback(
    (name: keyof Opened) => setOpened((now) => ({ ...now, [name]: CLOSED[name] })),
    [],
  );
  const edit = useCallback((record: ListRecord | 'new') => open({ record }), [open]);
  return { opened, open, close, edit };
}

export type ListDialogState = ReturnType<typeof useListDialogs>;
