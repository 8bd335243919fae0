/**
 * Controls the runs of factory tests. Decides the step and set point of each run, and sends the set point as a command.
 * The progress is written in the same transaction.
 */
import { dictionaries } from '../../../runtime/core/definitions/dictionaries.ts';
import type { Services } from '../../engine/context.ts';
import { platformSession, platformStep } from '../../engine/time/platformStep.ts';
import { publishOnCommit, type ScopedTrx } from '../../platform/db/index.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { requestControls } from '../control/request.ts';
import { SET_POINT } from '../control/setPoint.ts';
import { type Ratings, readRatings } from '../strategies/limits.ts';
import { readMeasured } from '../strategies/measured.ts';
import { finishRun } from './finish.ts';
import { carryState } from './hooks.ts';
import { notifyPeople } from './notice.ts';
import { closed, type Pause, type RunOutcome, type RunState, SILENT_MS, stepRun } from './procedure.ts';
import { holdRun, type RunRow, readRuns, type Standing, touchRuns, writeStanding } from './store.ts';
import { limitsOfRun } from './testLimits.ts';

export type TestParts = Pick<Services, 'db' | 'hub' | 'vault' | 'log' | 'telemetry'>;

const RUN = 'chargeDischargeRecord';
/** A new set point is sent only if it differs by more than this share of the power. */
const DEADBAND_SHARE = 0.01;
const SOC_FULL = 100;
const REST_MINUTES = 30;
const SHIPPING_SOC = 30;

export const runKey = ({ tenantId, id }: Pick<RunRow, 'tenantId' | 'id'>): string => `${tenantId} ${id}`;

const text = (moment: number): string => new Date(moment).toISOString();
const instant = (moment: string | null): number => (moment === null ? 0 : Date.parse(moment));

interface Known {
  measured: RunState['measured'];
  ratings: Ratings;
  now: number;
}

const isSuperseded = ({ commandId, newestId }: RunRow): boolean =>
  commandId !== null && newestId !== null && newestId > commandId;

function stateOf(row: RunRow, known: Known): RunState {
  const { serviceType, strategyType, power, ratedEnergy } = row;
  const { temperatureMin, temperatureMax } = limitsOfRun(row);
  return {
    ...known,
    plan: {
      ...{ serviceType, strategyType, power, ratedEnergy, temperatureMin, temperatureMax },
      socFrom: row.socFrom ?? 0,
      socTo: row.socTo ?? SOC_FULL,
      restMinutes: row.restMinutes ?? REST_MINUTES,
      shippingSoc: row.shippingSoc ?? SHIPPING_SOC,
    },
    parts: row.parts ?? [],
    setPoint: row.setPoint,
    decidedAt: row.decidedAt === null ? null : instant(row.decidedAt),
    command:
      row.commandId !== null && row.commandState !== null
        ? { state: row.commandState, sentAt: instant(row.sentAt) }
        : null,
    isTaken: isSuperseded(row),
    isAlarmed: row.isAlarmed,
  };
}

/** Sends a set point. Returns the columns to write, or the reason why the command was refused. */
async function sendPower(
  parts: TestParts,
  trx: ScopedTrx,
  row: RunRow,
  power: number,
  now: number,
): Promise<Standing | AppError> {
  const [answer] = await requestControls({ ...parts, session: platformSession(row.tenantId) }, trx, [
    {
      // A converter without a set point variable is refused like an unknown variable. The test has no user whose name
      // the command could show.
      ...{ variableSn: row.setPointSn ?? '', value: power, by: `${row.number} ${row.name}` },
      // A command to 0 kW is stored even if the converter is offline.
      evenOffline: power === 0,
    },
  ]);
  if (answer instanceof AppError || !answer) return answer ?? new AppError('variable.notFound');
  return { setPoint: power, commandId: answer.id, sentAt: text(now) };
}

function mustSend({ setPoint, commandId, power: planned }: RunRow, power: number): boolean {
  if (setPoint === null || commandId === null) return true;
  if (power === 0 || setPoint === 0) return power !== setPoint;
  return Math.abs(power - setPoint) > planned * DEADBAND_SHARE;
}

const pauseTitle = (pause: Pause) =>
  dictionaries.testPause.entries.find(({ value }) => value === pause)?.title ?? { zh: pause, en: pause };

/** Suspends a run and its test, with a set point of 0 kW. */
async function suspendRun(
  parts: TestParts,
  row: RunRow,
  outcome: Pick<RunOutcome, 'parts' | 'step'>,
  pause: Pause,
  now: number,
): Promise<void> {
  const { tenantId, id, number, name } = row;
  const step = platformStep(parts, tenantId, row.zone);
  await parts.db.tenant(tenantId, async (trx) => {
    if (!(await holdRun(trx, row))) return;
    // If another command controls the converter, this run sends no command.
    const safe =
      pause === 'otherControl'
        ? { setPoint: null, commandId: null }
        : await sendPower(parts, trx, row, 0, now);
    const standing = safe instanceof AppError ? {} : safe;
    await writeStanding(trx, row, { ...outcome, ...standing, decidedAt: text(now) });
    await carryState({ ...step, trx }, RUN, id, { testStatus: 'suspended', pauseReason: pause });
    const why = pauseTitle(pause);
    await notifyPeople(trx, row, {
      zh: `试验 ${number} “${name}”已暂停：${why.zh}`,
      en: `The test ${number} “${name}” is suspended: ${why.en}`,
    });
  });
}

