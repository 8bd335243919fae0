/** Synchronizes the states of a run and its factory test. A run starts only if its device can be tested. */

import { sql } from 'kysely';
import { type Entity, entityOf } from '../../../runtime/core/definitions/entities.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { everything, NO_USER } from '../../engine/access/asker.ts';
import { createRecordIn, updateRecordIn } from '../../engine/entities/write/write.ts';
import type { EntityHooks, WrittenStep } from '../../engine/hooks.ts';
import { publishOnCommit } from '../../platform/db/index.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { SET_POINT } from '../control/setPoint.ts';
import { readTestCurve } from './curve.ts';

const RULE_NAME = { zh: '试验单体温度超限', en: 'Cell temperature of a test' } as const;
const RULE_INFO = {
  zh: '单体温度高于试验限值，试验已暂停',
  en: 'A cell temperature exceeds the limit of the test. The test is suspended.',
} as const;

const RUN = 'chargeDischargeRecord';
const TEST = 'factoryTestRecord';
/** The transition that leads to each state. */
const MOVES: Readonly<Record<string, string>> = {
  running: 'start',
  suspended: 'suspend',
  terminated: 'terminate',
  passed: 'pass',
  failed: 'fail',
};
const OPEN: readonly unknown[] = ['waiting', 'running', 'suspended'];

const find = (entity: string): Entity => entityOf(entity);

/**
 * Returns the step with the rights of the platform, which performs the transition on other records in the
 * name of the user who started it.
 */
const carrying = (step: WrittenStep) => ({
  ...step,
  session: { ...step.session, ...everything, userId: step.session.userId },
});

/** Changes the state of a record in the transaction of the transition that caused it. */
export async function carryState(
  step: WrittenStep,
  entity: typeof RUN | typeof TEST,
  id: number,
  values: Values,
): Promise<void> {
  const { trx, session } = step;
  const definition = find(entity);
  const state = String(values[definition.states?.field ?? '']);
  await updateRecordIn(
    trx,
    carrying(step),
    definition,
    id,
    null,
    {},
    {
      ...{ action: `transition:${MOVES[state]}`, right: null, move: { values, told: {} } },
    },
  );
  publishOnCommit(trx, { type: 'entity', entity, tenantId: session.tenantId, id, do: 'update' });
}

const now = (): string => new Date().toISOString();

/** Returns the values of a run that starts or continues. They reset earlier decisions. */
const startValues = ({ startedAt }: Pick<Row, 'startedAt'>): Values => ({
  ...{ testStatus: 'running', pauseReason: null, decidedAt: null, commandId: null },
  startedAt: startedAt ?? now(),
});

interface Bench {
  status: string;
  secondId: number | null;
  deviceSn: string | null;
  batterySn: string | null;
  stationSn: string;
  limits: { temperatureMax?: number | null } | null;
  canSet: boolean;
  counters: number;
  isSteered: boolean;
  /** True if another device is being tested at the same converter. */
  isBusy: boolean;
}

async function readBench({ trx }: WrittenStep, recordId: number): Promise<Bench> {
  const { rows } = await sql<Bench>`
    select t.status, t.second_id, t.limits, d.device_sn, d.battery_sn, d.station_sn,
           exists (select from device_variable v
                    where v.tenant_id = d.tenant_id and v.device_sn = d.device_sn and v.code = ${SET_POINT}
                      and v.writable) as can_set,
           (select count(distinct coalesce(v.energy_role || 'Energy', v.code))::int from device_variable v
             where v.tenant_id = d.tenant_id and v.device_sn = d.device_sn and v.kind <> 'gauge'
               and (v.energy_role in ('charge', 'discharge') or v.code in ('chargeEnergy', 'dischargeEnergy'))) as counters,
           exists (select from strategy_config c
                    where c.tenant_id = d.tenant_id and c.device_sn = d.device_sn
                      and c.state in ('issued', 'acknowledged', 'inForce')) as is_steered,
           exists (select from factory_test_device o
                     join factory_test_record ot on ot.tenant_id = o.tenant_id and ot.device_id = o.id and ot.id <> t.id
                     join charge_discharge_record r on r.tenant_id = ot.tenant_id and r.record_id = ot.id
                    where o.tenant_id = d.tenant_id and o.device_sn = d.device_sn
                      and r.test_status = 'running') as is_busy
      from factory_test_record t
      join factory_test_device d on d.tenant_id = t.tenant_id and d.id = t.device_id
     where t.id = ${recordId}`.execute(trx);
  if (!rows[0]) throw new AppError('http.notFound');
  return rows[0];
}

const BOTH = 2;

/** Refuses to start a run that the platform cannot control, or whose converter is already controlled. */
function checkBench({ alone }: Row, bench: Bench): void {
  if (bench.secondId === null) throw new AppError('factoryTest.notConfirmed');
  if (!(alone === true ? ['waiting'] : OPEN).includes(bench.status))
    throw new AppError('factoryTest.otherRun');
  if (bench.deviceSn === null || bench.batterySn === null) throw new AppError('factoryTest.noDevices');
  if (!bench.canSet) throw new AppError('factoryTest.noSetPoint');
  if (bench.counters < BOTH) throw new AppError('factoryTest.noCounters');
  if (bench.isSteered) throw new AppError('factoryTest.steered');
  if (bench.isBusy) throw new AppError('factoryTest.busy');
}

