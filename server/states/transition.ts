/** Moves a record to another state: rights, guard, form, side effects and history in one transaction. */
import type { Transition } from '../../generated/definition.ts';
import type { Entity } from '../../runtime/core/definitions/entities.ts';
import type { Values } from '../../runtime/core/rule.ts';
import { type Refusal, transition_action, transition_refusal } from '../../runtime/core/states.ts';
import type { CallContext, Lang } from '../context.ts';
import type { Trx } from '../db/index.ts';
import type { Diff } from '../entities/audit.ts';
import { fields_of } from '../entities/columns.ts';
import { write_guard } from '../entities/constraints.ts';
import { hooks } from '../entities/hooks.ts';
import type { Row } from '../entities/query.ts';
import { record_announce, record_require, record_update_in } from '../entities/write.ts';
import { AppError } from '../http/errors.ts';
import { assigned_values, effects_run, explainAssigned, type Made } from './effects.ts';
import { form_check } from './form.ts';
import { value_title } from './texts.ts';

export interface MoveInput {
  name: string;
  version: number;
  form?: Values;
}

export type MoveStep = Pick<CallContext, 'db' | 'hub' | 'vault' | 'session' | 'lang'>;

/** The record, locked, if the asker may make the move with it; says which move where they may not. */
async function movable_find(
  trx: Trx,
  { session, lang }: MoveStep,
  entity: Entity,
  id: number,
  transition: Transition | undefined,
): Promise<Row> {
  const action = transition ? transition_action(entity, transition) : 'get';
  try {
    return await record_require(trx, session, entity, id, action, true);
  } catch (error) {
    const refused = error instanceof AppError && error.key === 'http.forbidden';
    throw refused && transition ? new AppError('state.forbidden', { title: transition.title[lang] }) : error;
  }
}

function refusal_error(entity: Entity, transition: Transition, refusal: Refusal, lang: Lang): AppError {
  if (refusal.why === 'guard') return new AppError('state.guard', { reason: refusal.text[lang] });
  const field = fields_of(entity)[entity.states?.field ?? ''];
  const states = transition.from.map((state) => value_title(field, state, lang));
  return new AppError('state.from', { states: states.join(lang === 'zh' ? '、' : ', ') });
}

/** What the form said beside the record's fields stays in the history. */
function form_told(entity: Entity, form: Values): Diff {
  const fields = fields_of(entity);
  const others = Object.entries(form).filter(([name]) => !(name in fields));
  return Object.fromEntries(others.map(([name, value]) => [`form.${name}`, [null, value]]));
}

async function move_in(
  trx: Trx,
  entity: Entity,
  transition: Transition,
  before: Row,
  form: Values,
  ctx: MoveStep,
): Promise<{ record: Row; made: Made[] }> {
  const fields = fields_of(entity);
  const shared = Object.entries(form).filter(([name]) => name in fields);
  const assigned = assigned_values(entity, transition, { ...before, ...form }, ctx.session);
  // Like the state itself, fields that only the server writes may be written by a move.
  const byServer = Map.groupBy(
    [...shared, ...Object.entries(assigned)],
    ([name]) => fields[name]?.readOnly === true,
  );
  const body = Object.fromEntries(byServer.get(false) ?? []);
  const values = {
    ...Object.fromEntries(byServer.get(true) ?? []),
    [entity.states?.field ?? '']: transition.to,
  };
  const id = Number(before.id);
  const { record } = await write_guard(ctx.db, entity, { deleting: false, lang: ctx.lang }, () =>
    record_update_in(trx, ctx, entity, id, Number(before.version), body, {
      action: `transition:${transition.name}`,
      right: null,
      move: { values, told: form_told(entity, form) },
    }),
  ).catch((error: unknown) => {
    throw explainAssigned(entity, assigned, error, ctx);
  });
  return { record, made: await effects_run(trx, entity, transition, record, form, ctx) };
}

/** Answers the record in its new state; says why when it may not or cannot move. */
export async function record_move(
  ctx: MoveStep,
  entity: Entity,
  id: number,
  { name, version, form: given = {} }: MoveInput,
): Promise<{ record: Row; stale: boolean }> {
  const { db, session, lang } = ctx;
  const transition = entity.states?.transitions.find((one) => one.name === name);
  const result = await write_guard(db, entity, { deleting: false, lang }, () =>
    db.tenant(session.tenantId, async (trx) => {
      const before = await movable_find(trx, ctx, entity, id, transition);
      if (!transition) throw new AppError('state.unknown', {}, { field: '/name' });
      if (before.version !== version) return { record: before, made: [], stale: true };
      const now = new Date().toISOString();
      const refusal = transition_refusal(entity, transition, before, { userId: session.userId, now });
      if (refusal) throw refusal_error(entity, transition, refusal, lang);
      const form = form_check(entity, transition, given, lang);
      return { ...(await move_in(trx, entity, transition, before, form, ctx)), stale: false };
    }),
  );
  if (result.stale) return result;
  record_announce(ctx, entity, id, 'update');
  for (const made of result.made) record_announce(ctx, made.entity, made.id, 'create');
  hooks[entity.name]?.moved?.(result.record, ctx);
  return result;
}
