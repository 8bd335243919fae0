/**
 * Starts other time series databases on this machine, from Debian's packages if installed. They receive the same
 * points over loopback.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../tests/support/server/port.ts';
import { missing } from '../kit/report.ts';

export interface Other {
  name: string;
  /** The address to which lines are posted. */
  url: string;
  stop(): Promise<void>;
}

const ATTEMPTS = 100;

async function answers(url: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const response = await fetch(url).catch(() => null);
    if (response && response.status < 500) return;
    await sleep(100);
  }
  throw new Error(`${url} does not answer`);
}

const isThere = (binary: string): boolean => spawnSync('which', [binary]).status === 0;

function stopping(child: ChildProcess): () => Promise<void> {
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return async () => {
    child.kill('SIGTERM');
    await ended;
  };
}

/** Starts InfluxDB. It acknowledges once its log is on the disk, as our server does. */
async function startInflux(folder: string): Promise<Other> {
  const [port, rpc] = [await freePort(), await freePort()];
  const home = join(folder, 'influxdb');
  await mkdir(home, { recursive: true });
  const config = join(home, 'influxdb.conf');
  await writeFile(
    config,
    `reporting-disabled = true
bind-address = "127.0.0.1:${rpc}"
[meta]
  dir = "${home}/meta"
[data]
  dir = "${home}/data"
  wal-dir = "${home}/wal"
  index-version = "tsi1"
  max-series-per-database = 0
  max-values-per-tag = 0
  query-log-enabled = false
[http]
  bind-address = "127.0.0.1:${port}"
  log-enabled = false
`,
  );
  const child = spawn('influxd', ['-config', config], { stdio: 'ignore' });
  const base = `http://127.0.0.1:${port}`;
  await answers(`${base}/ping`);
  await fetch(`${base}/query?q=${encodeURIComponent('CREATE DATABASE bench')}`, { method: 'POST' });
  return { name: 'InfluxDB 1.6', url: `${base}/write?db=bench&precision=ms`, stop: stopping(child) };
}

/** Starts VictoriaMetrics. It acknowledges before the data is on the disk, and loses the last seconds in a crash. */
async function startVictoria(folder: string): Promise<Other> {
  const port = await freePort();
  const child = spawn(
    'victoria-metrics',
    [
      `-storageDataPath=${join(folder, 'victoria')}`,
      `-httpListenAddr=127.0.0.1:${port}`,
      '-retentionPeriod=10y',
    ],
    { stdio: 'ignore' },
  );
  const base = `http://127.0.0.1:${port}`;
  await answers(`${base}/health`);
  return {
    name: 'VictoriaMetrics 1.79 (acknowledges from memory)',
    url: `${base}/write?db=bench&precision=ms`,
    stop: stopping(child),
  };
}

export async function startOthers(folder: string): Promise<Other[]> {
  const started: Other[] = [];
  if (isThere('influxd')) started.push(await startInflux(folder));
  else missing('InfluxDB (apt-get install influxdb)');
  if (isThere('victoria-metrics')) started.push(await startVictoria(folder));
  else missing('VictoriaMetrics (apt-get install victoria-metrics)');
  return started;
}