/** Stores the next step or set point of a run. Returns the error of a refused set point, or null. */
async function advanceRun(
  parts: TestParts,
  row: RunRow,
  outcome: RunOutcome,
  known: Known,
): Promise<AppError | null> {
  const { tenantId, id } = row;
  const { step, parts: course, power } = outcome;
  return parts.db.tenant(tenantId, async (trx) => {
    if (!(await holdRun(trx, row))) return null;
    const sent = mustSend(row, power) ? await sendPower(parts, trx, row, power, known.now) : {};
    if (sent instanceof AppError) return sent;
    const first = (row.parts ?? []).length === 0 ? { socStart: known.measured.soc ?? null } : {};
    await writeStanding(trx, row, { step, parts: course, ...sent, ...first, decidedAt: text(known.now) });
    if (step !== row.step)
      publishOnCommit(trx, { type: 'entity', entity: RUN, tenantId, id, do: 'update', steered: true });
    return null;
  });
}

const repeatPower = ({ hub }: TestParts, { tenantId, deviceSn, commandId, setPoint }: RunRow): void => {
  if (commandId === null || setPoint === null) return;
  hub.publish({ type: 'control', tenantId, deviceSn, commandId, params: { [SET_POINT]: setPoint } });
};

/** Sends 0 kW for an inactive run until the converter has acknowledged it. */
async function releaseRun(parts: TestParts, row: RunRow, now: number): Promise<void> {
  const { setPoint, commandState, sentAt, parts: course } = row;
  const isLate = commandState !== 'acknowledged' && now - instant(sentAt) > SILENT_MS;
  const isReleased = isSuperseded(row) || (setPoint === 0 && commandState === 'acknowledged');
  if (!isReleased && setPoint === 0 && commandState === 'requested' && !isLate)
    return repeatPower(parts, row);
  await parts.db.tenant(row.tenantId, async (trx) => {
    if (!(await holdRun(trx, row))) return;
    const sent = isReleased ? { setPoint: null, commandId: null } : await sendPower(parts, trx, row, 0, now);
    await writeStanding(trx, row, {
      ...(course ? { parts: closed(course, now) } : {}),
      ...(sent instanceof AppError ? {} : sent),
    });
  });
}

/** Makes one decision for an active run. Returns true if only the time of the decision changes. */
async function steerRun(parts: TestParts, row: RunRow, known: Known): Promise<boolean> {
  const outcome = stepRun(stateOf(row, known));
  if (outcome.pause) {
    await suspendRun(parts, row, outcome, outcome.pause, known.now);
    return false;
  }
  if (outcome.isDone) {
    await finishRun(parts, row, outcome.parts, known);
    return false;
  }
  const isSteady = outcome.parts === row.parts && outcome.step === row.step;
  if (isSteady && !mustSend(row, outcome.power)) return true;
  const refused = await advanceRun(parts, row, outcome, known);
  if (refused) await suspendRun(parts, row, outcome, 'refused', known.now);
  return false;
}

async function steerTenant(
  parts: TestParts,
  tenantId: number,
  rows: readonly RunRow[],
  now: number,
): Promise<void> {
  const values = await readMeasured(parts, tenantId, rows, now, SILENT_MS);
  const ratings = await parts.db.tenant(tenantId, (trx) => readRatings(trx, rows));
  const steady: RunRow[] = [];
  for (const [place, row] of rows.entries()) {
    const { measured, voltage } = values.get(row.id)!;
    const known = { measured: { ...measured, voltage }, ratings: ratings[place]!, now };
    try {
      if (row.state !== 'running') await releaseRun(parts, row, now);
      else if (await steerRun(parts, row, known)) steady.push(row);
    } catch (error) {
      // A failed run does not affect the others. Its converter is stopped by its own watchdog.
      parts.log.error('a factory test could not be steered', { tenantId, run: row.id, error });
    }
  }
  if (steady.length === 0) return;
  await parts.db.tenant(tenantId, (trx) => touchRuns(trx, tenantId, steady, text(now)));
  for (const row of steady) repeatPower(parts, row);
}

/** Makes one decision for each run that `claim` assigns to this process. */
export async function steerTests(
  parts: TestParts,
  now: number,
  claim: (keys: readonly string[]) => ReadonlySet<string>,
): Promise<void> {
  const rows = await parts.db.system(readRuns);
  const mine = claim(rows.map(runKey));
  const own = Map.groupBy(
    rows.filter((row) => mine.has(runKey(row))),
    ({ tenantId }) => tenantId,
  );
  for (const [tenantId, ofTenant] of own) await steerTenant(parts, tenantId, ofTenant, now);
}
