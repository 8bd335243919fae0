/** Effects of a transition on records to which its record refers, and on records that refer to it. */
import type { Field, Text, Transition } from '../../../generated/definition.ts';
import { type Entity, entityOf } from '../../../runtime/core/definitions/entities.ts';
import { refSource } from '../../../runtime/core/rules/refWhere.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import { areMovesLocked, movesOf } from '../../../runtime/core/rules/states.ts';
import { beforeCommit } from '../../platform/db/beforeCommit.ts';
import { publishOnCommit, type Trx } from '../../platform/db/index.ts';
import { type Row, trxAny } from '../../platform/db/tables/anyTable.ts';
import { fieldsOf } from '../entities/columns.ts';
import { writeGuard } from '../entities/write/constraints.ts';
import { recordEvents } from '../entities/write/recordEvents.ts';
import { valueStep } from '../entities/write/valueStep.ts';
import { findRecord, updateRecordIn } from '../entities/write/write.ts';
import { checkOwnWrite } from './checkedEffects.ts';
import { type EffectOf, effectInput, effectsOf, explainRefusal, makeValue, rowsOf } from './effects.ts';
import { checkForm } from './form.ts';
import type { Made, MoveStep, Moving } from './moveStep.ts';
import { lockReferring, referringEntity } from './referring.ts';
import { findRefusal } from './refusal.ts';

/** The source of an effect's reference: the lines of a table, or the form of the transition. */
interface Place {
  each?: string;
  form?: Field;
}

interface Moved {
  record: Row;
  form: Values;
}

/** In place of a reference: the effect changes the record of the transition itself. */
const ITSELF = 'id';

const CHANGING = (target: Entity): Text => ({
  zh: `更新${target.title.zh}`,
  en: `Changing the ${target.title.en.toLowerCase()}`,
});

/**
 * Returns the field with the reference: in the record, in the form, or in the lines of an effect. Undefined
 * if there is none.
 */
function referenceOf(entity: Entity, of: string, { each, form }: Place): Field | undefined {
  if (each === undefined) return refSource(fieldsOf(entity)[of] ?? form?.properties?.[of] ?? {});
  // Lines are only in the schema of the record, because they are not columns.
  return entity.schema.properties?.[each]?.items?.properties?.[of];
}

/** Returns the id of the referenced record. Null if the reference is empty. */
async function findReferred(trx: Trx, field: Field | undefined, value: unknown): Promise<number | null> {
  if (value === null || value === undefined) return null;
  const key = field?.['x-refKey'] ?? 'id';
  if (key === 'id') return Number(value);
  const row = await trxAny(trx)
    .selectFrom(field?.['x-ref'] ?? '')
    .select('id')
    .where(key, '=', value)
    .executeTakeFirst();
  return row ? Number(row.id) : null;
}

const targetOf = (entity: Entity, of: string, place: Place): Entity =>
  referringEntity(of) ?? entityOf(referenceOf(entity, of, place)?.['x-ref'] ?? '');

/** Finds the records that an update changes. Each is returned with the line that the update's values may use. */
async function findChanged(
  trx: Trx,
  entity: Entity,
  effect: EffectOf<'update'>,
  { record, form }: Moved,
  ctx: MoveStep,
  formField: Field | undefined,
): Promise<{ id: number; row: Values }[]> {
  const { of, each } = effect;
  const referring = referringEntity(of);
  if (referring) return (await lockReferring(trx, referring, record, effect)).map((id) => ({ id, row: {} }));
  const field = referenceOf(entity, of, { each, form: formField });
  const changed: { id: number; row: Values }[] = [];
  for (const row of await rowsOf(trx, ctx, entity, { each }, { record, form })) {
    const source = each === undefined ? { ...record, ...form, ...row } : (row.each as Row);
    for (const value of [source[of]].flat()) {
      const id = await findReferred(trx, field, value);
      if (id !== null) changed.push({ id, row });
    }
  }
  return changed;
}

async function update(
  trx: Trx,
  entity: Entity,
  effect: EffectOf<'update'>,
  moved: Moved,
  ctx: MoveStep,
  formField: Field | undefined,
): Promise<Made[]> {
  const target = targetOf(entity, effect.of, { each: effect.each, form: formField });
  const changed: Made[] = [];
  for (const { id, row } of await findChanged(trx, entity, effect, moved, ctx, formField)) {
    const input = { ...moved.record, ...moved.form, ...row };
    const made = Object.entries(effect.values).map(
      ([name, source]) => [name, makeValue(source, input, ctx.session, CHANGING(target))] as const,
    );
    if (ctx.checked) {
      const names = made.map(([name]) => name);
      checkOwnWrite(target, ctx.session, 'update', names);
      await updateRecordIn(trx, ctx, target, id, null, Object.fromEntries(made));
      changed.push({ entity: target, id, what: 'update' });
      continue;
    }
    // Effects of a definition ignore the user's rights on the other record and on hidden fields.
    const fields = fieldsOf(target);
    const [closed, open] = [true, false].map((is) =>
      Object.fromEntries(made.filter(([name]) => (fields[name]?.readOnly === true) === is)),
    );
    await updateRecordIn(trx, ctx, target, id, null, open ?? {}, {
      right: null,
      move: { values: closed ?? {}, told: {} },
    });
    changed.push({ entity: target, id, what: 'update' });
  }
  return changed;
}

