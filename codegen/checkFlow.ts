/** Checks states and approval of an entity: their values, fields, names and what effects point at. */
import { field_values, fieldProblems, type Known } from './checkFields.ts';
import type { Condition, Entity, People, Source, Transition } from './definition.ts';
import { SERVER_FIELDS } from './entitySchemas.ts';
import { choice, type Problem, problemOf } from './problem.ts';

/** What every entity can do already: a transition of that name could not be told from it. */
const RESERVED = new Set(['list', 'get', 'create', 'update', 'delete', 'import', 'export', 'submit']);
const APPROVAL_STATES = ['draft', 'pending', 'agreed', 'rejected', 'canceled'];
/** The keywords of a condition that hold further conditions over the same record. */
const BRANCHES = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'];

/** The record's fields that a condition speaks of. */
function condition_fields(condition: Condition): string[] {
  const inner = BRANCHES.flatMap((keyword) => [condition[keyword]].flat())
    .filter((part): part is Condition => typeof part === 'object' && part !== null)
    .flatMap(condition_fields);
  const own = Object.keys((condition.properties as object | undefined) ?? {});
  return [...own, ...((condition.required as string[] | undefined) ?? []), ...inner];
}

interface Ground {
  entity: Entity;
  /** The fields that conditions, people and effects may name. */
  names: readonly string[];
  known: Known;
  add(pointer: string, key: Parameters<typeof problemOf>[2], params?: Record<string, unknown>): void;
  problems: Problem[];
  file: string;
}

export function flowProblems({ file, value: entity }: Source<Entity>, known: Known): Problem[] {
  const names = [...Object.keys(entity.schema.properties ?? {}), ...Object.keys(SERVER_FIELDS), '$context'];
  const problems: Problem[] = [];
  const ground: Ground = {
    entity,
    names,
    known,
    add: (pointer, key, params) => void problems.push(problemOf(file, pointer, key, params)),
    problems,
    file,
  };
  statesCheck(ground);
  approvalCheck(ground);
  return problems;
}

function fieldCheck({ entity, names, add }: Ground, name: string, pointer: string): void {
  if (!names.includes(name))
    add(pointer, 'unknownField', { name, entity: entity.name, known: choice(name, names) });
}

function conditionCheck(ground: Ground, condition: Condition | undefined, pointer: string): void {
  for (const name of condition ? condition_fields(condition) : []) fieldCheck(ground, name, pointer);
}

function peopleCheck(ground: Ground, people: People | undefined, pointer: string): void {
  for (const [index, name] of (people?.fields ?? []).entries())
    fieldCheck(ground, name, `${pointer}/fields/${index}`);
}

/** Says which names were there before. */
function namesCheck({ add }: Ground, named: readonly { name: string }[], pointer: string): void {
  named.forEach(({ name }, index) => {
    if (named.findIndex((one) => one.name === name) < index)
      add(`${pointer}/${index}/name`, 'takenBeside', { name });
  });
}

function statesCheck(ground: Ground): void {
  const { entity, known, add } = ground;
  const { states } = entity;
  const field = states && entity.schema.properties?.[states.field];
  if (!field) return;
  const allowed = field_values(field, known.dictionaries);
  if (allowed.length === 0) {
    add('/states/field', 'stateNoValues', { name: states.field });
    return;
  }
  const stateCheck = (state: unknown, pointer: string): void => {
    if (!allowed.includes(state))
      add(pointer, 'noValueOf', {
        value: JSON.stringify(state),
        field: states.field,
        known: choice(state, allowed),
      });
  };
  stateCheck(states.initial, '/states/initial');
  namesCheck(ground, states.transitions, '/states/transitions');
  states.transitions.forEach((transition, index) => {
    const pointer = `/states/transitions/${index}`;
    const { name, from, to, permission } = transition;
    if (RESERVED.has(name)) add(`${pointer}/name`, 'standardAction', { name });
    for (const [place, state] of from.entries()) stateCheck(state, `${pointer}/from/${place}`);
    stateCheck(to, `${pointer}/to`);
    if (permission && !permission.startsWith(`${entity.name}:`))
      add(`${pointer}/permission`, 'otherPermission', { entity: entity.name });
    transitionCheck(ground, transition, pointer);
  });
}

/** What a transition asks, guards and does. */
function transitionCheck(ground: Ground, { guard, form, effects = [] }: Transition, pointer: string): void {
  const { known, add, problems, file } = ground;
  conditionCheck(ground, guard, `${pointer}/guard`);
  if (form) problems.push(...fieldProblems(file, form, `${pointer}/form`, known));
  for (const [place, effect] of effects.entries()) {
    const at = `${pointer}/effects/${place}`;
    if (effect.do === 'notify') peopleCheck(ground, effect.to, `${at}/to`);
    if (effect.do === 'assign') fieldCheck(ground, effect.field, `${at}/field`);
    if (effect.do !== 'create') continue;
    const fields = Object.keys(known.entities.get(effect.entity)?.schema.properties ?? {});
    if (!known.entities.has(effect.entity))
      add(`${at}/entity`, 'noEntity', { known: choice(effect.entity, [...known.entities.keys()]) });
    else
      for (const name of Object.keys(effect.values).filter((one) => !fields.includes(one)))
        add(`${at}/values/${name}`, 'noFieldOf', { entity: effect.entity, known: choice(name, fields) });
  }
}

function approvalCheck(ground: Ground): void {
  const { entity, known, add } = ground;
  const { approval, states } = entity;
  const field = approval && entity.schema.properties?.[approval.field];
  if (!field) return;
  if (approval.field === states?.field) add('/approval/field', 'movedTwice');
  const allowed = field_values(field, known.dictionaries);
  if (APPROVAL_STATES.some((state) => !allowed.includes(state)))
    add('/approval/field', 'approvalValues', { values: APPROVAL_STATES.join(', ') });
  namesCheck(ground, approval.steps, '/approval/steps');
  approval.steps.forEach(({ by, when }, index) => {
    peopleCheck(ground, by, `/approval/steps/${index}/by`);
    conditionCheck(ground, when, `/approval/steps/${index}/when`);
  });
  peopleCheck(ground, approval.copy, '/approval/copy');
}
