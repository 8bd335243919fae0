/** Debian's broker, if it is installed. The project's own broker for tests has no shared subscriptions. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsync } from 'mqtt';
import { WAIT_MS } from '../server/patience.ts';

export function findMosquitto(): string | null {
  for (const path of ['mosquitto', '/usr/sbin/mosquitto']) {
    try {
      execFileSync(path, ['-h'], { stdio: 'ignore' });
      return path;
    } catch (error) {
      // Mosquitto exits with an error code after -h, so only a missing program counts.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return path;
    }
  }
  return null;
}

async function brokerAnswers(url: string): Promise<void> {
  for (const end = Date.now() + WAIT_MS; Date.now() < end; await sleep(50)) {
    const client = await connectAsync(url, {}, false).catch(() => null);
    if (client) return client.endAsync();
  }
  throw new Error('the broker does not answer');
}

/** Starts the broker. Resolves when it answers. It stores nothing on disk, so a killed broker loses its whole state. */
export async function startMosquitto(path: string, folder: string, port: number): Promise<ChildProcess> {
  const config = join(folder, 'broker.conf');
  const limits = 'max_inflight_messages 100\nmax_queued_messages 0\n';
  await writeFile(config, `listener ${port} 127.0.0.1\nallow_anonymous true\n${limits}`);
  const broker = spawn(path, ['-c', config], { stdio: 'ignore' });
  await brokerAnswers(`mqtt://127.0.0.1:${port}`);
  return broker;
}
