/** Runs the effects of an event in the transaction of the write. */
import type { EntityDefinition, Transition } from '../../../generated/definition.ts';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { isConditionMet, type Values } from '../../../runtime/core/rules/rule.ts';
import { publishOnCommit, type Trx } from '../../platform/db/index.ts';
import { type Row, trxAny } from '../../platform/db/tables/anyTable.ts';
import { everything } from '../access/asker.ts';
import { inHome } from '../entities/exchangeRates.ts';
import { same } from '../entities/write/storedEqual.ts';
import { allColumns } from '../entities/write/writableColumns.ts';
import { followEvents, type Happened } from '../events.ts';
import { runEffects } from '../states/effects.ts';
import type { MoveStep } from '../states/moveStep.ts';
import { changeReferred } from '../states/referenceEffects.ts';
import { moveIn } from '../states/transition.ts';
import type { TimeParts } from './platformStep.ts';

type Event = NonNullable<EntityDefinition['on']>[number];

const filled = (row: Values): Values =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== ''));

/** Returns whether an event matches. For a change, one of the event's fields must have changed, if it names any. */
async function isMeant(
  trx: Trx,
  { when, fields, if: condition }: Event,
  { what, before, after, entity }: Happened,
  record: Row,
): Promise<boolean> {
  if (when !== what) return false;
  if (fields && !fields.some((name) => !same(before[name], after[name]))) return false;
  const isMet = async (row: Row) =>
    !condition || isConditionMet(condition, filled(await inHome(trx, entityOf(entity.name), row)));
  if (!(await isMet(record))) return false;
  return what !== 'became' || !(await isMet(before));
}

/** Effects of a definition act in the writer's name, but ignore the writer's rights on other records. */
function stepOf({ db, hub, vault }: TimeParts, { step }: Happened): MoveStep {
  const { userId, tenantId, name, lang } = step.session;
  const session = { ...everything, userId, tenantId, name, sessionId: '', apiKey: false, lang };
  return { db, hub, vault, session, lang: step.lang, zone: step.zone };
}

/**
 * Finds the record of an event. For `became`, reads the record as it is at the end of the transaction.
 * Undefined if it no longer exists.
 */
async function findAbout(trx: Trx, { what, entity, before, after }: Happened): Promise<Row | undefined> {
  if (what === 'deleted') return before;
  if (what !== 'became') return after;
  const id = Number(after.id);
  return (
    trxAny(trx)
      .selectFrom(entity.name)
      .select(allColumns(entity))
      .where('id', '=', id)
      // Does not lock the key, because writers of child records lock the key.
      .forNoKeyUpdate()
      .executeTakeFirst()
  );
}

async function follow(parts: TimeParts, trx: Trx, happened: Happened): Promise<void> {
  const record = await findAbout(trx, happened);
  if (!record) return;
  const entity = entityOf(happened.entity.name);
  const ctx = stepOf(parts, happened);
  for (const event of happened.entity.on ?? []) {
    if (!(await isMeant(trx, event, happened, record))) continue;
    const doing: Transition = { name: happened.what, title: entity.title, effects: event.do };
    const made = await runEffects(trx, entity, doing, record, {}, ctx, moveIn);
    const changed = await changeReferred(trx, entity, doing, { record, form: {} }, ctx, moveIn);
    for (const { entity: touched, id, what } of [...made, ...changed])
      publishOnCommit(trx, {
        type: 'entity',
        entity: touched.name,
        tenantId: ctx.session.tenantId,
        id,
        do: what,
      });
  }
}

/** Registers the function that runs the effects of events. */
export const createEvents = (parts: TimeParts): void =>
  followEvents((trx, happened) => follow(parts, trx, happened));
