/**
 * A server loads this module first. It reports how long the server's thread was busy with one task while others
 * waited.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isMainThread } from 'node:worker_threads';
import { meterThread } from '../server/processorTime.ts';

function serveMeter(): void {
  const read = meterThread();
  const meter = createServer((_, response) => response.end(String(read())));
  meter.listen(0, '127.0.0.1', () =>
    console.log(`meter at http://127.0.0.1:${(meter.address() as AddressInfo).port}`),
  );
  meter.unref();
}

if (isMainThread) {
  // The child processes of a server are not measured.
  delete process.env.NODE_OPTIONS;
  serveMeter();
}
