/**
 * A bare loop of the library, in its own process. Each unit has a connection. The loop reads the same registers at
 * the same rate, and discards the answers.
 */
import { connect } from 'node:net';
import jsmodbus from 'jsmodbus';

/** Passed as JSON. */
export interface LoopTask {
  port: number;
  units: number;
  registers: number;
  periodMs: number;
}

const { port, units, registers, periodMs } = JSON.parse(process.argv[2]!) as LoopTask;

for (let unit = 1; unit <= units; unit += 1) {
  const socket = connect(port, '127.0.0.1');
  const client = new jsmodbus.ModbusTCPClient(socket, unit);
  const poll = (): void => void client.readHoldingRegisters(0, registers);
  socket.once('connect', () => setTimeout(() => setInterval(poll, periodMs), (periodMs * unit) / units));
}
process.on('disconnect', () => process.exit());
