/**
 * Uploads a large file in parts (tus 1.0). An upload continues after a network failure. After a reload it continues
 * when the user chooses the same file again.
 */
import { ApiError, sendBytes } from '../api/client.ts';
import { unwrap } from '../api/envelope.ts';
import { readLocal, removeLocal, writeLocal } from '../browser/storage.ts';
import { nextPartSize, PART_BYTES } from './partSize.ts';
import type { Pause } from './pause.ts';

const VERSION = { 'Tus-Resumable': '1.0.0' };
const BEGIN = '/admin/sys-file/parts';
const MAX_WAIT_MS = 30_000;
/** Statuses after which a retry may succeed. */
const LATER = new Set([408, 423, 500, 502, 503, 504]);
const [NOT_FOUND, CONFLICT, GONE] = [404, 409, 410];

/** The field for which a file is sent. */
export interface UploadPlace {
  entity: string;
  field: string;
}

export interface Sending {
  /** Bytes that the server has stored. */
  sent: number;
  /** True without network. The upload continues automatically. */
  isLost: boolean;
}

export interface SendOptions {
  signal: AbortSignal;
  pause: Pause;
  onProgress(sending: Sending): void;
}

const keyOf = ({ entity, field }: UploadPlace, { name, size, lastModified }: File): string =>
  `upload ${entity}.${field} ${size} ${lastModified} ${name}`;

const encode = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

const metadataOf = (place: UploadPlace, file: File): string =>
  Object.entries({ filename: file.name, ...place })
    .map(([name, value]) => `${name} ${encode(value)}`)
    .join(',');

async function failOf(response: Response): Promise<never> {
  const answer: unknown = await response.json().catch(() => null);
  unwrap(answer, response.status, false);
  throw new ApiError({ failure: 'answer', status: response.status });
}

const isLost = (error: unknown): boolean =>
  error instanceof ApiError && (error.failure === 'connection' || error.failure === 'timeout');

/** Waits for a delay, or until the browser is online again. */
const waitForNetwork = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      done();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
    signal.addEventListener('abort', end);
  });

interface Known {
  offset: number;
  /** The address of the stored file. Null while parts are missing. */
  file: string | null;
}

const readKnown = ({ headers }: Response): Known => ({
  offset: Number(headers.get('upload-offset')),
  file: headers.get('upload-file'),
});

/** Returns the number of stored bytes. Null if the server no longer has the upload. */
async function requestOffset(address: string, signal: AbortSignal): Promise<Known | null> {
  const response = await sendBytes(address, { method: 'HEAD', headers: VERSION, signal });
  if (response.status === NOT_FOUND || response.status === GONE) return null;
  return response.ok ? readKnown(response) : failOf(response);
}

async function begin(place: UploadPlace, file: File, signal: AbortSignal): Promise<string> {
  const headers = {
    ...VERSION,
    'Upload-Length': String(file.size),
    'Upload-Metadata': metadataOf(place, file),
  };
  const response = await sendBytes(BEGIN, { method: 'POST', headers, signal });
  return response.headers.get('location') ?? failOf(response);
}

/** Sends parts until the file is stored, or until a request fails. */
async function sendRest(
  address: string,
  file: File,
  from: Known,
  signal: AbortSignal,
  onProgress: (sent: number) => void,
): Promise<string> {
  let known = from;
  let size = PART_BYTES;
  while (known.file === null) {
    onProgress(known.offset);
    const began = performance.now();
    const response = await sendBytes(address, {
      method: 'PATCH',
      headers: {
        ...VERSION,
        'Content-Type': 'application/offset+octet-stream',
        'Upload-Offset': String(known.offset),
      },
      body: file.slice(known.offset, known.offset + size),
      signal,
    });
    if (!response.ok && response.status !== CONFLICT) return failOf(response);
    size = nextPartSize(size, performance.now() - began);
    known = readKnown(response);
  }
  onProgress(file.size);
  return known.file;
}

/** Uploads a file, and returns its stored address. */
export async function sendParts(
  place: UploadPlace,
  file: File,
  { signal, pause, onProgress }: SendOptions,
): Promise<string> {
  const key = keyOf(place, file);
  let sent = 0;
  for (let failures = 0; ; ) {
    await pause.resumed();
    signal.throwIfAborted();
    const stop = AbortSignal.any([signal, pause.next()]);
    try {
      const stored = readLocal(key);
      const known = stored === null ? null : await requestOffset(stored, stop);
      const address = known && stored !== null ? stored : await begin(place, file, stop);
      writeLocal(key, address);
      const value = await sendRest(address, file, known ?? { offset: 0, file: null }, stop, (bytes) => {
        if (bytes > sent) failures = 0;
        sent = bytes;
        onProgress({ sent, isLost: false });
      });
      removeLocal(key);
      return value;
    } catch (error) {
      if (signal.aborted) throw error;
      if (stop.aborted) continue;
      const isLater = isLost(error) || (error instanceof ApiError && LATER.has(error.status ?? 0));
      if (!isLater) throw error;
      onProgress({ sent, isLost: true });
      failures += 1;
      await waitForNetwork(Math.min(1_000 * 2 ** failures, MAX_WAIT_MS), stop);
    }
  }
}

/** Cancels an upload and deletes its parts on the server. */
export async function cancelParts(place: UploadPlace, file: File): Promise<void> {
  const key = keyOf(place, file);
  const address = readLocal(key);
  if (address === null) return;
  removeLocal(key);
  await sendBytes(address, { method: 'DELETE', headers: VERSION });
}
