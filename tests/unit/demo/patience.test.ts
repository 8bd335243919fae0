import { expect, it } from 'vitest';
import { patientDatabase, patiently } from '../../../demo/patience.ts';
import type { Database } from '../../../server/platform/db/index.ts';

const NO_CONNECTION = new Error('timeout exceeded when trying to connect');
const CANCELED = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });

it('repeats work that a time limit rolled back, and nothing else', async () => {
  const { signal } = new AbortController();
  const faults: Error[] = [NO_CONNECTION, CANCELED];
  const run = async () => {
    const fault = faults.shift();
    if (fault) throw fault;
    return 'made';
  };
  expect(await patiently(signal, run, 0)).toBe('made');
  faults.push(new Error('a rule refused it'));
  await expect(patiently(signal, run, 0)).rejects.toThrow('a rule refused it');
});

it('stops when the server stops', async () => {
  const stopping = new AbortController();
  const tenant = async () => {
    stopping.abort();
    throw NO_CONNECTION;
  };
  const db = patientDatabase({ tenant } as unknown as Database, stopping.signal);
  await expect(db.tenant(1, async () => 1)).rejects.toThrow();
});
