/**
 * Sends the set points of many strategies as commands and stores the results. A command, its history and the state of
 * its strategy are committed together.
 */
import type { Services } from '../../engine/context.ts';
import { platformSession } from '../../engine/time/platformStep.ts';
import { publishOnCommit, type ScopedTrx } from '../../platform/db/index.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { requestControls } from '../control/request.ts';
import { SET_POINT } from '../control/setPoint.ts';
import type { Outcome } from './step.ts';
import {
  addHistory,
  type Entry,
  holdStrategies,
  type Settled,
  type StrategyRow,
  writeAnswers,
  writeStandings,
} from './store.ts';

export type SettleParts = Pick<Services, 'db' | 'hub' | 'log' | 'telemetry'>;

/** Maximum number of strategies in one transaction. */
const BATCH = 250;

/** Returns the state of a strategy after its set point was sent by this command. */
export function sent(outcome: Outcome, power: number, commandId: number): Settled {
  const noted = (outcome.send?.entries ?? []).map(
    (entry): Entry => ({ ...entry, commandId, status: 'requested' }),
  );
  const standing = { ...outcome.standing, setPoint: power, commandId };
  return { ...outcome, standing, entries: [...outcome.entries, ...noted] };
}

/**
 * Returns the state of a strategy whose device cannot be reached. The fault is recorded once, and the set point is sent
 * later.
 */
function unsent(outcome: Outcome, { key }: AppError): Settled {
  const { row, entries, measured } = outcome;
  const silent: Entry = { event: 'silent', limit: 'silent', note: key, ...(measured ? { measured } : {}) };
  return {
    ...{ ...outcome, standing: { ...outcome.standing, binding: 'silent' } },
    entries: row.binding === 'silent' ? entries : [...entries, silent],
  };
}

/** Sends set points. Strategies for which another process has decided since the read are left out. */
async function sendSetPoints(
  parts: SettleParts,
  trx: ScopedTrx,
  tenantId: number,
  outcomes: readonly Outcome[],
): Promise<Settled[]> {
  if (outcomes.length === 0) return [];
  const locked = await holdStrategies(
    trx,
    tenantId,
    outcomes.map(({ row }) => row),
  );
  const sending = outcomes.flatMap((outcome) =>
    locked.has(outcome.row.id) && outcome.send ? [{ outcome, power: outcome.send.power }] : [],
  );
  const requests = sending.map(({ outcome: { row }, power }) => ({
    // A converter without a set point variable is refused like an unknown variable.
    ...{ variableSn: row.setPointSn ?? '', value: power, by: `${row.number} ${row.name}` },
    // A command to zero makes the converter safe, so it is stored even if the converter seems offline.
    evenOffline: power === 0,
  }));
  // Strategies act without a user. Their commands show the name of the strategy instead.
  const session = platformSession(tenantId);
  const answers = await requestControls({ ...parts, session }, trx, requests);
  return sending.map(({ outcome, power }, index) => {
    const answer = answers[index]!;
    return answer instanceof AppError ? unsent(outcome, answer) : sent(outcome, power, answer.id);
  });
}

/** Returns whether the state or the limit changed. Other changes of the set point do not refresh open lists. */
const turned = ({ row, standing: { state = row.state, binding = row.binding } }: Settled): boolean =>
  state !== row.state || binding !== row.binding;

async function settleTogether(
  parts: SettleParts,
  tenantId: number,
  now: number,
  outcomes: readonly Outcome[],
): Promise<void> {
  const { sending = [], rest = [] } = Object.groupBy(outcomes, ({ send }) => (send ? 'sending' : 'rest'));
  await parts.db.tenant(tenantId, async (trx) => {
    const settled = [...rest, ...(await sendSetPoints(parts, trx, tenantId, sending))];
    const written = await writeStandings(trx, tenantId, settled);
    const own = settled.filter(({ row }) => written.has(row.id));
    await writeAnswers(trx, tenantId, own);
    await addHistory(trx, tenantId, now, own);
    for (const { row } of own.filter(turned))
      publishOnCommit(trx, {
        ...{ type: 'entity', entity: 'strategyConfig', tenantId, id: row.id, do: 'update' },
        steered: true,
      });
  });
}

/**
 * Settles strategies one by one, so that an error in one does not affect the others. The converter of a failed one is
 * stopped by its watchdog.
 */
async function settleApart(
  parts: SettleParts,
  tenantId: number,
  now: number,
  outcomes: readonly Outcome[],
): Promise<void> {
  for (const outcome of outcomes)
    await settleTogether(parts, tenantId, now, [outcome]).catch((error: unknown) =>
      logFailed(parts, outcome.row, error),
    );
}

export const logFailed = ({ log }: SettleParts, { tenantId, stationSn }: StrategyRow, error: unknown): void =>
  log.error('a station could not be steered', { tenantId, station: stationSn, error });

/** Stores and sends the decisions for a tenant's strategies. */
export async function settleOutcomes(
  parts: SettleParts,
  tenantId: number,
  now: number,
  outcomes: readonly Outcome[],
): Promise<void> {
  for (let from = 0; from < outcomes.length; from += BATCH) {
    const batch = outcomes.slice(from, from + BATCH);
    // If a batch cannot be written, its strategies are written one by one. Committed ones count as decided by another
    // process.
    await settleTogether(parts, tenantId, now, batch).catch(() => settleApart(parts, tenantId, now, batch));
    for (const { row, repeat } of batch) {
      if (!repeat) continue;
      const { commandId, power } = repeat;
      parts.hub.publish({
        ...{ type: 'control', tenantId, deviceSn: row.deviceSn, commandId },
        params: { [SET_POINT]: power },
      });
    }
  }
}
