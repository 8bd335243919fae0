/** Reads recordings as one stream of messages in chronological order. */

import { AppError, answerError } from '../../platform/errors/errors.ts';
import type { TelemetryVariable } from '../../sites/telemetry/types.ts';
import type { Recording } from '../csv/choose.ts';
import type { MappedColumn } from '../csv/mapping.ts';
import { expandFile, type FilePlan, planFile, type ReadCell, readLine } from '../csv/read/convert.ts';
import { surveyCsv } from '../csv/read/detectFormat.ts';
import { openCsv } from '../csv/read/rows.ts';
import { CommandError } from '../http/command.ts';
import { currentLang, say } from '../http/commandOutput.ts';
import { applyShift } from './shift.ts';

export interface Message {
  ts: number;
  values: Record<string, number | string>;
}

/** A recording with the device that plays it. */
export interface Track {
  recording: Recording;
  token: string;
  zone: string;
  /** Number of whole days by which the times are moved. */
  days: number;
}

export interface Extent {
  first: number;
  last: number;
  rows: number;
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

type Target = Pick<TelemetryVariable, 'code' | 'dataType'>;
type Plan = FilePlan<Target>;

/** Groups cells by their times into messages of a device. Empty cells are left out. */
function readMessages(cells: readonly ReadCell<Target>[]): Message[] {
  const messages = new Map<number, Message>();
  for (const { ts, text, target } of cells) {
    if (text === null) continue;
    const message = messages.get(ts) ?? { ts, values: {} };
    messages.set(ts, message);
    const isNumber = NUMBER.test(text) && target.dataType !== 'text';
    message.values[target.code] = isNumber ? Number(text) : text;
  }
  return [...messages.values()];
}

async function planRecording({ path, name, file }: Recording, zone: string) {
  try {
    const survey = await surveyCsv(path, file);
    const targetOf = ({ code, dataType = 'number' }: MappedColumn): Target => ({ code, dataType });
    const plan: Plan = planFile(expandFile(file, survey), survey, zone, targetOf);
    return { survey, plan };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const reason = answerError(error, currentLang()).body.msg;
    throw new CommandError(say('notUnderstood', { name, reason }));
  }
}

/** Returns the messages of one file with their recorded times. Unreadable lines are left out. */
export async function* readRecording(recording: Recording, zone: string): AsyncGenerator<Message> {
  const { survey, plan } = await planRecording(recording, zone);
  const now = Date.now();
  const after = new Map<string, number>();
  for await (const row of openCsv(recording.path, survey).rows) {
    if ('broken' in row || row.line < plan.dataLine) continue;
    const { ts, series, cells } = readLine(row, plan, now, (of) => after.get(of));
    if (ts !== null) after.set(series, ts);
    yield* readMessages(cells);
  }
}

export async function measureRecording(recording: Recording, zone: string): Promise<Extent | null> {
  let extent: Extent | null = null;
  for await (const { ts } of readRecording(recording, zone)) {
    extent ??= { first: ts, last: ts, rows: 0 };
    extent.first = Math.min(extent.first, ts);
    extent.last = Math.max(extent.last, ts);
    extent.rows += 1;
  }
  return extent;
}

/** Plays a moved recording up to the present time. Its later values are in the future. */
async function* playTrack({ recording, zone, days }: Track, from: number): AsyncGenerator<Message> {
  for await (const { ts, values } of readRecording(recording, zone)) {
    const moved = applyShift(ts, days, zone);
    if (days !== 0 && moved > Date.now()) return;
    if (moved >= from && Object.keys(values).length > 0) yield { ts: moved, values };
  }
}

/** Merges all tracks in the order of time. Reads each track only as far as needed. */
export async function* mergeTracks(
  tracks: readonly Track[],
  from: number,
): AsyncGenerator<{ track: Track; message: Message }> {
  const heads = await Promise.all(
    tracks.map(async (track) => {
      const messages = playTrack(track, from);
      return { track, messages, next: await messages.next() };
    }),
  );
  for (;;) {
    const open = heads.filter(({ next }) => !next.done);
    if (open.length === 0) return;
    const head = open.reduce((a, b) => ((b.next.value as Message).ts < (a.next.value as Message).ts ? b : a));
    yield { track: head.track, message: head.next.value as Message };
    head.next = await head.messages.next();
  }
}
