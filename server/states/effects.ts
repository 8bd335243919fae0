import type { Effect, Transition } from '../../generated/definition.ts';
import { type Entity, entity_of } from '../../runtime/core/definitions/entities.ts';
import { expression_value, type Values } from '../../runtime/core/rule.ts';
import { is_object } from '../../runtime/core/values.ts';
import type { CallContext, Session } from '../context.ts';
import type { Trx } from '../db/index.ts';
import type { Row } from '../entities/query.ts';
import { record_create_in } from '../entities/write.ts';
import { notice_send } from '../notices/index.ts';
import { record_link } from './link.ts';
import { people_find } from './people.ts';
import { text_make } from './texts.ts';

/** A record that an effect made. */
export interface Made {
  entity: Entity;
  id: number;
}

type EffectOf<Do extends Effect['do']> = Extract<Effect, { do: Do }>;

function effects_of<Do extends Effect['do']>({ effects = [] }: Transition, what: Do): EffectOf<Do>[] {
  return effects.filter((effect): effect is EffectOf<Do> => effect.do === what);
}

/** A plain value, or what an expression makes of the record, the form and who moves it. */
function value_make(value: unknown, input: Values, { userId, name }: Session): unknown {
  if (!is_object(value)) return value;
  return expression_value(value, input, { userId, userName: name, now: new Date().toISOString() });
}

export function assigned_values(transition: Transition, input: Values, session: Session): Values {
  return Object.fromEntries(
    effects_of(transition, 'assign').map(({ field, value }) => [field, value_make(value, input, session)]),
  );
}

/** Makes the records and tells the people that the transition names; answers what was made. */
export async function effects_run(
  trx: Trx,
  entity: Entity,
  transition: Transition,
  record: Row,
  form: Values,
  ctx: Pick<CallContext, 'session' | 'lang'>,
): Promise<Made[]> {
  const { session } = ctx;
  const made: Made[] = [];
  for (const effect of effects_of(transition, 'create')) {
    const values = Object.entries(effect.values).map(([name, value]) => [
      name,
      value_make(value, { ...record, ...form }, session),
    ]);
    const target = entity_of(effect.entity);
    const row = await record_create_in(trx, ctx, target, Object.fromEntries(values), { byDefinition: true });
    made.push({ entity: target, id: Number(row.id) });
  }
  const fields = { ...transition.form?.properties, ...entity.schema.properties };
  for (const { to, text } of effects_of(transition, 'notify')) {
    const people = await people_find(trx, to, { entity, record, userId: session.userId });
    await notice_send(trx, {
      tenantId: session.tenantId,
      userIds: people.filter((id) => id !== session.userId),
      text: text_make(text, fields, { ...form, ...record }, session.name),
      link: record_link(entity.name, Number(record.id)),
      kind: 'transition',
    });
  }
  return made;
}
