/** Sends messages to the HTTP endpoint of devices, with retries until the server has stored them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from '../http/command.ts';
import { currentLang, say } from '../http/commandOutput.ts';
import type { Message, Track } from './source.ts';

export interface Tally {
  accepted: number;
  rejected: number;
  /** The first few rejections, for the user of the command. */
  examples: string[];
}

const MESSAGES = 500;
const GIVE_UP_MS = 5 * 60_000;
const RETRY_MS = 1_000;
const EXAMPLES = 5;

async function postMessage(
  url: string,
  track: Track,
  messages: readonly Message[],
  tally: Tally,
): Promise<boolean> {
  const response = await fetch(`${url}/api/v1/${encodeURIComponent(track.token)}/telemetry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': currentLang() },
    body: JSON.stringify(messages),
  }).catch(() => null);
  if (!response || response.status === 429 || response.status >= 500) {
    await response?.body?.cancel();
    await sleep(Number(response?.headers.get('retry-after') ?? 1) * RETRY_MS);
    return false;
  }
  const { msg, data } = (await response.json()) as {
    msg: string;
    data: { accepted: number; rejected: { key: string; msg: string }[] };
  };
  if (!response.ok) throw new CommandError(`${track.recording.name}: ${msg}`);
  tally.accepted += data.accepted;
  tally.rejected += data.rejected.length;
  for (const { key, msg: reason } of data.rejected) {
    if (tally.examples.length < EXAMPLES) tally.examples.push(`${track.recording.name} ${key}: ${reason}`);
  }
  return true;
}

/** Sends messages of one device. Resolves when they are stored. If the server is unavailable, retries for minutes. */
async function sendTrack(
  url: string,
  track: Track,
  messages: readonly Message[],
  tally: Tally,
): Promise<void> {
  for (let start = 0; start < messages.length; start += MESSAGES) {
    const part = messages.slice(start, start + MESSAGES);
    const end = Date.now() + GIVE_UP_MS;
    while (!(await postMessage(url, track, part, tally))) {
      if (Date.now() > end) throw new CommandError(say('replayNotTaken', { url }));
    }
  }
}

export async function sendBatch(
  url: string,
  batch: readonly { track: Track; message: Message }[],
  tally: Tally,
): Promise<void> {
  const byTrack = Map.groupBy(batch, ({ track }) => track);
  await Promise.all(
    [...byTrack].map(([track, ofTrack]) =>
      sendTrack(
        url,
        track,
        ofTrack.map(({ message }) => message),
        tally,
      ),
    ),
  );
}
