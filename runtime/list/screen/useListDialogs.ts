import { useCallback, useState } from 'react';
import type { DocumentDefinition, Transition } from '../../../generated/definition.ts';
import type { ListRecord } from '../../record/calls/useRecords.ts';
import type { StationTool } from '../../record/dialog/entityExtras.ts';
import type { SelectedRecords } from '../../record/query/query.ts';
import type { ExportQuery } from '../excel/ExportDialog.tsx';

/** The dialogs over the list. Each is opened for itself: a form that is being filled in stays below what comes next. */
interface Opened {
  /** A record that is changed, or a new one. */
  record: ListRecord | 'new' | null;
  printing: SelectedRecords | null;
  /** The sheet of labels of what is picked. */
  labels: { document: DocumentDefinition; selection: SelectedRecords; count: number } | null;
  /** The list in a calendar of one’s own. */
  subscribing: boolean;
  importing: boolean;
  exporting: { query: ExportQuery; count: number } | null;
  /** A move, of one record or of those that are picked, that asks something first. */
  moving: { transition: Transition; record: ListRecord | null } | null;
  /** The question who is to own what is picked. */
  giving: 'handover' | 'share' | null;
  /** A tool for all records of the station. */
  stationTool: StationTool | null;
  /** The question why something is not allowed. */
  wondering: boolean;
}

const CLOSED: Opened = {
  record: null,
  printing: null,
  labels: null,
  subscribing: false,
  importing: false,
  exporting: null,
  moving: null,
  giving: null,
  stationTool: null,
  wondering: false,
};

export function useListDialogs() {
  const [opened, setOpened] = useState(CLOSED);
  const open = useCallback((part: Partial<Opened>) => setOpened((now) => ({ ...now, ...part })), []);
  const close = useCallback(
    (name: keyof Opened) => setOpened((now) => ({ ...now, [name]: CLOSED[name] })),
    [],
  );
  const edit = useCallback((record: ListRecord | 'new') => open({ record }), [open]);
  const move = useCallback(
    (record: ListRecord | null, transition: Transition) => open({ moving: { transition, record } }),
    [open],
  );
  return { opened, open, close, edit, move };
}

export type ListDialogState = ReturnType<typeof useListDialogs>;
