/** Tries a drawing on past records. Each trial is rolled back. */
import type { Data } from '../../../generated/calls.ts';
import { type Drawing, stateFieldOf } from '../../../runtime/core/automation/drawing.ts';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import { isObject } from '../../../runtime/core/object.ts';
import { runEndings } from '../../platform/db/beforeCommit.ts';
import type { Trx } from '../../platform/db/index.ts';
import { type Row, trxAny } from '../../platform/db/tables/anyTable.ts';
import { AppError, answerError } from '../../platform/errors/errors.ts';
import { recordWhere } from '../access/recordScope.ts';
import type { CallContext } from '../context.ts';
import { fieldsOf } from '../entities/columns.ts';
import { recordTitle } from '../entities/texts.ts';
import { allColumns } from '../entities/write/writableColumns.ts';
import { readCalendar } from '../time/calendar.ts';
import { dayAt } from '../time/series.ts';
import { type Automation, openAutomation } from './automation.ts';
import { beginChain } from './chain.ts';
import { findMatching, momentsOf } from './due.ts';
import { isMet } from './match.ts';
import { outcomeText } from './outcomeText.ts';
import { perform, readAsOwner, runRecord } from './perform.ts';

type Trial = Data<'automationTrial'>;
type TrialContext = Pick<CallContext, 'db' | 'hub' | 'vault' | 'session' | 'lang' | 'zone'>;

const DAYS = 30;
const DAY_MS = 86_400_000;
/** Maximum number of past writes to examine, and of records to try. */
const MOST_LOOKED = 2_000;
const MOST_TRIED = 10;

interface Past {
  record: Row;
  at: string;
}

/** Returns the given records that the caller may see, by id. */
async function readSeen(trx: Trx, { session }: TrialContext, entity: Entity, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, Row>();
  const where = recordWhere(session, entity, 'get');
  const query = trxAny(trx)
    .selectFrom(entity.name)
    .select(allColumns(entity))
    .where('id', 'in', [...ids]);
  const rows: Row[] = await (where ? query.where(where) : query).execute();
  return new Map(rows.map((row) => [Number(row.id), row]));
}

/** Returns whether a history entry matches the trigger. */
function isPastTrigger({ trigger }: Drawing, entity: Entity, action: string, diff: unknown): boolean {
  const changes = isObject(diff) ? diff : {};
  if (trigger.on === 'created') return action === 'create' || action === 'import';
  if (action === 'create' || action === 'delete') return false;
  if (trigger.on === 'updated') {
    const names = trigger.fields?.length ? trigger.fields : Object.keys(fieldsOf(entity));
    return names.some((name) => name in changes);
  }
  const change = changes[stateFieldOf(entity) ?? ''];
  return trigger.on === 'moved' && Array.isArray(change) && trigger.to.some((state) => state === change[1]);
}

/**
 * Finds the past writes that would have triggered the automation, the newest first. Conditions are evaluated with the
 * current records.
 */
async function findPast(
  trx: Trx,
  ctx: TrialContext,
  automation: Automation,
  entity: Entity,
): Promise<Past[]> {
  const lines = await trx
    .selectFrom('auditLog')
    .select(['recordId', 'action', 'diff', 'at'])
    .where('tenantId', '=', ctx.session.tenantId)
    .where('entity', '=', entity.name)
    .where('at', '>', new Date(Date.now() - DAYS * DAY_MS).toISOString())
    .orderBy('id', 'desc')
    .limit(MOST_LOOKED)
    .execute();
  const meant = lines.filter(({ action, diff }) => isPastTrigger(automation.drawing, entity, action, diff));
  const ids = [...new Set(meant.map(({ recordId }) => Number(recordId)))].filter(Number.isSafeInteger);
  const seen = await readSeen(trx, ctx, entity, ids);
  const past: Past[] = [];
  for (const { recordId, at } of meant) {
    const record = seen.get(Number(recordId));
    if (record && (await isMet(trx, automation, entity, record)))
      past.push({ record, at: new Date(at).toISOString() });
  }
  return past;
}

/** Returns the past moments of a timed automation, with the records that match now. */
async function findTimes(trx: Trx, ctx: TrialContext, automation: Automation): Promise<Past[]> {
  const { trigger, entity } = automation.drawing;
  if (trigger.on !== 'time') return [];
  const calendar = await readCalendar(trx);
  const now = Date.now();
  const window = { from: dayAt(now - DAYS * DAY_MS, calendar.zone), to: dayAt(now, calendar.zone) };
  const moments = momentsOf(trigger, calendar, window).filter((moment) => Date.parse(moment) <= now);
  if (entity === null) return moments.map((at) => ({ record: { id: 0 }, at }));
  const records = await findMatching(trx, ctx.session, automation);
  return moments.flatMap((at) => records.map((record) => ({ record, at }))).toReversed();
}

class Undone extends Error {}

/** Carries the effects out and rolls them back. Returns the result for the record. */
async function tryOne(
  ctx: TrialContext,
  automation: Automation,
  entity: Entity,
  { record, at }: Past,
): Promise<Pick<Trial['records'][number], 'name' | 'became' | 'reason'>> {
  let became = '';
  let name = automation.drawing.entity === null ? automation.name : `#${record.id}`;
  try {
    await ctx.db.tenant(ctx.session.tenantId, async (trx) => {
      beginChain(trx, [automation.id]);
      const about =
        automation.drawing.entity === null
          ? runRecord(automation.drawing, { id: 0, day: at.slice(0, 10), input: null })
          : await readAsOwner(trx, ctx.session, entity, Number(record.id));
      if (automation.drawing.entity !== null) name = recordTitle(entity, about);
      const outcome = await perform(trx, automation, { entity, record: about }, ctx, () => runEndings(trx));
      became = outcomeText(outcome, ctx.lang);
      throw new Undone();
    });
  } catch (error) {
    if (error instanceof Undone) return { name, became, reason: null };
    if (!(error instanceof AppError)) throw error;
    const { msg, errors = [] } = answerError(error, ctx.lang).body;
    return { name, became: null, reason: errors[0]?.msg ?? msg };
  }
  return { name, became, reason: null };
}

/** Returns how often the automation would have run in the past days, and the effects on the latest records. */
export async function tryDrawing(
  ctx: TrialContext,
  { id, name, drawing }: { id: number; name: string; drawing: Drawing },
): Promise<Trial> {
  const automation = openAutomation({ id, name, ownerId: ctx.session.userId, drawing });
  const { subject } = automation;
  if (!subject) throw new AppError('http.notFound');
  const past = await ctx.db.tenant(ctx.session.tenantId, (trx) =>
    drawing.trigger.on === 'time'
      ? findTimes(trx, ctx, automation)
      : drawing.entity === null
        ? Promise.resolve([])
        : findPast(trx, ctx, automation, subject),
  );
  const records: Trial['records'] = [];
  for (const one of past.slice(0, MOST_TRIED))
    records.push({
      ...{ id: Number(one.record.id), at: one.at },
      ...(await tryOne(ctx, automation, subject, one)),
    });
  return { days: DAYS, runs: past.length, records };
}
