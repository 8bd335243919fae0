/**
 * Checks the effects of a transition: the values that it writes, the records that it makes, the texts that it sends.
 */
import { isObject } from '../../../runtime/core/object.ts';
import { referringOf } from '../../../runtime/core/rules/referring.ts';
import { refSource } from '../../../runtime/core/rules/refWhere.ts';
import type { Effect, Entity, Field, Text, Transition } from '../../definition/definition.ts';
import { listMoves, movesOfPeople } from '../../definition/flowDefinition.ts';
import { FORMATS } from '../../fieldTypes.ts';
import { choice } from '../../problem.ts';
import { checkCondition } from '../checkCondition.ts';
import { evaluate } from '../checkExpression.ts';
import { fieldValues, isOf, type Known } from '../checkFields.ts';
import { type Add, CONTEXTS, recordScope, type Scope } from '../scope.ts';
import { typeWords } from '../valueWords.ts';
import { checkReferring, checkReferringPeople, findReferringEntity } from './checkReferring.ts';
import { valuesWith } from './checkRules.ts';

export interface Ground {
  entity: Entity;
  form: Field | undefined;
  scope: Scope;
  known: Known;
  add: Add;
  /** The effects run after the values of the record are written, so they may move the record itself. */
  movesItself?: boolean;
}

/** Checks that a constant is valid for the field. Otherwise the move would always fail. */
function checkConstant(value: unknown, field: Field, pointer: string, { known, add }: Ground): void {
  const { type, format = '', maxLength } = field;
  if (value === null) return;
  const allowed = type === 'array' ? [] : fieldValues(field, known.dictionaries);
  if (type && !isOf(value, type)) add(pointer, 'type', typeWords(value, [type]));
  else if (allowed.length > 0 && !allowed.includes(value))
    add(pointer, 'noOption', { value: JSON.stringify(value), known: choice(value, allowed) });
  else if (typeof value === 'string' && FORMATS[format] && !FORMATS[format].test(value))
    add(pointer, 'noFormat', { format });
  else if (typeof value === 'string' && maxLength && value.length > maxLength)
    add(pointer, 'longConstant', { limit: maxLength });
}

function checkValue(value: unknown, field: Field | undefined, pointer: string, ground: Ground): void {
  const { scope, add, known } = ground;
  if (isObject(value)) evaluate(value, { scope, pointer, add, valuesOf: valuesWith(known) });
  else if (field) checkConstant(value, field, pointer, ground);
}

/** Returns the fields that the server sets on a new record, whatever the values given. */
const setByServer = ({ states, approval, schema }: Entity): string[] => [
  ...[states?.field, approval?.field].filter((name) => name !== undefined),
  ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    field.readOnly || field['x-computed'] ? [name] : [],
  ),
];

/** Returns the fields that the server computes. A definition may write fields that are only read-only for users. */
const workedOut = ({ states, approval, schema }: Entity): string[] => [
  ...[states?.field, approval?.field].filter((name) => name !== undefined),
  ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    field['x-computed'] || field['x-rollup'] || field['x-sequence'] || field['x-sealed'] ? [name] : [],
  ),
];

type EffectOf<Do extends Effect['do']> = Extract<Effect, { do: Do }>;

/** Returns the context of an effect that runs for each row of a table. Its values may also read the row. */
function eachGround({ each }: Pick<EffectOf<'create'>, 'each'>, pointer: string, ground: Ground): Ground {
  if (each === undefined) return ground;
  const { scope, add } = ground;
  const fields = scope.field?.properties ?? {};
  const rows = fields[each]?.items;
  if (!rows?.properties) {
    const tables = Object.keys(fields).filter((name) => fields[name]?.items?.properties);
    add(`${pointer}/each`, 'noTable', { known: choice(each, tables) });
    return ground;
  }
  return { ...ground, scope: { field: { ...scope.field, properties: { ...fields, each: rows } } } };
}

