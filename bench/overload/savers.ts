/**
 * Requests the document of a public link with sixteen callers at a time, each in another time zone. It closes half of
 * the connections at once. The parent process sends the link and the stop signal.
 */
import { setTimeout as sleep } from 'node:timers/promises';

export interface Saving {
  url: string;
  token: string;
}

export interface Saved {
  made: number;
  refused: number;
  left: number;
}

const AT_ONCE = 16;
const PAUSE_MS = 50;
const ZONES = Intl.supportedValuesOf('timeZone');

let over = false;

async function saveOne({ url, token }: Saving, at: number, saved: Saved): Promise<void> {
  const response = await fetch(`${url}/public/record/${token}/document`, {
    headers: { 'x-time-zone': ZONES[at % ZONES.length]! },
    signal: at % 2 === 0 ? AbortSignal.timeout(PAUSE_MS) : null,
  }).catch(() => null);
  if (!response) saved.left += 1;
  else if (response.status === 200) saved.made += 1;
  else saved.refused += 1;
  await response?.arrayBuffer().catch(() => {});
}

async function save(saving: Saving): Promise<Saved> {
  const saved: Saved = { made: 0, refused: 0, left: 0 };
  let at = 0;
  const saver = async (): Promise<void> => {
    while (!over) {
      at += 1;
      await saveOne(saving, at, saved);
      await sleep(PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, saver));
  return saved;
}

process.on('message', async (message: Saving | 'stop') => {
  if (message === 'stop') over = true;
  else process.send?.(await save(message));
});
