/** Recordings as one stream of messages in time order. */
import { time_parse } from '../../../runtime/core/timeWindow.ts';
import type { Recording } from '../csv/choose.ts';
import type { MappedFile } from '../csv/mapping.ts';
import { csv_open } from '../csv/rows.ts';
import { CommandError } from '../http/command.ts';
import { shift_apply } from './shift.ts';

export interface Message {
  ts: number;
  values: Record<string, number | string>;
}

/** A recording with the device that plays it. */
export interface Track {
  recording: Recording;
  token: string;
  zone: string;
  /** Whole days by which its times are moved. */
  days: number;
}

export interface Extent {
  first: number;
  last: number;
  rows: number;
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Cells as a device would send them; an empty cell is no value. */
function values_read(
  cells: readonly string[],
  header: readonly string[],
  file: MappedFile,
): Message['values'] {
  const values: Message['values'] = {};
  for (const { column, code } of file.columns) {
    const text = cells[header.indexOf(column)]?.trim() ?? '';
    if (text === '') continue;
    const plain = file.decimalComma ? text.replace(',', '.') : text;
    values[code] = NUMBER.test(plain) ? Number(plain) : text;
  }
  return values;
}

/** The messages of one file with their recorded times; lines that cannot be read are left out. */
export async function* recording_read({ path, file }: Recording, zone: string): AsyncGenerator<Message> {
  const csv = await csv_open(path, file.delimiter);
  if (!csv) return;
  const timeIndex = csv.header.indexOf(file.timeColumn);
  if (timeIndex < 0) throw new CommandError(`${path} has no column ${file.timeColumn}`);
  let after: number | undefined;
  for await (const row of csv.rows) {
    if ('broken' in row) continue;
    const ts = time_parse(row.cells[timeIndex] ?? '', zone, after);
    if (ts === null) continue;
    after = ts;
    yield { ts, values: values_read(row.cells, csv.header, file) };
  }
}

export async function recording_measure(recording: Recording, zone: string): Promise<Extent | null> {
  let extent: Extent | null = null;
  for await (const { ts } of recording_read(recording, zone)) {
    extent ??= { first: ts, last: ts, rows: 0 };
    extent.first = Math.min(extent.first, ts);
    extent.last = Math.max(extent.last, ts);
    extent.rows += 1;
  }
  return extent;
}

/** What a moved recording says of the time after now did not happen yet. */
async function* track_play({ recording, zone, days }: Track, from: number): AsyncGenerator<Message> {
  for await (const { ts, values } of recording_read(recording, zone)) {
    const moved = shift_apply(ts, days, zone);
    if (days !== 0 && moved > Date.now()) return;
    if (moved >= from && Object.keys(values).length > 0) yield { ts: moved, values };
  }
}

/** All tracks together in the order of time, each read only as far as needed. */
export async function* tracks_merge(
  tracks: readonly Track[],
  from: number,
): AsyncGenerator<{ track: Track; message: Message }> {
  const heads = await Promise.all(
    tracks.map(async (track) => {
      const messages = track_play(track, from);
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