/** Checks the record that an effect makes: its entity, and values for all required fields. */
export function checkCreate(
  effect: Pick<EffectOf<'create'>, 'entity' | 'each' | 'values' | 'moves'>,
  pointer: string,
  beside: Ground,
): void {
  const ground = eachGround(effect, pointer, beside);
  const { known, add } = ground;
  const target = known.entities.get(effect.entity);
  if (!target) {
    add(`${pointer}/entity`, 'noEntity', { known: choice(effect.entity, [...known.entities.keys()]) });
    return;
  }
  const fields = target.schema.properties ?? {};
  // A definition may set the owner of the record.
  const serverFields = setByServer(target).filter((name) => name !== target.owner);
  const writable = Object.keys(fields).filter((name) => !serverFields.includes(name));
  checkMoves(target, effect.moves ?? [], `${pointer}/moves`, ground);
  for (const [name, value] of Object.entries(effect.values)) {
    const place = `${pointer}/values/${name}`;
    if (!fields[name]) add(place, 'noFieldOf', { entity: effect.entity, known: choice(name, writable) });
    else if (serverFields.includes(name)) add(place, 'setByServer', { entity: effect.entity, name });
    checkValue(value, fields[name], place, ground);
  }
  const filled = Object.keys(effect.values).flatMap((name) =>
    Object.keys(fields[name]?.['x-copyInto'] ?? {}),
  );
  const provided = new Set([...filled, ...Object.keys(effect.values)]);
  const begins = ({ default: fixed, 'x-default': start, 'x-visible': visible }: Field) =>
    fixed !== undefined || start !== undefined || visible !== undefined;
  for (const name of target.schema.required ?? [])
    if (writable.includes(name) && !provided.has(name) && !begins(fields[name] ?? {}))
      add(`${pointer}/values`, 'effectLacks', { entity: effect.entity, name });
}

/** Returns the entity that the named field refers to. */
function referredBy(
  of: string,
  pointer: string,
  fields: Record<string, Field>,
  { entity, known, add }: Ground,
): Entity | undefined {
  const target = known.entities.get(fields[of]?.['x-ref'] ?? '');
  const references = Object.keys(fields).filter((name) => fields[name]?.['x-ref']);
  if (!target) add(`${pointer}/of`, 'noFieldOf', { entity: entity.name, known: choice(of, references) });
  return target;
}

/**
 * Returns the references that an update may follow. They belong to the record, to the form, or to the rows. Lists of
 * references count, too.
 */
function followedFields({ entity, form }: Ground, each?: string): Record<string, Field> {
  const own = entity.schema.properties ?? {};
  if (each !== undefined) return own[each]?.items?.properties ?? {};
  const fields = Object.entries({ ...form?.properties, ...own });
  return Object.fromEntries(fields.map(([name, field]) => [name, refSource(field)]));
}

/** Returns the entity whose records an effect reaches. They refer to this entity, or it refers to them. */
function reachedBy(
  { of, where }: Pick<EffectOf<'update' | 'move'>, 'of' | 'where'>,
  pointer: string,
  fields: Record<string, Field>,
  ground: Ground,
): Entity | undefined {
  const target = checkReferring(ground.entity, { of, where }, pointer, ground);
  return referringOf(of) ? target : referredBy(of, pointer, fields, ground);
}

function checkUpdate(effect: EffectOf<'update'>, pointer: string, beside: Ground): void {
  const { of, each, values } = effect;
  if (each !== undefined && referringOf(of)) beside.add(`${pointer}/each`, 'referringEach');
  const ground = eachGround({ each }, pointer, beside);
  const target = reachedBy(effect, pointer, followedFields(ground, each), ground);
  if (!target) return;
  const fields = target.schema.properties ?? {};
  const own = workedOut(target);
  const writable = Object.keys(fields).filter((name) => !own.includes(name) && !fields[name]?.['x-lines']);
  for (const [name, value] of Object.entries(values)) {
    const place = `${pointer}/values/${name}`;
    if (!writable.includes(name))
      ground.add(place, 'noFieldOf', { entity: target.name, known: choice(name, writable) });
    checkValue(value, fields[name], place, ground);
  }
}

/** Returns whether a move of the first entity may in turn move records of the second. */
function movesBack(from: Entity, to: Entity, known: Known, seen = new Set<Entity>()): boolean {
  if (from.name === to.name) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  const effects = listMoves(from).flatMap(({ effects = [] }) => effects);
  return effects.some((effect) => {
    if (effect.do !== 'move') return false;
    const next = from.schema.properties?.[effect.of]?.['x-ref'];
    const target = findReferringEntity(effect.of, known) ?? known.entities.get(next ?? '');
    return target !== undefined && movesBack(target, to, known, seen);
  });
}

/** Returns the fields that a move requires but an effect does not set. */
const missingIn = ({ form }: Transition, values: Readonly<Record<string, unknown>>): string[] =>
  (form?.required ?? []).filter((name) => values[name] === undefined);

/**
 * Checks that records of an entity can make these moves with the given values. The moves must not move records of the
 * checked entity in turn.
 */
function checkMoves(
  target: Entity,
  names: readonly string[],
  pointer: string,
  { entity, known, add }: Ground,
  { mayCircle = true, given }: { mayCircle?: boolean; given?: Readonly<Record<string, unknown>> } = {},
): void {
  const moves = movesOfPeople(target);
  for (const [at, name] of names.entries()) {
    const move = moves.find((one) => one.name === name);
    const place = `${pointer}/${at}`;
    if (!move)
      add(place, 'oneOf', {
        known: choice(
          name,
          moves.map((one) => one.name),
        ),
      });
    else if (missingIn(move, given ?? {}).length > 0)
      add(place, given ? 'moveLacks' : 'moveAsks', {
        name,
        fields: missingIn(move, given ?? {}).join(', '),
      });
    else if (!mayCircle && movesBack(target, entity, known))
      add(place, 'moveCircle', { entity: target.name });
  }
}

