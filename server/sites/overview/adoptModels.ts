/** A device that is created from a model gets the model's variables and alarm rules in the same transaction. */
import { sql } from 'kysely';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import { may } from '../../engine/entities/columns.ts';
import { insertRecords } from '../../engine/entities/write/bulk.ts';
import type { EntityHooks, WrittenStep } from '../../engine/hooks.ts';
import { publishOnCommit, type Trx } from '../../platform/db/index.ts';
import { AppError } from '../../platform/errors/errors.ts';

interface Register {
  modelId: number;
  code: string;
  name: string;
  unit: string | null;
  dataType: string | null;
  kind: string | null;
  decimals: number | null;
  scale: number | null;
  energyRole: string | null;
  writable: boolean | null;
  alarmOperator: string | null;
  alarmThreshold: number | null;
  alarmLevel: string | null;
  alarmDelay: number | null;
}

interface Adopting {
  sn: string;
  stationSn: string;
  modelId: number;
}

interface Adopted {
  device: Adopting;
  register: Register;
}

/** Finds the registers without a variable, per device. A model that is set later changes no existing variables. */
async function findMissing(trx: Trx, devices: readonly Adopting[]): Promise<Adopted[]> {
  const models = [...new Set(devices.map(({ modelId }) => modelId))];
  const { rows: registers } = await sql<Register>`
    select model_id, code, name, unit, data_type, kind, decimals, scale, energy_role, writable,
           alarm_operator, alarm_threshold, alarm_level, alarm_delay
      from device_model_register where model_id = any(${models}::int8[]) order by model_id, position, id`.execute(
    trx,
  );
  const sns = devices.map(({ sn }) => sn);
  const { rows: known } = await sql<{ deviceSn: string; code: string }>`
    select device_sn, code from device_variable where device_sn = any(${sns}::text[])`.execute(trx);
  const used = new Set(known.map(({ deviceSn, code }) => `${deviceSn}\n${code}`));
  const byModel = Map.groupBy(registers, ({ modelId }) => Number(modelId));
  return devices.flatMap((device) =>
    (byModel.get(device.modelId) ?? [])
      .filter(({ code }) => !used.has(`${device.sn}\n${code}`))
      .map((register) => ({ device, register })),
  );
}

/** Removes empty values, so that the defaults of a variable and a rule apply. */
const filled = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));

const variableOf = ({ device, register }: Adopted): Values => {
  const { code, name, unit, dataType, kind, decimals, scale, energyRole, writable } = register;
  return filled({
    ...{ deviceSn: device.sn, code, name, unit, dataType: dataType ?? 'number', kind: kind ?? 'gauge' },
    ...{ decimals, scale, energyRole, writable },
  });
};

const MAX_NAME = 100;

const ruleOf = ({ device, register }: Adopted): Values => {
  const { code, name, unit, alarmOperator, alarmThreshold, alarmLevel, alarmDelay } = register;
  const operator = alarmOperator ?? '>';
  return filled({
    name: `${name} ${operator} ${alarmThreshold}${unit ? ` ${unit}` : ''}`.slice(0, MAX_NAME),
    ...{ kind: 'threshold', stationSn: device.stationSn, variableSn: `${device.sn}-${code}` },
    ...{ operator, threshold: alarmThreshold, level: alarmLevel ?? 'minor', delaySeconds: alarmDelay },
  });
};

async function make(name: string, bodies: readonly Values[], step: WrittenStep): Promise<void> {
  if (bodies.length === 0) return;
  const { trx, session } = step;
  if (!may(session, `${name}:create`)) throw new AppError('deviceModel.notAllowed');
  const records = bodies.map((values) => ({ values }));
  const [id = 0] = await insertRecords(trx, step, entityOf(name), records);
  // A single event is enough, because caches reload all records of the entity, whatever the id.
  publishOnCommit(trx, { type: 'entity', entity: name, tenantId: session.tenantId, id, do: 'create' });
}

/**
 * Creates variables and alarm rules from registers in the transaction that creates the device, in its creator's name.
 */
export const adoptModels: EntityHooks['written'] = async (changes, step) => {
  const devices = changes.flatMap(({ before, after }): Adopting[] => {
    const { sn, stationSn, modelId } = after;
    if (!modelId || Number(modelId) === Number(before.modelId)) return [];
    return [{ sn: String(sn), stationSn: String(stationSn), modelId: Number(modelId) }];
  });
  if (devices.length === 0) return;
  const missing = await findMissing(step.trx, devices);
  await make('deviceVariable', missing.map(variableOf), step);
  const watched = missing.filter(({ register }) => register.alarmThreshold !== null);
  await make('alarmGenerater', watched.map(ruleOf), step);
};
