/** Reads the curve of a factory test for its certificate from the stored points of its runs. */
import { dictionaries } from '../../../runtime/core/definitions/dictionaries.ts';
import { convertUnit, unitFactor } from '../../../runtime/core/numbers/unit.ts';
import { seen } from '../../engine/access/scopedRecords.ts';
import type { HandlerContext } from '../../engine/context.ts';
import type { CurveLine, CurveMark, CurvePoint, RecordCurve } from '../../engine/recordCurve.ts';
import type { TelemetryVariable } from '../telemetry/index.ts';
import { variablesSeen } from '../telemetry/variableAccess.ts';
import { type Part, SILENT_MS } from './procedure.ts';

/** Lines of the curve, each with the device and code of its variable. */
const LINES = [
  ['deviceSn', 'power', 'kW', { zh: '功率', en: 'Power' }],
  ['batterySn', 'soc', '%', { zh: 'SOC', en: 'SOC' }],
  ['batterySn', 'cellVoltageMax', 'V', { zh: '单体最高电压', en: 'Highest cell voltage' }],
  ['batterySn', 'cellVoltageMin', 'V', { zh: '单体最低电压', en: 'Lowest cell voltage' }],
] as const;
/** Maximum number of points. More would not be visible on paper. */
const MOST_POINTS = 800;

type Context = Pick<HandlerContext, 'db' | 'session' | 'telemetry'>;

/** A test that the caller may see. */
interface TestRef {
  id?: unknown;
  deviceId?: unknown;
}

interface Course {
  devices: Record<'deviceSn' | 'batterySn', string | null>;
  parts: readonly Part[];
}

/** Reads the devices and parts of a test if the caller may list them. Runs without a test are left out. */
async function readCourse({ db, session }: Context, record: TestRef): Promise<Course | null> {
  return db.tenant(session.tenantId, async (trx) => {
    const devices = await trx
      .selectFrom(seen(trx, session, 'factoryTestDevice').as('d'))
      .select(['d.deviceSn', 'd.batterySn'])
      .where('d.id', '=', Number(record.deviceId))
      .executeTakeFirst();
    const runs = await trx
      .selectFrom(seen(trx, session, 'chargeDischargeRecord').as('r'))
      .select('r.parts')
      .where('r.recordId', '=', Number(record.id))
      .where('r.alone', 'is not', true)
      .orderBy('r.id')
      .execute();
    const parts = runs.flatMap((run) => (run.parts ?? []) as Part[]);
    return devices && parts.length > 0 ? { devices, parts } : null;
  });
}

/** Joins consecutive parts. The curve has a gap only where the test was suspended. */
function stretchesOf(parts: readonly Part[], now: number): { from: number; to: number }[] {
  const stretches: { from: number; to: number }[] = [];
  for (const part of parts) {
    const [from, to] = [Date.parse(part.from), part.to ? Date.parse(part.to) : now];
    const last = stretches.at(-1);
    if (last && from - last.to < SILENT_MS) last.to = to;
    else stretches.push({ from, to });
  }
  return stretches;
}

/** Marks the start of each step. Resumed steps have no mark. */
function marksOf(parts: readonly Part[]): CurveMark[] {
  const begun = parts.filter(({ step }, at) => step !== parts[at - 1]?.step);
  return begun.flatMap(({ step, from }) => {
    const title = dictionaries.testStep.entries.find(({ value }) => value === step)?.title;
    return title ? [{ at: Date.parse(from), title }] : [];
  });
}

async function readLine(
  { session: { tenantId }, telemetry }: Context,
  variable: TelemetryVariable,
  unit: string,
  { stretches, maxPoints }: { stretches: readonly { from: number; to: number }[]; maxPoints: number },
): Promise<CurveLine['stretches']> {
  const factor = unitFactor(variable.unit, unit) ?? 1;
  const read: CurvePoint[][] = [];
  for (const { from, to } of stretches) {
    const [series] = await telemetry.history({
      ...{ tenantId, variables: [variable], from, to: to + 1, maxPoints },
    });
    const points = (series?.points ?? []).flatMap(([ts, value]): CurvePoint[] =>
      typeof value === 'number' ? [[ts, convertUnit(value, factor)]] : [],
    );
    read.push(points);
  }
  return read;
}

/**
 * Returns the curve of a test from its first part to its last, or to the current time while the test runs.
 * Null if the test has no parts.
 */
export async function readTestCurve(
  record: TestRef,
  ctx: Context,
  maxPoints = MOST_POINTS,
): Promise<RecordCurve | null> {
  const course = await readCourse(ctx, record);
  if (!course) return null;
  const { devices, parts } = course;
  const requested = LINES.flatMap(([role, code, unit, title]) => {
    const deviceSn = devices[role];
    return deviceSn === null ? [] : [{ deviceSn, code, unit, title }];
  });
  const variables = await variablesOf(ctx, requested);
  const stretches = stretchesOf(parts, Date.now());
  const lines: CurveLine[] = [];
  for (const { deviceSn, code, unit, title } of requested) {
    const variable = variables.find((one) => one.deviceSn === deviceSn && one.code === code);
    if (!variable) continue;
    lines.push({ title, unit, stretches: await readLine(ctx, variable, unit, { stretches, maxPoints }) });
  }
  return { from: stretches[0]!.from, to: stretches.at(-1)!.to, lines, marks: marksOf(parts) };
}

/** Reads the lines' variables that the caller may see. */
async function variablesOf(
  ctx: Context,
  requested: readonly { deviceSn: string; code: string }[],
): Promise<TelemetryVariable[]> {
  const { db, session } = ctx;
  const devices = [...new Set(requested.map(({ deviceSn }) => deviceSn))];
  if (devices.length === 0) return [];
  const rows = await db.tenant(session.tenantId, (trx) =>
    trx
      .selectFrom(seen(trx, session, 'deviceVariable').as('v'))
      .select('v.sn')
      .where('v.deviceSn', 'in', devices)
      .where(
        'v.code',
        'in',
        LINES.map(([, code]) => code),
      )
      .execute(),
  );
  return variablesSeen(
    ctx,
    rows.flatMap(({ sn }) => sn ?? []),
  );
}
