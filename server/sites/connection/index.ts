/** R082: switches a converter off the grid or back in two steps, by remote control. */

import type { components } from '../../../generated/api.ts';
import { dictionaries } from '../../../runtime/core/definitions/dictionaries.ts';
import { languageOf } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { personOf } from '../../engine/access/asker.ts';
import { seen } from '../../engine/access/scopedRecords.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { ANSWER_WITHIN_S } from '../control/commands.ts';
import { requestControl } from '../control/request.ts';
import { openStation } from '../stations/open.ts';
import { checkConnection, failing, type GridCheck, type GridTarget } from './checks.ts';
import { type ConnectionContext, type Converter, MODE_VALUES, readConnections } from './facts.ts';

type GridSwitch = components['schemas']['GridSwitch'];
type Answer = components['schemas']['GridConnection'];

/** Seconds until a prepared switch expires and must be prepared again. */
const VALID_S = 120;
const HISTORY = 50;
const TARGETS: readonly GridTarget[] = ['offGrid', 'onGrid'];

const validUntil = (preparedAt: string): number => Date.parse(preparedAt) + VALID_S * 1000;

const switches = (trx: ScopedTrx) =>
  trx
    .selectFrom('gridSwitch as g')
    .leftJoin('controlCommand as c', (join) =>
      join.onRef('c.tenantId', '=', 'g.tenantId').onRef('c.id', '=', 'g.commandId'),
    )
    .select(['g.id', 'g.stationSn', 'g.deviceSn', 'g.target', 'g.state', 'g.checks', 'g.preparedByName'])
    .select(['g.preparedBy', 'g.preparedAt', 'g.executedAt', 'c.answeredAt', 'c.answer'])
    .select(['c.state as commandState', 'c.requestedAt']);

type Row = Awaited<ReturnType<ReturnType<typeof switches>['execute']>>[number];

function stateOf({ state, preparedAt, commandState, requestedAt }: Row, now: number): GridSwitch['state'] {
  if (state === 'blocked') return 'blocked';
  if (state === 'prepared') return now > validUntil(preparedAt) ? 'lapsed' : 'prepared';
  const isLate = requestedAt !== null && now - Date.parse(requestedAt) > ANSWER_WITHIN_S * 1000;
  return commandState === 'requested' && isLate ? 'expired' : (commandState ?? 'requested');
}

const shown = (row: Row, now: number): GridSwitch => {
  const { id, stationSn, deviceSn, target, checks, preparedByName, preparedAt, executedAt } = row;
  return {
    ...{ id, stationSn, deviceSn, target: target as GridTarget, checks, preparedAt, executedAt },
    ...{
      state: stateOf(row, now),
      preparedBy: preparedByName,
      answeredAt: row.answeredAt,
      answer: row.answer,
    },
    validUntil: new Date(validUntil(preparedAt)).toISOString(),
  };
};

export async function readGridConnection(ctx: ConnectionContext, stationSn: string): Promise<Answer> {
  const { db, session } = ctx;
  const station = await db.tenant(session.tenantId, (trx) => openStation(trx, ctx, { sn: stationSn }));
  const converters = await readConnections(ctx, station);
  const rows = await db.tenant(session.tenantId, (trx) =>
    switches(trx)
      .where('g.stationSn', '=', station.sn)
      .where('g.deviceSn', 'in', trx.selectFrom(seen(trx, session, 'device').as('d')).select('d.sn'))
      .orderBy('g.id', 'desc')
      .limit(HISTORY)
      .execute(),
  );
  const now = Date.now();
  return {
    converters: converters.map(({ sn, name, isOnline, modeTime, facts }) => ({
      ...{ deviceSn: sn, name, isOnline, mode: facts.mode, modeTime },
      targets: TARGETS.map((target) => ({ target, checks: checkConnection(target, facts) })),
    })),
    history: rows.map((row) => shown(row, now)),
  };
}