/** Checks the values that an effect gives to the forms of the moves. */
function checkValues(
  target: Entity,
  { transitions, form = {} }: EffectOf<'move'>,
  at: string,
  ground: Ground,
) {
  const moves = movesOfPeople(target).filter(({ name }) => transitions.includes(name));
  const fields = Object.fromEntries(
    moves.flatMap((move) => Object.entries(move.form?.properties ?? {})),
  ) as Record<string, Field>;
  for (const [name, value] of Object.entries(form)) {
    const place = `${at}/form/${name}`;
    if (!fields[name])
      ground.add(place, 'noFieldOf', { entity: target.name, known: choice(name, Object.keys(fields)) });
    checkValue(value, fields[name], place, ground);
  }
}

function checkMove(effect: EffectOf<'move'>, pointer: string, ground: Ground): void {
  const { of, transitions, form: given = {} } = effect;
  const isItself = of === 'id' && ground.movesItself === true;
  const target = isItself
    ? ground.entity
    : reachedBy(effect, pointer, ground.entity.schema.properties ?? {}, ground);
  if (!target) return;
  checkMoves(target, transitions, `${pointer}/transitions`, ground, { mayCircle: isItself, given });
  checkValues(target, effect, pointer, ground);
}

/** Checks a text. A name in braces is replaced by the value of a field, which every user may read. */
export function checkText(
  text: Text,
  pointer: string,
  { entity, form, add }: Ground,
  more: readonly string[] = ['userName'],
): void {
  const fields = { ...form?.properties, ...entity.schema.properties };
  const open = Object.entries(fields).filter(([, field]) => !field.writeOnly && !field['x-permission']);
  const names = [...more, ...open.map(([name]) => name)];
  for (const lang of ['zh', 'en'] as const)
    for (const [, name = ''] of text[lang].matchAll(/\{(\w+)\}/g))
      if (!names.includes(name))
        add(`${pointer}/${lang}`, 'textField', { name: `{${name}}`, known: choice(name, names) });
}

/** Refuses to send a field that some users may not see to an external system. */
function checkWebhook({ fields }: EffectOf<'webhook'>, pointer: string, { entity, add }: Ground): void {
  const own = entity.schema.properties ?? {};
  const open = Object.keys(own).filter((name) => {
    const { writeOnly, 'x-permission': permission, 'x-sealed': sealed, 'x-lines': lines } = own[name]!;
    return !writeOnly && permission === undefined && !sealed && !lines;
  });
  for (const [at, name] of fields.entries())
    if (!open.includes(name))
      add(`${pointer}/fields/${at}`, 'noFieldOf', { entity: entity.name, known: choice(name, open) });
}

/** Checks the effects of a transition or an event. `pointer` is the path of their list. */
export function checkEffects(
  entity: Entity,
  { effects = [], form }: Pick<Transition, 'effects' | 'form'>,
  pointer: string,
  known: Known,
  add: Add,
  movesItself = false,
): void {
  const scope = recordScope(entity.schema, CONTEXTS.effect, form);
  const ground: Ground = { entity, form, scope, known, add, movesItself };
  for (const [place, effect] of effects.entries()) {
    const effectPlace = `${pointer}/${place}`;
    if (effect.if)
      checkCondition(effect.if, scope.field, `${effectPlace}/if`, { add, valuesOf: valuesWith(known) });
    if (effect.do === 'notify') {
      checkText(effect.text, `${effectPlace}/text`, ground);
      checkReferringPeople(entity, effect, effectPlace, { known, add });
    }
    if (effect.do === 'assign')
      checkValue(effect.value, entity.schema.properties?.[effect.field], `${effectPlace}/value`, ground);
    if (effect.do === 'create') {
      checkCreate(effect, effectPlace, ground);
      const rows = scope.field?.properties?.[effect.each ?? '']?.items;
      if (effect.eachIf && rows)
        checkCondition(effect.eachIf, rows, `${effectPlace}/eachIf`, { add, valuesOf: valuesWith(known) });
    }
    if (effect.do === 'update') checkUpdate(effect, effectPlace, ground);
    if (effect.do === 'move') checkMove(effect, effectPlace, ground);
    if (effect.do === 'mail')
      for (const part of ['subject', 'text'] as const)
        checkText(effect[part], `${effectPlace}/${part}`, ground);
    if (effect.do === 'webhook') checkWebhook(effect, effectPlace, ground);
  }
}
