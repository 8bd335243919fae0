/** `npm run import`: recorded values from CSV files into a station, through the running server. */

import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { type ApiClient, ClientError } from '../http/client.ts';
import { COMMON_OPTIONS, CommandError, readArguments, readLang, runCommand } from '../http/command.ts';
import { say } from '../http/commandOutput.ts';
import type { Chosen, CommandSettings, Recording } from './choose.ts';
import type { Mapping } from './mapping.ts';
import { beginRecordings, readSettings } from './store/begin.ts';
import { splitByDevice } from './store/import.ts';
import { ensureDevice, ensureStation, findStation } from './store/provision.ts';

const POLL_MS = 300;

interface Job {
  client: ApiClient;
  mapping: Mapping;
  stationSn: string;
  dryRun: boolean;
  lang: Lang;
}

async function startJob({ client, mapping, stationSn, dryRun }: Job, { path, name }: Recording) {
  const form = async (): Promise<FormData> => {
    const data = new FormData();
    data.set('stationSn', stationSn);
    data.set('dryRun', String(dryRun));
    data.set('mapping', new Blob([JSON.stringify(mapping)], { type: 'application/json' }), 'mapping.json');
    data.set('file', await openAsBlob(path, { type: 'text/csv' }), name);
    return data;
  };
  return client.call('telemetryImport', { form });
}

type Status = Awaited<ReturnType<typeof startJob>>;

function describe(
  name: string,
  { bytesRead, bytesTotal, points, empty, repeated, rejected }: Status,
): string {
  const share = bytesTotal > 0 ? Math.floor((100 * bytesRead) / bytesTotal) : 100;
  return say('importProgress', { name, share, points, empty, repeated, rejected });
}

const stateText = ({ status, outcome }: Status): string =>
  say(
    status === 'cancelled'
      ? 'importState_cancelled'
      : `importState_${outcome === 'all' ? 'done' : (outcome ?? 'failed')}`,
  );

async function followJob({ client }: Job, name: string, started: Status): Promise<Status> {
  let status = started;
  const cancel = (): void => {
    client.call('telemetryImportCancel', { path: { id: status.id } }).catch(() => process.exit(1));
  };
  process.once('SIGINT', cancel);
  while (status.status === 'running') {
    await sleep(POLL_MS);
    status = await client.call('telemetryImportStatus', { path: { id: status.id } });
    if (process.stdout.isTTY) process.stdout.write(`\r${describe(name, status)}`);
  }
  process.off('SIGINT', cancel);
  console.log(`${process.stdout.isTTY ? '\r' : ''}${describe(name, status)} · ${stateText(status)}`);
  return status;
}

/** Returns the rejections of a file, each prefixed with the file name. */
async function listRejected({ client }: Job, name: string, id: number): Promise<string[]> {
  const text = await client.text('telemetryImportRejected', { path: { id } });
  const [, ...lines] = text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');
  return lines.map((line) => `${writeCell(name)},${line}`);
}

const writeCell = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** Returns a rejection line for a file that was not imported at all. */
const writeFailure = (name: string, reason: string): string =>
  `${writeCell(name)},,,fileFailed,${writeCell(reason)},`;

interface Outcome {
  points: number;
  rejected: string[];
  failed: boolean;
  undecided: boolean;
  cancelled: boolean;
}

/** Imports a file. Its error is printed and logged, and does not stop the import of other files. */
async function importFile(job: Job, recording: Recording): Promise<Outcome> {
  const { name, file } = recording;
  const fail = (reason: string): Outcome => {
    console.error(say('importFailed', { name, reason }));
    const rejected = [writeFailure(name, reason)];
    return { points: 0, rejected, failed: true, undecided: false, cancelled: false };
  };
  try {
    const devices = job.dryRun ? [] : splitByDevice(file);
    for (const device of devices) await ensureDevice(job.client, device, job.stationSn, job.lang);
    const done = await followJob(job, name, await startJob(job, recording));
    const rejected = done.rejected > 0 ? await listRejected(job, name, done.id) : [];
    const { points, message, undecided } = done;
    if (done.status !== 'failed')
      return { points, rejected, failed: false, undecided, cancelled: done.status === 'cancelled' };
    const failure = fail(message === 'interrupted' ? say('importState_interrupted') : (message ?? ''));
    return { ...failure, points, undecided, rejected: [...rejected, ...failure.rejected] };
  } catch (error) {
    // A connection error ends the command, because no other file can be imported either.
    const isOfFile = error instanceof CommandError || (error instanceof ClientError && error.status > 0);
    if (!isOfFile) throw error;
    return fail((error as Error).message);
  }
}