/** Returns the first of the transitions that is possible for the record. Undefined if none is possible. */
async function findPossible(
  trx: Trx,
  target: Entity,
  names: readonly string[],
  before: Row,
  ctx: MoveStep,
): Promise<Transition | undefined> {
  for (const transition of names.flatMap((name) => movesOf(target).find((one) => one.name === name) ?? []))
    if ((await findRefusal(trx, target, transition, before, ctx)) === null) return transition;
  return undefined;
}

interface MovePlan {
  target: Entity;
  transitions: readonly string[];
  /** Values for the forms of the transitions. */
  given: Values;
}

/** Returns the values that an effect enters into the form of a transition. */
function fillForm({ target, given }: MovePlan, transition: Transition, ctx: MoveStep): Values {
  const names = Object.keys(transition.form?.properties ?? {}).filter((name) => name in given);
  if (names.length === 0) return {};
  const filled = Object.fromEntries(names.map((name) => [name, given[name]]));
  return checkForm(target, transition, filled, valueStep(ctx));
}

/**
 * Makes the first possible transition of the other record, if there is one. This runs at the end of the transaction,
 * when the figures over written records are up to date.
 */
async function move(trx: Trx, id: number, plan: MovePlan, ctx: MoveStep, moving: Moving): Promise<void> {
  const { target, transitions } = plan;
  const before = await findRecord(trx, target, id, true);
  const possible = await findPossible(trx, target, transitions, before, ctx);
  if (!possible || areMovesLocked(target, before)) return;
  const { made } = await moving(trx, target, possible, before, fillForm(plan, possible, ctx), ctx);
  for (const touched of [{ entity: target, id, what: 'update' } as const, ...made])
    for (const event of recordEvents(ctx.session.tenantId, touched.entity, touched.id, touched.what))
      publishOnCommit(trx, event);
}

/** Makes the transitions of an effect's records before the commit. */
function moveLater(
  trx: Trx,
  entity: Entity,
  effect: EffectOf<'move'>,
  { record, form }: Moved,
  ctx: MoveStep,
  run: (target: Entity, work: () => Promise<void>) => Promise<void>,
  moving: Moving,
): void {
  const target = effect.of === ITSELF ? entity : targetOf(entity, effect.of, {});
  const input = { ...record, ...form };
  beforeCommit(trx, 'moves', () =>
    run(target, async () => {
      const ids = referringEntity(effect.of)
        ? await lockReferring(trx, target, record, effect)
        : [await findReferred(trx, fieldsOf(entity)[effect.of], record[effect.of])];
      const formEntries = Object.entries(effect.form ?? {}).map(([name, one]) => [
        name,
        makeValue(one, input, ctx.session, CHANGING(target)),
      ]);
      const plan = {
        target,
        transitions: effect.transitions,
        given: Object.fromEntries(formEntries) as Values,
      };
      for (const id of ids) if (id !== null) await move(trx, id, plan, ctx, moving);
    }),
  );
}

/**
 * Changes the records to which the record refers, and records that refer to it. Their transitions are made before the
 * commit. `moving` makes a transition with its own effects. Returns the records that were changed immediately.
 */
export async function changeReferred(
  trx: Trx,
  entity: Entity,
  transition: Transition,
  moved: Moved,
  ctx: MoveStep,
  moving: Moving,
): Promise<Made[]> {
  const { session, lang } = ctx;
  const { record, form } = moved;
  const compared = await effectInput(trx, entity, transition, { ...record, ...form });
  const changed: Made[] = [];
  const explained = <T>(target: Entity, run: () => Promise<T>): Promise<T> =>
    writeGuard(ctx.db, target, { deleting: false, lang }, run).catch((error: unknown) => {
      throw explainRefusal(CHANGING(target), error, ctx);
    });
  for (const effect of effectsOf(transition, 'update', compared, session)) {
    const target = targetOf(entity, effect.of, { each: effect.each, form: transition.form });
    changed.push(
      ...(await explained(target, () => update(trx, entity, effect, moved, ctx, transition.form))),
    );
  }
  for (const effect of effectsOf(transition, 'move', compared, session))
    moveLater(trx, entity, effect, moved, ctx, explained, moving);
  return changed;
}
