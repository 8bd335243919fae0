/**
 * Answers Modbus requests for all units at one port, in its own process. It records each request. It answers a
 * message of the parent process with its figures since the last message. These are the number of requests and the
 * longest time between two requests to the same unit (ms).
 */
import { type AddressInfo, createServer } from 'node:net';
import jsmodbus from 'jsmodbus';

export interface Seen {
  questions: number;
  longest: number;
}

const PLACES = 1_000;
const MOVES_MS = 500;

const holding = Buffer.alloc(PLACES * 2);
const server = createServer((socket) => {
  socket.on('error', () => socket.destroy());
});
const devices = new jsmodbus.ModbusTCPServer(server, { holding });
let last = new Map<string, number>();
let seen: Seen = { questions: 0, longest: 0 };

devices.on('preReadHoldingRegisters', ({ unitId }) => {
  const now = performance.now();
  const unit = String(unitId);
  const before = last.get(unit);
  last.set(unit, now);
  seen.questions += 1;
  if (before !== undefined) seen.longest = Math.max(seen.longest, now - before);
});

let moved = 0;
setInterval(() => {
  moved += 1;
  for (let at = 0; at < PLACES; at += 1) holding.writeUInt16BE((at + moved) % 65_536, at * 2);
}, MOVES_MS);

process.on('message', () => {
  process.send?.(seen);
  seen = { questions: 0, longest: 0 };
  last = new Map();
});
process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
