/** Hooks of the generic actions on alarms, rules, suppression windows and channels. */
import { randomBytes } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import { isFormulaProblem, parseFormula } from '../../../runtime/core/formula/index.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import type { Carry, EntityHooks } from '../../engine/hooks.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { RecordCondition } from '../../platform/db/tables/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { parseStoredFormula } from '../telemetry/calculation/formulaCheck.ts';
import { notifyAlarms } from './writer.ts';

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Returns the devices of variables. Throws if a device does not belong to the station. */
async function devicesOf(
  trx: Trx,
  stationSn: string,
  sns: readonly string[],
  field: string,
): Promise<Map<string, string>> {
  const variable = await trx
    .selectFrom('deviceVariable as v')
    .innerJoin('device as d', 'd.sn', 'v.deviceSn')
    .select(['v.sn', 'd.sn as deviceSn'])
    .where('v.sn', 'in', sns)
    .where('d.stationSn', '=', stationSn)
    .execute();
  if (variable.length < sns.length) throw new AppError('entity.variableNotOfStation', {}, { field });
  return new Map(variable.map(({ sn, deviceSn }) => [sn ?? '', deviceSn]));
}

/** Throws if a variable is calculated. Calculated variables never send points. */
async function requireMeasured(trx: Trx, sns: readonly string[]): Promise<void> {
  const calculated = await trx
    .selectFrom('deviceVariable')
    .select('sn')
    .where('sn', 'in', sns)
    .where('formula', 'is not', null)
    .executeTakeFirst();
  if (calculated) throw new AppError('alarmGenerater.neverHeard', {}, { field: '/variableSn' });
}

async function requireDevice(trx: Trx, stationSn: string, deviceSn: string | null): Promise<string> {
  const device = await trx
    .selectFrom('device')
    .select('sn')
    .where('sn', '=', deviceSn)
    .where('stationSn', '=', stationSn)
    .executeTakeFirst();
  if (!device) throw new AppError('alarmGenerater.deviceNotOfStation', {}, { field: '/deviceSn' });
  return device.sn;
}

/** Returns the variables of a formula. The first one appears in the alarm. */
function formulaSns(text: unknown): readonly string[] {
  const formula = parseFormula(textOf(text) ?? '');
  if (isFormulaProblem(formula)) {
    const { zh, en } = formula.problem;
    throw new AppError('formula.invalid', { place: formula.at + 1, zh, en }, { field: '/formula' });
  }
  if (formula.variables.length === 0) throw new AppError('formula.constant', {}, { field: '/formula' });
  return formula.variables;
}

function checkHours({ fromTime, toTime }: Values): void {
  if ((textOf(fromTime) === null) !== (textOf(toTime) === null))
    throw new AppError(
      'alarmGenerater.hoursIncomplete',
      {},
      { field: textOf(toTime) ? '/fromTime' : '/toTime' },
    );
}

/** Completes a rule with the names of its variables and devices. They must belong to the station. */
export async function completeRule(values: Values, trx: Trx): Promise<Values> {
  const stationSn = String(values.stationSn);
  checkHours(values);
  if (values.kind === 'range' && Number(values.low) >= Number(values.high))
    throw new AppError('alarmGenerater.rangeEmpty', {}, { field: '/high' });
  if (values.kind === 'noData' && values.scope === 'station')
    return { ...values, variableSn: null, deviceSn: null };
  if (values.kind === 'noData' && values.scope === 'device') {
    const deviceSn = await requireDevice(trx, stationSn, textOf(values.deviceSn));
    return { ...values, variableSn: null, deviceSn };
  }
  const isFormula = values.kind === 'expression';
  const sns = isFormula ? formulaSns(values.formula) : [String(values.variableSn)];
  const devices = await devicesOf(trx, stationSn, sns, isFormula ? '/formula' : '/variableSn');
  if (values.kind === 'noData') await requireMeasured(trx, sns);
  const [variableSn = ''] = sns;
  return { ...values, variableSn, deviceSn: devices.get(variableSn) ?? null };
}

/** Returns rules whose formula uses one of these variables. Without the variables these rules cannot be evaluated. */
export async function rulesNaming(trx: Trx, sns: readonly string[]): Promise<RecordCondition> {
  const rows = await trx
    .selectFrom('alarmGenerater')
    .select(['id', 'formula'])
    .where('kind', '=', 'expression')
    .execute();
  const ids = rows
    .filter(({ formula }) => parseStoredFormula(formula)?.variables.some((sn) => sns.includes(sn)))
    .map(({ id }) => id);
  return (eb) => sql<SqlBool>`${eb.ref('id')} = any(${ids}::int8[])`;
}

/** Deletes rules together with the suppression windows that apply only to these rules. */
export async function carryRules(carry: Carry, which: RecordCondition): Promise<void> {
  await carry('alarmSuppression', (eb) =>
    eb('ruleId', 'in', eb.selectFrom('alarmGenerater').select('id').where(which)),
  );
  await carry('alarmGenerater', which);
}

const SECRET_BYTES = 32;

export const alarmHooks = {
  alarm: {
    // Updates open boards after any way of confirming an alarm.
    moved: ({ id, stationSn, status }, { hub, session: { tenantId } }) =>
      notifyAlarms(hub, [{ id: Number(id), tenantId, stationSn: String(stationSn), status: Number(status) }]),
  },
  alarmGenerater: {
    beforeCreate: (values, { trx }) => completeRule(values, trx),
    beforeUpdate: (values, _before, { trx }) => completeRule(values, trx),
    beforeDelete: async (before, { carry }) =>
      carry('alarmSuppression', (eb) => eb('ruleId', '=', Number(before.id))),
  },
  notificationChannel: {
    beforeCreate: (values) =>
      values.kind === 'webhook' ? { ...values, secret: randomBytes(SECRET_BYTES).toString('hex') } : values,
  },
} satisfies Record<string, EntityHooks>;