/** Finds the converter with its current interlocks. 404 unless the caller may control the converter. */
async function findConverter(
  ctx: ConnectionContext,
  deviceSn: string,
): Promise<{ stationSn: string; converter: Converter }> {
  const { db, session } = ctx;
  const station = await db.tenant(session.tenantId, async (trx) => {
    const device = await trx
      .selectFrom(seen(trx, session, 'device', 'control').as('d'))
      .select('d.stationSn')
      .where('d.sn', '=', deviceSn)
      .executeTakeFirst();
    if (!device) throw new AppError('device.notFound');
    return openStation(trx, ctx, { sn: device.stationSn });
  });
  const converter = (await readConnections(ctx, station)).find(({ sn }) => sn === deviceSn);
  if (!converter) throw new AppError('gridSwitch.noMode', {}, { field: '/deviceSn' });
  return { stationSn: station.sn, converter };
}

async function readSwitch(ctx: ConnectionContext, id: number): Promise<Row | undefined> {
  return ctx.db.tenant(ctx.session.tenantId, (trx) =>
    switches(trx).where('g.id', '=', id).executeTakeFirst(),
  );
}

/** First step: checks the interlocks and stores the results for two minutes. */
export async function prepareSwitch(
  ctx: ConnectionContext,
  { deviceSn, target }: { deviceSn: string; target: GridTarget },
): Promise<GridSwitch> {
  const { db, session } = ctx;
  const { stationSn, converter } = await findConverter(ctx, deviceSn);
  const checks = checkConnection(target, converter.facts);
  const { id } = await db.tenant(session.tenantId, (trx) =>
    trx
      .insertInto('gridSwitch')
      .values({
        ...{ tenantId: session.tenantId, stationSn, deviceSn, target, checks: JSON.stringify(checks) },
        ...{ state: 'prepared', preparedBy: personOf(session), preparedByName: session.name },
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return shown((await readSwitch(ctx, id))!, Date.now());
}

function blockedBy(checks: readonly GridCheck[]): AppError {
  const textIn = (lang: 'zh' | 'en') =>
    failing(checks)
      .map(({ name }) =>
        pickText(dictionaries.gridCheck.entries.find(({ value }) => value === name)!.title, lang),
      )
      .join(languageOf(lang).comma);
  return new AppError('gridSwitch.blocked', { checks: { zh: textIn('zh'), en: textIn('en') } });
}

/**
 * Second step, by the same person: checks the interlocks again and sends the command. Refused if an interlock is not
 * satisfied.
 */
export async function executeSwitch(ctx: ConnectionContext, id: number): Promise<GridSwitch> {
  const { db, session } = ctx;
  const prepared = await readSwitch(ctx, id);
  if (!prepared || prepared.preparedBy !== personOf(session)) throw new AppError('http.notFound');
  if (prepared.state !== 'prepared') throw new AppError('gridSwitch.done');
  if (Date.now() > validUntil(prepared.preparedAt)) throw new AppError('gridSwitch.lapsed');
  const { converter } = await findConverter(ctx, prepared.deviceSn);
  const target = prepared.target as GridTarget;
  const checks = checkConnection(target, converter.facts);
  const settle = async (trx: ScopedTrx, set: { state: 'blocked' | 'sent'; commandId?: number }) => {
    const row = await trx
      .updateTable('gridSwitch')
      .set({ ...set, checks: JSON.stringify(checks), executedAt: new Date() })
      .where('id', '=', id)
      .where('state', '=', 'prepared')
      .returning('id')
      .executeTakeFirst();
    if (!row) throw new AppError('gridSwitch.done');
  };
  if (failing(checks).length > 0) {
    await db.tenant(session.tenantId, (trx) => settle(trx, { state: 'blocked' }));
    throw blockedBy(checks);
  }
  await db.tenant(session.tenantId, async (trx) => {
    const request = { variableSn: converter.modeSn, value: MODE_VALUES[target] };
    const { id: commandId } = await requestControl(ctx, trx, request);
    await settle(trx, { state: 'sent', commandId });
  });
  return shown((await readSwitch(ctx, id))!, Date.now());
}
