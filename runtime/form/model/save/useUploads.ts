/** Tracks uploads into the fields of a form. Saving waits for them and reports the failed ones. */
import { useCallback, useMemo, useState } from 'react';
import { useT } from '../../../kit/i18n/index.ts';
import { type FieldError, ID_SEPARATOR } from '../problems.ts';

/** The uploads of a control: the running ones, and the failed ones that are still shown. */
export interface UploadCount {
  running: number;
  failed: number;
}

/**
 * The uploads of the whole form. `waiting` means that the user has pressed save, and that saving follows the last file.
 */
export interface UploadState {
  running: number;
  waiting: boolean;
}

export const NO_UPLOADS: UploadState = { running: 0, waiting: false };

type Counts = Readonly<Record<string, UploadCount>>;
const NO_COUNTS: Counts = {};

function putCounts(counts: Counts, id: string, count: UploadCount): Counts {
  const { [id]: before, ...others } = counts;
  if (count.running + count.failed === 0) return before ? others : counts;
  return { ...others, [id]: count };
}

/** `prefix` is what the ids of the form's controls begin with. */
export function useUploads(prefix: string) {
  const t = useT();
  const [counts, setCounts] = useState(NO_COUNTS);
  const report = useCallback(
    (id: string, count: UploadCount) => setCounts((counts) => putCounts(counts, id, count)),
    [],
  );
  const running = Object.values(counts).reduce((sum, count) => sum + count.running, 0);
  const errors = useMemo<FieldError[]>(
    () =>
      Object.entries(counts)
        .filter(([, { failed }]) => failed > 0)
        .map(([id]) => ({
          path: id.slice(prefix.length + 1).split(ID_SEPARATOR),
          message: t('form.uploadMissing'),
        })),
    [counts, prefix, t],
  );
  return { report, running, errors };
}
