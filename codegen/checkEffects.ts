/** Checks what a transition does besides: the values that it writes, the records that it makes, the texts that it sends. */
import { isObject } from '../runtime/core/object.ts';
import { checkCondition } from './checkCondition.ts';
import { evaluate } from './checkExpression.ts';
import { fieldValues, isOf, type Known } from './checkFields.ts';
import { valuesWith } from './checkRules.ts';
import type { Effect, Entity, Field, Text, Transition } from './definition.ts';
import { FORMATS } from './fieldTypes.ts';
import { choice } from './problem.ts';
import { type Add, CONTEXTS, recordScope, type Scope } from './scope.ts';

interface Ground {
  entity: Entity;
  form: Field | undefined;
  scope: Scope;
  known: Known;
  add: Add;
}

/** A constant must be one that the field can hold, or the move would fail whenever somebody makes it. */
function checkConstant(value: unknown, field: Field, pointer: string, { known, add }: Ground): void {
  const { type, format = '', maxLength } = field;
  if (value === null) return;
  const allowed = type === 'array' ? [] : fieldValues(field, known.dictionaries);
  if (type && !isOf(value, type)) add(pointer, 'type', { type });
  else if (allowed.length > 0 && !allowed.includes(value))
    add(pointer, 'noOption', { value: JSON.stringify(value), known: choice(value, allowed) });
  else if (typeof value === 'string' && FORMATS[format] && !FORMATS[format].test(value))
    add(pointer, 'noFormat', { format });
  else if (typeof value === 'string' && maxLength && value.length > maxLength)
    add(pointer, 'longConstant', { limit: maxLength });
}

function checkValue(value: unknown, field: Field | undefined, pointer: string, ground: Ground): void {
  if (isObject(value)) evaluate(value, { scope: ground.scope, pointer, add: ground.add });
  else if (field) checkConstant(value, field, pointer, ground);
}

/** The server sets these on a new record, whatever is given. */
const setByServer = ({ states, approval, schema }: Entity): string[] => [
  ...[states?.field, approval?.field].filter((name) => name !== undefined),
  ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    field.readOnly || field['x-computed'] ? [name] : [],
  ),
];

function checkCreate(effect: Extract<Effect, { do: 'create' }>, pointer: string, ground: Ground): void {
  const { known, add } = ground;
  const target = known.entities.get(effect.entity);
  if (!target) {
    add(`${pointer}/entity`, 'noEntity', { known: choice(effect.entity, [...known.entities.keys()]) });
    return;
  }
  const fields = target.schema.properties ?? {};
  const serverFields = setByServer(target);
  const writable = Object.keys(fields).filter((name) => !serverFields.includes(name));
  for (const [name, value] of Object.entries(effect.values)) {
    const place = `${pointer}/values/${name}`;
    if (!fields[name]) add(place, 'noFieldOf', { entity: effect.entity, known: choice(name, writable) });
    else if (serverFields.includes(name)) add(place, 'setByServer', { entity: effect.entity, name });
    checkValue(value, fields[name], place, ground);
  }
  for (const name of target.schema.required ?? [])
    if (writable.includes(name) && fields[name]?.default === undefined && !fields[name]?.['x-visible'])
      if (!(name in effect.values)) add(`${pointer}/values`, 'effectLacks', { entity: effect.entity, name });
}

/** A name in braces is replaced by the value of a field, and only of one whose value everybody may read. */
function checkText(text: Text, pointer: string, { entity, form, add }: Ground): void {
  const fields = { ...form?.properties, ...entity.schema.properties };
  const open = Object.entries(fields).filter(([, field]) => !field.writeOnly && !field['x-permission']);
  const names = ['userName', ...open.map(([name]) => name)];
  for (const lang of ['zh', 'en'] as const)
    for (const [, name = ''] of text[lang].matchAll(/\{(\w+)\}/g))
      if (!names.includes(name))
        add(`${pointer}/${lang}`, 'textField', { name: `{${name}}`, known: choice(name, names) });
}

export function checkEffects(
  entity: Entity,
  { effects = [], form }: Transition,
  pointer: string,
  known: Known,
  add: Add,
): void {
  const scope = recordScope(entity.schema, CONTEXTS.effect, form);
  const ground: Ground = { entity, form, scope, known, add };
  for (const [place, effect] of effects.entries()) {
    const effectPlace = `${pointer}/effects/${place}`;
    if (effect.if)
      checkCondition(effect.if, scope.field, `${effectPlace}/if`, { add, valuesOf: valuesWith(known) });
    if (effect.do === 'notify') checkText(effect.text, `${effectPlace}/text`, ground);
    if (effect.do === 'assign')
      checkValue(effect.value, entity.schema.properties?.[effect.field], `${effectPlace}/value`, ground);
    if (effect.do === 'create') checkCreate(effect, effectPlace, ground);
  }
}
