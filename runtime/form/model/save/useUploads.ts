/** Tracks the uploads of a form. Saving waits for running uploads and reports failed ones. */
import { useCallback, useMemo, useState } from 'react';
import { useT } from '../../../kit/i18n/index.ts';
import { type FieldError, ID_SEPARATOR } from '../problems.ts';

/** Numbers of a control's uploads: running, and failed but still shown. */
export interface UploadCount {
  running: number;
  failed: number;
}

/** The uploads of the whole form. `waiting`: the user has pressed save, and saving starts after the last upload. */
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

/** `prefix`: the common prefix of the control ids in the form. */
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
