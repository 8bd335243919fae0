/** Brings commands to the devices of the channels that this process reads, and their outcome back. */
import type { Services } from '../../engine/context.ts';
import { type Command, createControlLink } from '../../sites/control/link.ts';
import { ModbusFault } from './faults.ts';
import type { Reader } from './reader.ts';
import type { Register } from './registers.ts';
import { planWrite, REFUSALS, type RefusalKey, writeRegister } from './write.ts';

type Parts = Pick<Services, 'db' | 'hub' | 'log' | 'telemetry'>;

/** The words in which a refusal stands at its command. */
function refusalText(key: RefusalKey): string {
  const { zh, en } = REFUSALS[key];
  return JSON.stringify({ error: `${zh} / ${en}` });
}

const DONE = JSON.stringify({ success: true });

interface Order {
  tenantId: number;
  deviceSn: string;
  register: Register | undefined;
  unit: number;
  value: number | string | boolean;
}

async function carryOut({ telemetry }: Parts, { link }: Reader, order: Order): Promise<RefusalKey | null> {
  const { tenantId, deviceSn, register, unit, value } = order;
  const entry = await telemetry.device.byDeviceSn(tenantId, deviceSn);
  const variable = register && entry?.variables.get(register.code);
  if (!register || !variable) return 'notWritable';
  const written = planWrite(register, value, variable);
  if (typeof written === 'string') return written;
  const line = await link.open().catch((error: unknown) => {
    if (error instanceof ModbusFault) return null;
    throw error;
  });
  return line ? writeRegister(line, unit, register, written) : 'notConnected';
}

/** `readers` gives the channels that are read here; a command for a device of none of them is another process's. */
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
      const refusal = await carryOut(parts, reader, { tenantId, deviceSn, register, unit, value });
      await link.answered(tenantId, deviceSn, id, refusal === null ? DONE : refusalText(refusal));
    }
  }

  const link = createControlLink(parts, (...command) => {
    obey(...command).catch((error: unknown) =>
      parts.log.warn('a register was not set', { error: String(error) }),
    );
  });
  return { close: link.close };
}
