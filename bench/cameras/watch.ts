/** Simulates viewers of cameras in its own thread. It returns the number of bytes received when asked. */
import { parentPort, workerData } from 'node:worker_threads';

const { addresses, cookie } = workerData as { addresses: string[]; cookie: string };
const stop = new AbortController();
let bytes = 0;

const watching = addresses.map(async (address) => {
  const response = await fetch(address, { headers: { cookie }, signal: stop.signal });
  if (!response.ok || !response.body) throw new Error(`${address}: ${response.status}`);
  for await (const chunk of response.body) bytes += chunk.length;
});
for (const one of watching)
  one.catch((error: unknown) => {
    if (!stop.signal.aborted) throw error;
  });

parentPort?.on('message', (command: 'bytes' | 'stop') => {
  if (command === 'stop') {
    stop.abort();
    parentPort?.close();
  } else parentPort?.postMessage(bytes);
});
