/** `npm run replay`: sends recordings to a station as if its devices measured the values now. */

import type { Lang } from '../../../runtime/core/text/lang.ts';
import type { Chosen } from '../csv/choose.ts';
import { beginRecordings } from '../csv/store/begin.ts';
import { splitByDevice } from '../csv/store/import.ts';
import { ensureDevice, ensureStation, makeVariables } from '../csv/store/provision.ts';
import type { ApiClient } from '../http/client.ts';
import { COMMON_OPTIONS, CommandError, readArguments, readLang, runCommand } from '../http/command.ts';
import { say } from '../http/commandOutput.ts';
import { playTracks } from './play.ts';
import type { Tally } from './send.ts';
import { applyShift, parseSpan, shiftDays } from './shift.ts';
import { measureRecording, type Track } from './source.ts';
import { forgetState, type ReplayState, readState, stateKey, writeState } from './state.ts';

const DEFAULT_SPEED = '60';
const DEFAULT_LIVE = '2d';
const SAVE_EVERY_MS = 1_000;
const PRINT_EVERY_MS = 2_000;

interface Plan {
  tracks: Track[];
  first: number;
  last: number;
}

async function readStationZone(client: ApiClient, sn: string): Promise<string> {
  return (await client.call('stationDetails', { path: { sn } })).timeZone;
}

async function planTracks(
  client: ApiClient,
  { recordings }: Chosen,
  stationSn: string,
  lang: Lang,
  daysOf: (name: string, last: number, zone: string) => number,
): Promise<Plan> {
  const stationZone = await readStationZone(client, stationSn);
  const plan: Plan = { tracks: [], first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY };
  const each = recordings.flatMap((recording) =>
    splitByDevice(recording.file).map((file) => ({ ...recording, file })),
  );
  for (const recording of each) {
    const { file, name } = recording;
    const zone = file.zone ?? file.device.timeZone ?? stationZone;
    const extent = await measureRecording(recording, zone);
    if (!extent) {
      console.log(say('replayNothing', { name }));
      continue;
    }
    const token = await ensureDevice(client, file, stationSn, lang);
    await makeVariables(client, file, lang);
    const days = daysOf(name, extent.last, zone);
    const first = applyShift(extent.first, days, zone);
    const end = applyShift(extent.last, days, zone);
    const last = days === 0 ? end : Math.min(end, Date.now());
    plan.tracks.push({ recording, token, zone, days });
    plan.first = Math.min(plan.first, first);
    plan.last = Math.max(plan.last, last);
    console.log(
      say('replayTrack', {
        ...{ name, device: file.device.sn, first: timeText(first), last: timeText(last) },
        days: days >= 0 ? `+${days}` : days,
      }),
    );
    if (file.source) console.log(`  ${file.source}`);
  }
  if (plan.tracks.length === 0) throw new CommandError(say('replayEmpty'));
  return plan;
}

function timeText(ts: number): string {
  return `${new Date(ts).toISOString().slice(0, 16).replace('T', ' ')}Z`;
}

/** Prints and stores the progress at intervals. */
function keepProgress(plan: Plan, key: string, days: ReplayState['days']) {
  let printed = 0;
  let saved = 0;
  return async (position: number, { accepted }: Tally): Promise<void> => {
    const now = performance.now();
    if (now - saved > SAVE_EVERY_MS) {
      saved = now;
      await writeState(key, { position, days });
    }
    if (now - printed < PRINT_EVERY_MS) return;
    printed = now;
    const share = Math.floor((100 * (position - plan.first)) / Math.max(1, plan.last - plan.first));
    const line = say('replayProgress', {
      share: String(share).padStart(3),
      time: timeText(position),
      count: accepted,
    });
    process.stdout.write(process.stdout.isTTY ? `\r${line}` : `${line}\n`);
  };
}

async function run(): Promise<void> {
  const { values, positionals } = readArguments({
    ...COMMON_OPTIONS,
    speed: { type: 'string' },
    live: { type: 'string' },
    shift: { type: 'string' },
    restart: { type: 'boolean' },
  });
  readLang(values);
  const folder = positionals[0];
  if (values.help || !folder) return console.log(say('replayHelp'));
  const speed = Number(values.speed ?? DEFAULT_SPEED);
  if (!(speed > 0)) throw new CommandError(say('badSpeed', { value: values.speed ?? '' }));
  const live = parseSpan(values.live ?? DEFAULT_LIVE);
  if (live === null) throw new CommandError(say('badLive', { value: values.live ?? '' }));
  const shift = values.shift ?? 'auto';
  if (shift !== 'auto' && shift !== 'none') throw new CommandError(say('badShift', { value: shift }));

  const { lang, chosen, client, url } = await beginRecordings(folder, values);
  const { sn: stationSn, made } = await ensureStation(client, chosen.mapping, values.station, lang);
  const key = stateKey(folder, url, stationSn, shift);
  // The position from a deleted station does not apply to a new station with its number.
  const state = values.restart || made ? null : await readState(key);
  const now = Date.now();
  const plan = await planTracks(client, chosen, stationSn, lang, (name, last, zone) =>
    shift === 'none' ? 0 : (state?.days[name] ?? shiftDays(last, now, zone)),
  );
  const from = state?.position ?? plan.first;
  if (state) console.log(say('replayGoesOn', { time: timeText(from) }));
  const days = Object.fromEntries(plan.tracks.map(({ recording, days: own }) => [recording.name, own]));
  const liveFrom = plan.last - live;
  console.log(say('replayBegins', { station: stationSn, time: timeText(Math.max(liveFrom, from)), speed }));

  let stopped = false;
  process.once('SIGINT', () => {
    stopped = true;
  });
  const onProgress = keepProgress(plan, key, days);
  let position = from;
  const tally = await playTracks({
    url,
    tracks: plan.tracks,
    from,
    liveFrom,
    speed,
    isStopped: () => stopped,
    onProgress: (reached, count) => {
      position = reached;
      return onProgress(reached, count);
    },
  });
  if (process.stdout.isTTY) process.stdout.write('\r');
  for (const example of tally.examples) console.log(say('replayRejected', { example }));
  const counts = say('replayCounts', { accepted: tally.accepted, rejected: tally.rejected });
  if (stopped) {
    await writeState(key, { position, days });
    console.log(say('replayStopped', { time: timeText(position), counts }));
    process.exitCode = 130;
    return;
  }
  await forgetState(key);
  console.log(say('replayDone', { counts, station: stationSn }));
}

runCommand(run);
