/** Runs one automation: takes a queued run, carries it out and writes its log, in one transaction. */
import { type Selectable, sql } from 'kysely';
import type { EntityTables } from '../../../generated/database.ts';
import type { Text } from '../../../generated/definition.ts';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { limitWords } from '../../../runtime/fieldTypes/words/words.ts';
import { runEndings } from '../../platform/db/beforeCommit.ts';
import { errorCode } from '../../platform/db/connect/connect.ts';
import { publishOnCommit, type Trx } from '../../platform/db/index.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Session } from '../context.ts';
import { recordTitle } from '../entities/texts.ts';
import { writeGuard } from '../entities/write/constraints.ts';
import { updateRecordIn } from '../entities/write/write.ts';
import { sendNotice } from '../notices/index.ts';
import { recordLink } from '../states/link.ts';
import type { MoveStep } from '../states/moveStep.ts';
import { findPeople } from '../states/people.ts';
import { readCalendar } from '../time/calendar.ts';
import { refusalText } from '../time/failure.ts';
import { platformSession, type TimeParts } from '../time/platformStep.ts';
import { dayAt } from '../time/series.ts';
import { type Automation, openAutomation } from './automation.ts';
import { beginChain, readChain } from './chain.ts';
import { selectAutomations } from './memory.ts';
import { outcomeText } from './outcomeText.ts';
import { openOwner } from './owner.ts';
import { perform, readAsOwner, runRecord } from './perform.ts';
import { findHiddenField } from './sight.ts';

type Run = Selectable<EntityTables['automationRun']>;

/** Maximum number of runs of a tenant in a minute. Further runs wait. */
const RUNS_A_MINUTE = 120;
const MINUTE_MS = 60_000;
/** Time limit of a run in seconds, because its writes hold locks. */
const LIMIT_S = 10;
const MAX_SUBJECT = 500;
const CANCELED = '57014';

const OFF: Text = { zh: '自动化已停用', en: 'the automation was turned off' };
const GONE: Text = { zh: '记录类型不存在', en: 'the definition of the records no longer exists' };
const LEFT: Text = { zh: '负责人已离开', en: 'its owner has left' };
const HIDDEN = (field: string): Text => ({
  zh: `负责人不能再查看字段“${field}”`,
  en: `its owner may no longer see the field “${field}”`,
});

interface End {
  state: 'done' | 'failed' | 'stopped';
  became?: string;
  reason?: Text;
  /** The name of the record as the owner sees it. */
  subject?: string;
}

async function endRun(trx: Trx, { tenantId, id }: Pick<Run, 'tenantId' | 'id'>, end: End): Promise<void> {
  const now = new Date().toISOString();
  await trx
    .updateTable('automationRun')
    .set({ ...end, reason: end.reason ? limitWords(end.reason) : null, startedAt: now, endedAt: now })
    .set({ updatedAt: now, version: sql<number>`version + 1` })
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
  publishOnCommit(trx, { type: 'entity', entity: 'automationRun', tenantId, id: Number(id), do: 'update' });
}

/** Disables an automation whose owner left or lost rights, and notifies the administrators. */
async function stopAutomation(
  trx: Trx,
  parts: TimeParts,
  { id, name, tenantId }: { id: number; name: string; tenantId: number },
  reason: Text,
): Promise<void> {
  const entity = entityOf('automation');
  const { db, hub, vault } = parts;
  const ctx: MoveStep = { db, hub, vault, session: platformSession(tenantId), lang: 'zh', zone: 'UTC' };
  const { record } = await updateRecordIn(
    trx,
    ctx,
    entity,
    id,
    null,
    {},
    {
      right: null,
      move: { values: { state: 'stopped', reason: limitWords(reason), nextRun: null }, told: {} },
    },
  );
  await sendNotice(trx, {
    tenantId,
    userIds: await findPeople(trx, { roles: ['administrator'], owner: true }, { entity, record, userId: 0 }),
    text: {
      zh: `自动化“${name}”已中止：${reason.zh}`,
      en: `The automation “${name}” was stopped: ${reason.en}`,
    },
    link: recordLink(entity.name, id),
    kind: 'reminder',
  });
  publishOnCommit(trx, { type: 'entity', entity: entity.name, tenantId, id, do: 'update' });
}

