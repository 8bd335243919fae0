import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { fileValue } from '../../../core/fileValue.ts';
import { ApiError, call } from '../../../kit/api/client.ts';
import { useT } from '../../../kit/i18n/index.ts';
import type { UploadCount } from '../../model/save/useUploads.ts';
import type { LargeProgress } from './followLarge.ts';
import { goesInParts, type LargeField, MAX_FILES, type UploadKind, uploadProblem } from './uploadRules.ts';

/** A file that is being uploaded, or whose upload failed. */
export interface Pending {
  key: number;
  name: string;
  problem?: string;
  /** The progress of a large file. */
  large?: LargeProgress;
}

/** The controls of an upload, and the callbacks for its result. */
interface Way {
  signal: AbortSignal;
  onProgress(progress: LargeProgress): void;
}

/** Sends a large file in parts. If the user cancels, the server deletes the received parts. */
async function storeLarge(file: File, large: LargeField, { signal, onProgress }: Way): Promise<string> {
  const [{ sendParts, cancelParts }, { followLarge }] = await Promise.all([
    import('../../../kit/files/sendParts.ts'),
    import('./followLarge.ts'),
  ]);
  try {
    return fileValue(await sendParts(large, file, followLarge(file, signal, onProgress)), file.name);
  } catch (error) {
    if (signal.reason === STOPPED) await cancelParts(large, file).catch(() => {});
    throw error;
  }
}

/** Abort reason of a cancelled upload. Leaving the form is no cancellation: the upload can continue later. */
const STOPPED = 'stopped';

async function storeFile(
  file: File,
  kind: UploadKind,
  isNamed: boolean,
  signal: AbortSignal,
): Promise<string> {
  const body = new FormData();
  body.append('file', file, file.name);
  const input = { query: kind === 'image' ? { type: 'picture' as const } : {}, body };
  const address = await call('uploadRetrunUrl', input, { quiet: true, signal });
  return isNamed ? fileValue(address, file.name) : address;
}

/** Stores a file. Without network, the file is stored on the device and sent together with its form. */
async function uploadOrQueue(
  file: File,
  { kind, offline, isPhoto, large }: Input,
  way: Way,
): Promise<string> {
  const { signal } = way;
  try {
    if (goesInParts(file, large)) return await storeLarge(file, large, way);
    return await storeFile(file, kind, kind === 'file' || (offline && isPhoto), signal);
  } catch (error) {
    const isLost =
      error instanceof ApiError && (error.failure === 'connection' || error.failure === 'timeout');
    if (!offline || kind !== 'image' || !isLost) throw error;
    const { keepFile } = await import('../../../kit/outbox/outbox.ts');
    return keepFile(file);
  }
}

/** Shrinks a picture, and adds time and place to the name of a photo. */
async function prepared(file: File, { kind, offline, isPhoto }: Input): Promise<File> {
  if (kind !== 'image') return file;
  const [{ shrinkPicture }, { stampPhoto }] = await Promise.all([
    import('./shrinkPicture.ts'),
    import('./stampPhoto.ts'),
  ]);
  const small = await shrinkPicture(file);
  return offline && isPhoto ? stampPhoto(small) : small;
}

interface Input {
  kind: UploadKind;
  /** True if the form also works offline. */
  offline: boolean;
  /** True for photographs, false for signatures. */
  isPhoto: boolean;
  /** The field, if it takes large files. */
  large: LargeField | null;
  /** The maximum number of files. */
  limit: number;
  stored: readonly string[];
  onStored(values: string[]): void;
  /** Reports the numbers of running and of failed uploads. */
  onCount(count: UploadCount): void;
}

let nextKey = 0;

/**
 * Validates and uploads files one after the other (V044–V049). Failed uploads remain visible until the user removes
 * them.
 */
export function useUpload(input: Input) {
  const { kind, limit, stored, onStored, onCount } = input;
  const t = useT();
  const [pending, setPending] = useState<readonly Pending[]>([]);
  const latest = useRef(stored);
  latest.current = stored;
  // The row of a table may move during the upload, so the latest callback is used.
  const write = useRef(onStored);
  write.current = onStored;
  const stops = useRef(new Map<number, AbortController>());
  const failed = pending.filter(({ problem }) => problem !== undefined).length;
  const running = pending.length - failed;
  // Runs before paint, so that leaving the form asks for confirmation from that moment.
  useLayoutEffect(() => onCount({ running, failed }), [onCount, running, failed]);
  useEffect(() => {
    const open = stops.current;
    return () => {
      for (const stop of open.values()) stop.abort();
    };
  }, []);

  const replace = (entry: Pending) =>
    setPending((list) => list.map((pending) => (pending.key === entry.key ? entry : pending)));
  /** Cancels a running upload, or removes a failed one. */
  const dismiss = (key: number) => {
    stops.current.get(key)?.abort(STOPPED);
    setPending((list) => list.filter((pending) => pending.key !== key));
  };

  async function add(files: readonly File[]): Promise<void> {
    const entries = files.map((file) => ({ file, entry: { key: nextKey++, name: file.name } }));
    setPending((list) => [
      ...list.filter(({ problem }) => problem === undefined),
      ...entries.map(({ entry }) => entry),
    ]);
    for (const { entry } of entries) stops.current.set(entry.key, new AbortController());
    for (const { file: chosen, entry } of entries) {
      const { signal } = stops.current.get(entry.key)!;
      if (signal.aborted) continue;
      if (limit > 1 && latest.current.length >= limit) {
        replace({ ...entry, problem: t('form.fileTooMany', { limit }) });
        continue;
      }
      const file = await prepared(chosen, input);
      const broken = await uploadProblem(file, kind, input.large?.megabytes);
      if (broken) {
        replace({ ...entry, problem: t(broken.key, broken.params) });
        continue;
      }
      try {
        const value = await uploadOrQueue(file, input, {
          signal,
          onProgress: (large) => replace({ ...entry, large }),
        });
        latest.current = limit > 1 ? [...latest.current, value] : [value];
        write.current([...latest.current]);
        dismiss(entry.key);
      } catch {
        if (!signal.aborted) replace({ ...entry, problem: t('form.uploadFailed', { name: file.name }) });
      }
    }
  }

  return { pending, add, dismiss };
}

export function filesLimit(maxItems: number | undefined): number {
  return Math.min(maxItems ?? MAX_FILES, MAX_FILES);
}