/** Adds an alarm rule that raises a critical alarm if cells are too hot. Staff can see and change the rule. */
async function watchTemperature(step: WrittenStep, { batterySn, stationSn, limits }: Bench): Promise<void> {
  const { trx, session, lang } = step;
  const variableSn = `${batterySn}-cellTemperatureMax`;
  const threshold = limits?.temperatureMax ?? null;
  const { rows } = await sql`
    select from device_variable v
     where v.sn = ${variableSn} and not exists (
       select from alarm_generater g
        where g.tenant_id = v.tenant_id and g.variable_sn = v.sn and g.kind = 'threshold' and g.level = 'critical')`.execute(
    trx,
  );
  if (threshold === null || rows.length === 0) return;
  const rule = await createRecordIn(
    trx,
    carrying(step),
    find('alarmGenerater'),
    {
      ...{
        name: pickText(RULE_NAME, lang),
        info: pickText(RULE_INFO, lang),
        kind: 'threshold',
        level: 'critical',
      },
      ...{ scope: 'variable', stationSn, variableSn, operator: '>', threshold },
    },
    // The platform adds the rule, not the person who started the test.
    { owner: { userId: NO_USER, name: '' } },
  );
  const { tenantId } = session;
  publishOnCommit(trx, {
    type: 'entity',
    entity: 'alarmGenerater',
    tenantId,
    id: Number(rule.id),
    do: 'create',
  });
}

const CARRIED: readonly unknown[] = ['running', 'suspended', 'terminated'];

/** Applies the state of a run to its factory test. */
async function followRun(run: Row, bench: Bench, step: WrittenStep): Promise<void> {
  const { testStatus, recordId, pauseReason, reason } = run;
  if (run.alone === true || !CARRIED.includes(testStatus)) return;
  if (testStatus === bench.status || !OPEN.includes(bench.status)) return;
  // Terminating a waiting run does not terminate its test.
  if (testStatus === 'terminated' && bench.status === 'waiting') return;
  const ended = testStatus === 'terminated' ? { reason, endedAt: now() } : {};
  const started = testStatus === 'running' ? { startedAt: run.startedAt } : {};
  await carryState(step, TEST, Number(recordId), { status: testStatus, pauseReason, ...ended, ...started });
}

const runHooks: EntityHooks = {
  async written(changes, step) {
    for (const { before, after } of changes) {
      if (before.testStatus === undefined || before.testStatus === after.testStatus) continue;
      const bench = await readBench(step, Number(after.recordId));
      if (after.testStatus === 'running') {
        checkBench(after, bench);
        await watchTemperature(step, bench);
      }
      await followRun(after, bench, step);
    }
  },
};

/**
 * Finds the run of a test: the active run, or else the first waiting full cycle. Undefined if there is none.
 */
async function findRun({ trx }: WrittenStep, testId: number): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select id, test_status, started_at from charge_discharge_record
     where record_id = ${testId} and alone is not true
       and (test_status in ('running', 'suspended') or (test_status = 'waiting' and service_type = 'cycle'))
     order by test_status = 'waiting', id limit 1`.execute(trx);
  return rows[0];
}

async function startRun(test: Row, step: WrittenStep): Promise<void> {
  const run = await findRun(step, Number(test.id));
  if (run?.testStatus === 'running') return;
  const { name, strategyType } = test;
  const { id } =
    run ??
    (await createRecordIn(step.trx, carrying(step), find(RUN), {
      ...{ recordId: test.id, name, strategyType, serviceType: 'cycle' },
    }));
  await carryState(step, RUN, Number(id), startValues({ startedAt: run?.startedAt ?? null }));
}

/** Terminates all runs of a test, including runs outside the test procedure. */
async function terminateRuns({ id: testId, reason }: Row, step: WrittenStep): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from charge_discharge_record
     where record_id = ${testId} and test_status in ('waiting', 'running', 'suspended') order by id`.execute(
    step.trx,
  );
  for (const { id } of rows)
    await carryState(step, RUN, id, { testStatus: 'terminated', reason, endedAt: now() });
}

/** Applies the state of a test to its runs. */
async function followTest(test: Row, step: WrittenStep): Promise<void> {
  const { id, status, pauseReason } = test;
  if (status === 'running') return startRun(test, step);
  if (status === 'terminated') return terminateRuns(test, step);
  if (status !== 'suspended') return;
  const run = await findRun(step, Number(id));
  if (run?.testStatus === 'running')
    await carryState(step, RUN, Number(run.id), { testStatus: status, pauseReason });
}

const testHooks: EntityHooks = {
  curve: readTestCurve,
  async written(changes, step) {
    for (const { before, after } of changes)
      if (before.status !== undefined && before.status !== after.status) await followTest(after, step);
  },
};

const MEASURING = ['deviceSn', 'batterySn', 'meterSn'];

/** The devices of a test cannot be changed until the test ends. */
const deviceHooks: EntityHooks = {
  async beforeUpdate(values, before, { trx }) {
    const changed = MEASURING.find((name) => (values[name] ?? null) !== (before[name] ?? null));
    if (!changed) return values;
    const { rows } = await sql`
      select from factory_test_record t
       where t.device_id = ${before.id}
         and (t.status in ('running', 'suspended')
              or exists (select from charge_discharge_record r
                          where r.tenant_id = t.tenant_id and r.record_id = t.id
                            and r.test_status in ('running', 'suspended')))`.execute(trx);
    if (rows.length > 0) throw new AppError('factoryTest.underWay', {}, { field: `/${changed}` });
    return values;
  },
};

export const factoryTestHooks = {
  [RUN]: runHooks,
  [TEST]: testHooks,
  factoryTestDevice: deviceHooks,
};
