/** Changes to a drawing. Pure. */
import type {
  Drawing,
  Trigger,
  TriggerKind,
  WrittenEffect,
} from '../../../runtime/core/automation/drawing.ts';

/** The opened part of the drawing: the trigger, the condition, or an effect by index. */
export type Part = 'trigger' | 'condition' | number;

export const EFFECT_KINDS = ['assign', 'create', 'update', 'move', 'notify', 'mail', 'webhook'] as const;
export type EffectKind = (typeof EFFECT_KINDS)[number];

export const NOTHING_DRAWN: Drawing = { entity: null, trigger: { on: 'created' }, do: [] };

const today = (): string => new Date().toISOString().slice(0, 10);

const TRIGGERS: { readonly [On in TriggerKind]: () => Trigger } = {
  created: () => ({ on: 'created' }),
  updated: () => ({ on: 'updated' }),
  moved: () => ({ on: 'moved', to: [] }),
  time: () => ({ on: 'time', rule: 'FREQ=WEEKLY;BYDAY=MO', from: today(), at: '08:00' }),
  call: () => ({ on: 'call', fields: [] }),
};

const EFFECTS: { readonly [Kind in EffectKind]: WrittenEffect } = {
  assign: { do: 'assign', field: '' },
  create: { do: 'create', entity: '', values: {} },
  update: { do: 'update', of: '', values: {} },
  move: { do: 'move', of: 'id', transitions: [] },
  notify: { do: 'notify', to: {}, text: { zh: '', en: '' } },
  mail: { do: 'mail', channel: '', to: {}, subject: { zh: '', en: '' }, text: { zh: '', en: '' } },
  webhook: { do: 'webhook', channel: '', fields: [] },
};

/** Changes the trigger. A call from another system has no record. */
export function setTrigger(drawing: Drawing, on: TriggerKind): Drawing {
  const { if: _, ...rest } = drawing;
  return { ...rest, trigger: TRIGGERS[on](), entity: on === 'call' ? null : drawing.entity };
}

/** Changes the entity. Settings with its fields are removed. */
export const setEntity = ({ trigger, do: effects }: Drawing, entity: string | null): Drawing => ({
  ...{ entity, trigger: TRIGGERS[trigger.on](), do: effects },
});

export function setCondition(drawing: Drawing, text: string): Drawing {
  const { if: _, ...rest } = drawing;
  return text.trim() === '' ? rest : { ...rest, if: text };
}

export const insertEffect = (drawing: Drawing, at: number, kind: EffectKind): Drawing => ({
  ...drawing,
  do: drawing.do.toSpliced(at, 0, EFFECTS[kind]),
});

export const setEffect = (drawing: Drawing, at: number, effect: WrittenEffect): Drawing => ({
  ...drawing,
  do: drawing.do.with(at, effect),
});

export const removeEffect = (drawing: Drawing, at: number): Drawing => ({
  ...drawing,
  do: drawing.do.toSpliced(at, 1),
});

export function moveEffect(drawing: Drawing, at: number, by: -1 | 1): Drawing {
  const effect = drawing.do[at];
  const place = at + by;
  if (!effect || place < 0 || place >= drawing.do.length) return drawing;
  return { ...drawing, do: drawing.do.toSpliced(at, 1).toSpliced(place, 0, effect) };
}

/** Returns the part of the drawing with the problem. */
export function partOf(pointer: string): Part {
  const effect = /^\/do\/(\d+)/.exec(pointer)?.[1];
  if (effect !== undefined) return Number(effect);
  return pointer.startsWith('/if') ? 'condition' : 'trigger';
}
