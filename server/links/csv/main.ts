/** `npm run import`: recorded values from CSV files into a station, through the running server. */
import { openAsBlob } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../http/client.ts';
import { arguments_read, COMMON_HELP, COMMON_OPTIONS, CommandError, command_run } from '../http/command.ts';
import { recordings_begin } from './begin.ts';
import type { Recording } from './choose.ts';
import type { Mapping } from './mapping.ts';
import { device_ensure, station_ensure } from './provision.ts';

const HELP = `npm run import -- FILE|FOLDER [options]
  --dry-run          only check the files
  --rejected FILE    write the rejected values there as CSV (line, column, reason)${COMMON_HELP}
Ctrl-C cancels; what was stored stays, and importing again changes nothing that is there.`;
const POLL_MS = 300;

interface Job {
  client: ApiClient;
  mapping: Mapping;
  stationSn: string;
  dryRun: boolean;
}

async function job_start({ client, mapping, stationSn, dryRun }: Job, { path, name }: Recording) {
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

type Status = Awaited<ReturnType<typeof job_start>>;

function status_text(name: string, { bytesRead, bytesTotal, points, rejected }: Status): string {
  const share = bytesTotal > 0 ? Math.floor((100 * bytesRead) / bytesTotal) : 100;
  return `${name}: ${share} % · ${points} values · ${rejected} rejected`;
}

async function job_follow({ client }: Job, name: string, started: Status): Promise<Status> {
  let status = started;
  const cancel = (): void => {
    client.call('telemetryImportCancel', { path: { id: status.id } }).catch(() => process.exit(1));
  };
  process.once('SIGINT', cancel);
  while (status.status === 'running') {
    await sleep(POLL_MS);
    status = await client.call('telemetryImportStatus', { path: { id: status.id } });
    if (process.stdout.isTTY) process.stdout.write(`\r${status_text(name, status)}`);
  }
  process.off('SIGINT', cancel);
  console.log(`${process.stdout.isTTY ? '\r' : ''}${status_text(name, status)} · ${status.status}`);
  if (status.status === 'cancelled') throw new CommandError('cancelled');
  if (status.status === 'failed') throw new CommandError(`${name}: ${status.message}`);
  return status;
}

/** One file of rejections for all files: their lines with the name of the file in front. */
async function rejected_collect({ client }: Job, name: string, id: number): Promise<string[]> {
  const text = await client.text('telemetryImportRejected', { path: { id } });
  const [, ...lines] = text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');
  return lines.map((line) => `${name},${line}`);
}

async function run(): Promise<void> {
  const { values, positionals } = arguments_read({
    ...COMMON_OPTIONS,
    'dry-run': { type: 'boolean' },
    rejected: { type: 'string' },
  });
  const target = positionals[0];
  if (values.help || !target) return console.log(HELP);
  const dryRun = values['dry-run'] ?? false;
  const { lang, chosen, client } = await recordings_begin(target, values);
  const { mapping, recordings } = chosen;
  const stationSn = dryRun
    ? (values.station ?? mapping.station?.sn ?? '')
    : (await station_ensure(client, mapping, values.station, lang)).sn;
  const job: Job = { client, mapping, stationSn, dryRun };
  const rejected: string[] = [];
  let points = 0;
  for (const recording of recordings) {
    if ((await stat(recording.path)).size === 0) throw new CommandError(`${recording.name} is empty`);
    if (!dryRun) await device_ensure(client, recording.file, stationSn, lang);
    const done = await job_follow(job, recording.name, await job_start(job, recording));
    points += done.points;
    if (done.rejected > 0 && values.rejected)
      rejected.push(...(await rejected_collect(job, recording.name, done.id)));
  }
  if (values.rejected) {
    await writeFile(
      values.rejected,
      `\uFEFF${['file,line,column,reason,message,value', ...rejected].join('\r\n')}\r\n`,
    );
    console.log(`${rejected.length} rejected values in ${values.rejected}`);
  }
  console.log(
    `${points} values ${dryRun ? 'would be stored (dry run)' : `are stored in station ${stationSn}`}`,
  );
}

command_run(run);