/** Creates the station. A dry run only prints that the station is missing. */
async function prepareStation(
  client: ApiClient,
  mapping: Mapping,
  { sn, dryRun, lang }: { sn: string | undefined; dryRun: boolean; lang: Lang },
): Promise<string> {
  if (!dryRun) return (await ensureStation(client, mapping, sn, lang)).sn;
  const { sn: station, isThere } = await findStation(client, mapping, sn);
  if (!isThere) console.log(say('importWouldMake', { station }));
  return station;
}

/** Returns the mapping with the requested station number in place of its own. */
function nameStation(mapping: Mapping, sn: string): Mapping {
  return mapping.station ? { ...mapping, station: { ...mapping.station, sn } } : mapping;
}

const STATUS = { nothing: 2, partly: 3, undecided: 4 } as const;

/** If something was not stored, sets a special exit status and prints the reason. */
function endImport({ recordings, misread }: Chosen, outcomes: readonly Outcome[]): void {
  const undecided = [...misread, ...outcomes].filter((one) => one.undecided).length;
  const failed = misread.length + outcomes.filter((outcome) => outcome.failed).length;
  const total = recordings.length + misread.length;
  const points = outcomes.reduce((sum, outcome) => sum + outcome.points, 0);
  const rejected = outcomes.reduce((sum, outcome) => sum + outcome.rejected.length, 0);
  if (undecided > 0) throw new CommandError(say('importUndecided', { undecided, total }), STATUS.undecided);
  if (points === 0) throw new CommandError(say('importNothing'), STATUS.nothing);
  if (failed > 0) throw new CommandError(say('importOfFiles', { failed, total }), STATUS.partly);
  if (rejected > 0) throw new CommandError(say('importPartly', { rejected }), STATUS.partly);
}

async function readOptions({
  set = [],
  kind,
}: {
  set?: string[] | undefined;
  kind?: string | undefined;
}): Promise<CommandSettings> {
  if (kind !== undefined && kind !== 'counter' && kind !== 'interval' && kind !== 'gauge')
    throw new CommandError(say('badKind', { value: kind }));
  return { format: await readSettings(set), ...(kind !== undefined && { kind }) };
}

async function writeRejected(file: string, rejected: readonly string[]): Promise<void> {
  const text = ['file,line,column,reason,message,value', ...rejected].join('\r\n');
  await writeFile(file, `\uFEFF${text}\r\n`);
  console.log(say('importRejected', { count: rejected.length, file }));
}

async function run(): Promise<void> {
  const { values, positionals } = readArguments({
    ...COMMON_OPTIONS,
    'dry-run': { type: 'boolean' },
    rejected: { type: 'string' },
    set: { type: 'string', multiple: true },
    kind: { type: 'string' },
  });
  readLang(values);
  const target = positionals[0];
  if (values.help || !target) return console.log(say('importHelp'));
  const dryRun = values['dry-run'] ?? false;
  const { lang, chosen, client } = await beginRecordings(target, values, await readOptions(values));
  const { recordings, misread } = chosen;
  const stationSn = await prepareStation(client, chosen.mapping, { sn: values.station, dryRun, lang });
  const job: Job = { client, mapping: nameStation(chosen.mapping, stationSn), stationSn, dryRun, lang };
  const outcomes: Outcome[] = [];
  for (const recording of recordings) {
    outcomes.push(await importFile(job, recording));
    if (outcomes.at(-1)?.cancelled) break;
  }
  const rejected = [
    ...misread.map(({ name, reason }) => writeFailure(name, reason)),
    ...outcomes.flatMap((outcome) => outcome.rejected),
  ];
  if (values.rejected) await writeRejected(values.rejected, rejected);
  const points = outcomes.reduce((sum, outcome) => sum + outcome.points, 0);
  console.log(say(dryRun ? 'importWould' : 'importStored', { points, station: stationSn }));
  if (outcomes.at(-1)?.cancelled) throw new CommandError(say('importState_cancelled'));
  endImport(chosen, outcomes);
}

runCommand(run);