/** Carries out a run with the current rights of its owner. */
async function carryOut(trx: Trx, parts: TimeParts, run: Run, automation: Automation, owner: Session) {
  const { subject, drawing } = automation;
  if (!subject) return endRun(trx, run, { state: 'stopped', reason: GONE });
  const { zone } = await readCalendar(trx);
  const { db, hub, vault } = parts;
  const ctx: MoveStep = { db, hub, vault, session: owner, lang: owner.lang, zone };
  beginChain(trx, [...readChain(run.chain), automation.id]);
  const record =
    drawing.entity === null
      ? runRecord(drawing, { id: Number(run.id), day: dayAt(Date.now(), zone), input: run.input })
      : await readAsOwner(trx, owner, subject, Number(run.recordId));
  const outcome = await perform(trx, automation, { entity: subject, record }, ctx, () => runEndings(trx));
  const named =
    drawing.entity === null ? {} : { subject: recordTitle(subject, record).slice(0, MAX_SUBJECT) };
  return endRun(trx, run, { state: 'done', became: outcomeText(outcome, owner.lang), ...named });
}

const countLately = async (trx: Trx, tenantId: number, now: number): Promise<number> => {
  const { count } = await trx
    .selectFrom('automationRun')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tenantId', '=', tenantId)
    .where('startedAt', '>', new Date(now - MINUTE_MS).toISOString())
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Takes the oldest queued run that no other process has locked. Undefined if there is none. */
const claimRun = (trx: Trx, tenantId: number): Promise<Run | undefined> =>
  trx
    .selectFrom('automationRun')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('state', '=', 'waiting')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

async function follow(trx: Trx, parts: TimeParts, run: Run): Promise<void> {
  const { tenantId, automationId } = run;
  const stored = await selectAutomations(trx, tenantId).where('a.id', '=', automationId).executeTakeFirst();
  if (stored?.state !== 'on') return endRun(trx, run, { state: 'stopped', reason: OFF });
  const automation = openAutomation(stored);
  const owner = await openOwner(trx, tenantId, stored);
  const hidden = owner ? findHiddenField(automation, owner) : undefined;
  if (owner && hidden === undefined) return carryOut(trx, parts, run, automation, owner);
  const reason = hidden === undefined ? LEFT : HIDDEN(hidden);
  await stopAutomation(trx, parts, { id: stored.id, name: stored.name, tenantId }, reason);
  return endRun(trx, run, { state: 'stopped', reason });
}

/** Returns the reason of a failure in both languages. Unexpected errors are also logged. */
function reasonOf(parts: TimeParts, run: Run, error: unknown): Text {
  const known =
    error instanceof AppError
      ? error
      : errorCode(error) === CANCELED
        ? new AppError('automation.tooLong', { seconds: LIMIT_S })
        : new AppError('http.internal');
  if (known.key === 'http.internal') parts.log.error('an automation failed', { run: Number(run.id), error });
  return refusalText(known);
}

/**
 * Carries out the next queued run of a tenant. Effects and log are written in one transaction, so a run stays queued
 * if its process is killed.
 */
export async function runNext(
  parts: TimeParts,
  tenantId: number,
  now = Date.now(),
): Promise<'ran' | 'none' | 'later'> {
  let claimed: Run | undefined;
  try {
    return await writeGuard(parts.db, entityOf('automationRun'), { deleting: false, lang: 'zh' }, () =>
      parts.db.tenant(tenantId, async (trx) => {
        if ((await countLately(trx, tenantId, now)) >= RUNS_A_MINUTE) return 'later';
        await sql`set local statement_timeout = ${sql.lit(`${LIMIT_S}s`)}`.execute(trx);
        claimed = await claimRun(trx, tenantId);
        if (!claimed) return 'none';
        await follow(trx, parts, claimed);
        return 'ran';
      }),
    );
  } catch (error) {
    const run = claimed;
    if (!run) throw error;
    const reason = reasonOf(parts, run, error);
    await parts.db.tenant(tenantId, (trx) => endRun(trx, run, { state: 'failed', reason }));
    return 'ran';
  }
}
