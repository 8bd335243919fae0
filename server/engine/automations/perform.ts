/** Carries out the effects of an automation with its owner's rights. */

import type { Effect } from '../../../generated/definition.ts';
import { fieldAccessWithin } from '../../../runtime/core/access/fieldAccess.ts';
import { type Drawing, runFields } from '../../../runtime/core/automation/drawing.ts';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import { isObject } from '../../../runtime/core/object.ts';
import { transitionAction } from '../../../runtime/core/rules/states.ts';
import { publishOnCommit, type Trx } from '../../platform/db/index.ts';
import { type Row, trxAny } from '../../platform/db/tables/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { recordWhere } from '../access/recordScope.ts';
import { showColumn } from '../access/scopedRecords.ts';
import type { Session } from '../context.ts';
import { fieldsOf, may } from '../entities/columns.ts';
import { recordTitle } from '../entities/texts.ts';
import { recordEvents } from '../entities/write/recordEvents.ts';
import { findRecord, requireRecord, updateRecordIn } from '../entities/write/write.ts';
import { checkOwnWrite } from '../states/checkedEffects.ts';
import { assignedValues, effectInput, effectsOf, runEffects } from '../states/effects.ts';
import type { Made, MoveStep, Moving } from '../states/moveStep.ts';
import { changeReferred } from '../states/referenceEffects.ts';
import { moveIn } from '../states/transition.ts';
import type { Automation } from './automation.ts';

/** The result of a run, as stored in its log. */
export interface Outcome {
  /** Records that were created, changed or moved, with their names. */
  touched: { do: 'create' | 'update' | 'move'; entity: Entity; id: number; name: string }[];
  /** The number of effects that send something. */
  sent: Record<'notify' | 'mail' | 'webhook', number>;
}

interface About {
  entity: Entity;
  record: Row;
}

/** Returns the record with the values that the owner may see. Values that are stored encrypted are left out. */
export async function readAsOwner(trx: Trx, session: Session, entity: Entity, id: number): Promise<Row> {
  const shown = Object.entries(fieldsOf(entity)).filter(
    ([, field]) => !field['x-sealed'] && !field.writeOnly,
  );
  const server = ['id', 'createdBy', 'createdAt', 'updatedBy', 'updatedAt', 'version'];
  const names = [...server, ...shown.map(([name]) => name)];
  const where = recordWhere(session, entity, 'get');
  const query = trxAny(trx)
    .selectFrom(entity.name)
    .select((eb) => names.map((name) => showColumn(eb, session, entity, name).as(name)))
    .where('id', '=', id);
  const row = await (where ? query.where(where) : query).executeTakeFirst();
  if (!row) throw new AppError('automation.recordHidden', { name: session.name });
  return row;
}

/** Returns the input of a run without a record: the day, and the values that a call sent. */
export function runRecord(
  { trigger }: Pick<Drawing, 'trigger'>,
  { id, day, input }: { id: number; day: string; input: string | null },
): Row {
  const sent: unknown = input === null ? {} : JSON.parse(input);
  const values = isObject(sent) ? sent : {};
  const names = Object.keys(runFields(trigger));
  return { ...Object.fromEntries(names.map((name) => [name, values[name] ?? null])), day, id };
}

const SENDING: readonly Effect['do'][] = ['webhook', 'mail'];

function checkSending({ doing: { effects = [] } }: Automation, session: Session): void {
  const sends = effects.some((effect) => SENDING.includes(effect.do));
  if (sends && !may(session, 'notificationChannel:get'))
    throw new AppError('automation.noRight', { name: session.name, what: 'notificationChannel:get' });
}

/**
 * Returns the function that makes transitions for an automation. It checks that the owner may make the
 * transition. Effects of the transition itself are made as its definition says.
 */
function movesOfOwner(moved: Made[]): Moving {
  return async (trx, entity, transition, before, form, ctx) => {
    const { checked: _, ...plain } = ctx;
    const id = Number(before.id);
    await requireRecord(trx, ctx.session, entity, id, transitionAction(entity, transition));
    moved.push({ entity, id, what: 'update' });
    return moveIn(trx, entity, transition, before, form, plain);
  };
}

/** Writes fields of the record with the rights of the owner, as in its form. */
async function assign(
  trx: Trx,
  automation: Automation,
  { entity, record }: About,
  ctx: MoveStep,
): Promise<Made[]> {
  const values = await assignedValues(trx, entity, automation.doing, record, ctx.session);
  const names = Object.keys(values);
  if (names.length === 0) return [];
  checkOwnWrite(entity, ctx.session, 'update', names);
  const id = Number(record.id);
  await updateRecordIn(trx, ctx, entity, id, null, values);
  return [{ entity, id, what: 'update' }];
}

/** Returns the written records with their names, as the owner sees them. */
async function nameTouched(
  trx: Trx,
  session: Session,
  made: readonly Made[],
  what: 'create' | 'update' | 'move',
) {
  const touched: Outcome['touched'] = [];
  for (const { entity, id, what: did } of made) {
    const isHidden = fieldAccessWithin(session, entity, entity.label) === 'hidden';
    const name = isHidden ? `#${id}` : recordTitle(entity, await findRecord(trx, entity, id));
    touched.push({ do: what === 'move' ? 'move' : did, entity, id, name });
  }
  return touched;
}

/**
 * Carries out the effects on a record in the caller's transaction. `settle` makes pending transitions before the
 * result is read.
 */
export async function perform(
  trx: Trx,
  automation: Automation,
  about: About,
  step: MoveStep,
  settle: () => Promise<void>,
): Promise<Outcome> {
  const ctx: MoveStep = { ...step, checked: true };
  const { session } = ctx;
  const { entity, record } = about;
  if (session.readOnly) throw new AppError('http.forbidden');
  checkSending(automation, session);
  const { doing } = automation;
  const compared = await effectInput(trx, entity, doing, record);
  const moved: Made[] = [];
  const moving = movesOfOwner(moved);
  const made = [
    ...(await assign(trx, automation, about, ctx)),
    ...(await runEffects(trx, entity, doing, record, {}, ctx, moving)),
    ...(await changeReferred(trx, entity, doing, { record, form: {} }, ctx, moving)),
  ];
  for (const { entity: touched, id, what } of made)
    for (const event of recordEvents(session.tenantId, touched, id, what)) publishOnCommit(trx, event);
  await settle();
  return {
    touched: [
      ...(await nameTouched(trx, session, made, 'update')),
      ...(await nameTouched(trx, session, moved, 'move')),
    ],
    sent: {
      notify: effectsOf(doing, 'notify', compared, session).length,
      mail: effectsOf(doing, 'mail', compared, session).length,
      webhook: effectsOf(doing, 'webhook', compared, session).length,
    },
  };
}
