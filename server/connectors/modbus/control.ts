/** Sends commands to the devices of this process's channels, and returns their results. */
import type { Services } from '../../engine/context.ts';
import { type Command, createControlLink } from '../../sites/control/link.ts';
import { ModbusFault } from './faults.ts';
import type { Written } from './line.ts';
import type { Reader } from './reader.ts';
import type { Register } from './registers.ts';
import { NOT_SENT, planWrite, REFUSALS, type RefusalKey, writeRegister } from './write.ts';

type Parts = Pick<Services, 'db' | 'hub' | 'log' | 'telemetry'>;

/** Returns the text of a refused command. */
function refusalText(key: RefusalKey): string {
  const { zh, en } = REFUSALS[key];
  return JSON.stringify({ error: `${zh} / ${en}` });
}

/**
 * Returns the result of a successful command as JSON. It includes the written value if that differs from the
 * requested one, because the register has steps.
 */
const doneText = (requested: Order['value'], written: number | boolean): string =>
  JSON.stringify(Number(requested) === Number(written) ? { success: true } : { success: true, written });

/** Maximum delay of a write before it is sent. It is shorter than the time for which the sender waits for a result. */
const TIMEOUT_MS = 30_000;

interface Order {
  tenantId: number;
  deviceSn: string;
  register: Register | undefined;
  unit: number;
  value: number | string | boolean;
}

/** Writes over the channel's connection. If that ends before the write is sent, writes over the next connection. */
async function writeOver(
  { link }: Reader,
  unit: number,
  register: Register,
  written: Written,
): Promise<RefusalKey | null> {
  const until = performance.now() + TIMEOUT_MS;
  // Each unit without an answer ends the connection.
  while (performance.now() < until) {
    const line = await link.open().catch((error: unknown) => {
      if (error instanceof ModbusFault) return null;
      throw error;
    });
    if (!line) return 'notConnected';
    const outcome = await writeRegister(line, unit, register, written);
    if (outcome !== NOT_SENT) return outcome;
  }
  return 'notConnected';
}

/** Carries out a command. Returns the text that the command shows. */
async function carryOut({ telemetry }: Parts, reader: Reader, order: Order): Promise<string> {
  const { tenantId, deviceSn, register, unit, value } = order;
  const entry = await telemetry.device.byDeviceSn(tenantId, deviceSn);
  const variable = register && entry?.variables.get(register.code);
  if (!register || !variable) return refusalText('notWritable');
  const plan = planWrite(register, value, variable);
  if (typeof plan === 'string') return refusalText(plan);
  const refusal = await writeOver(reader, unit, register, plan.written);
  return refusal === null ? doneText(value, plan.value) : refusalText(refusal);
}

/**
 * `readers` returns the channels that this process reads. Commands for other channels are ignored, because another
 * process carries them out.
 */
export function createModbusControl(parts: Parts, readers: () => Iterable<Reader>): { close(): void } {
  async function obey(tenantId: number, deviceSn: string, { id, params }: Command): Promise<void> {
    const reader = [...readers()].find(
      ({ channel, units }) => channel.tenantId === tenantId && units.get(deviceSn),
    );
    const state = reader?.units.get(deviceSn);
    if (!reader || !state) return;
    const { unit, registers } = state.plan;
    for (const [code, value] of Object.entries(params)) {
      const register = registers.find((one) => one.code === code);
      const answer = await carryOut(parts, reader, { tenantId, deviceSn, register, unit, value });
      await link.answered(tenantId, deviceSn, id, answer);
    }
  }

  const link = createControlLink(parts, (...command) => {
    obey(...command).catch((error: unknown) =>
      parts.log.warn('a register was not set', { error: String(error) }),
    );
  });
  return { close: link.close };
}
