import { useCallback, useState } from 'react';
import type { DocumentDefinition, Transition } from '../../../generated/definition.ts';
import type { ListRecord } from '../../record/calls/useRecords.ts';
import type { StationTool } from '../../record/dialog/entityExtras.ts';
import type { SelectedRecords } from '../../record/query/query.ts';
import type { ExportQuery } from '../excel/ExportDialog.tsx';

/** The overlays of the list. Each opens separately, so that a form with input remains open below another dialog. */
interface Opened {
  /** The edited record, or a new one. */
  record: ListRecord | 'new' | null;
  printing: SelectedRecords | null;
  /** The documents of the selected records. */
  documents: { documents: readonly DocumentDefinition[]; selection: SelectedRecords; count: number } | null;
  /** The label sheet of the selected records. */
  labels: { document: DocumentDefinition; selection: SelectedRecords; count: number } | null;
  /** The dialog for a calendar subscription. */
  subscribing: boolean;
  importing: boolean;
  exporting: { query: ExportQuery; count: number } | null;
  /** A transition with input, of one record or of the selected ones. */
  moving: { transition: Transition; record: ListRecord | null } | null;
  /** The dialog for the new owner of the selected records, or for sharing. */
  giving: 'handover' | 'share' | null;
  /** A tool for all records of the station. */
  stationTool: StationTool | null;
  /** The dialog that explains a missing permission. */
  wondering: boolean;
}

const CLOSED: Opened = {
  record: null,
  printing: null,
  documents: null,
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
