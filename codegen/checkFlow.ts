import type { Condition, Definitions, Dictionary, Entity, Field, People, Source } from './definition.ts';
import { SERVER_FIELDS } from './entitySchemas.ts';
import type { Problem } from './problem.ts';

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

/** Checks states and approval of an entity: their values, fields, names and what effects point at. */
export function flowProblems({ file, value: entity }: Source<Entity>, definitions: Definitions): Problem[] {
  const fields = entity.schema.properties ?? {};
  const known = new Set([...Object.keys(fields), ...Object.keys(SERVER_FIELDS), '$context']);
  const dictionaries = new Map(definitions.dictionaries.map(({ value }) => [value.name, value]));
  const entities = new Map(definitions.entities.map(({ value }) => [value.name, value]));
  const problems: Problem[] = [];
  const add = (pointer: string, message: string): void => void problems.push({ file, pointer, message });
  const fieldCheck = (name: string, pointer: string): void => {
    if (!known.has(name))
      add(pointer, `"${name}" is no field of ${entity.name}: write one of ${[...known].join(', ')}`);
  };
  const conditionCheck = (condition: Condition | undefined, pointer: string): void => {
    for (const name of condition ? condition_fields(condition) : []) fieldCheck(name, pointer);
  };
  const peopleCheck = (people: People | undefined, pointer: string): void => {
    for (const [index, name] of (people?.fields ?? []).entries())
      fieldCheck(name, `${pointer}/fields/${index}`);
  };

  const { states, approval } = entity;
  if (states && fields[states.field]) {
    const allowed = field_values(fields[states.field]!, dictionaries);
    const stateCheck = (state: unknown, pointer: string): void => {
      if (!allowed.includes(state))
        add(
          pointer,
          `${JSON.stringify(state)} is no value of ${states.field}: write one of ${allowed.join(', ')}`,
        );
    };
    stateCheck(states.initial, '/states/initial');
    const names = new Set<string>();
    states.transitions.forEach((transition, index) => {
      const pointer = `/states/transitions/${index}`;
      const { name, from, to, permission, guard, effects = [] } = transition;
      if (names.has(name)) add(`${pointer}/name`, `"${name}" is taken by another transition: write another`);
      if (RESERVED.has(name)) add(`${pointer}/name`, `"${name}" is an action of every entity: write another`);
      names.add(name);
      for (const [place, state] of from.entries()) stateCheck(state, `${pointer}/from/${place}`);
      stateCheck(to, `${pointer}/to`);
      if (permission && !permission.startsWith(`${entity.name}:`))
        add(`${pointer}/permission`, `must be a permission of this entity: write "${entity.name}:…"`);
      conditionCheck(guard, `${pointer}/guard`);
      effects.forEach((effect, place) => {
        const at = `${pointer}/effects/${place}`;
        if (effect.do === 'notify') peopleCheck(effect.to, `${at}/to`);
        if (effect.do === 'assign') fieldCheck(effect.field, `${at}/field`);
        if (effect.do !== 'create') return;
        const target = entities.get(effect.entity);
        if (!target) {
          add(`${at}/entity`, `names no entity: write one of ${[...entities.keys()].join(', ')}`);
          return;
        }
        for (const field of Object.keys(effect.values))
          if (!target.schema.properties?.[field])
            add(`${at}/values/${field}`, `is no field of ${target.name}`);
      });
    });
  }
  if (approval && fields[approval.field]) {
    if (approval.field === states?.field)
      add('/approval/field', 'is moved by the states already: write a field of its own');
    const allowed = field_values(fields[approval.field]!, dictionaries);
    if (APPROVAL_STATES.some((state) => !allowed.includes(state)))
      add(
        '/approval/field',
        `needs a field with the values ${APPROVAL_STATES.join(', ')}: give it "x-dictionary": "approvalState"`,
      );
    const names = new Set<string>();
    approval.steps.forEach(({ name, by, when }, index) => {
      const pointer = `/approval/steps/${index}`;
      if (names.has(name)) add(`${pointer}/name`, `"${name}" is taken by another step: write another`);
      names.add(name);
      peopleCheck(by, `${pointer}/by`);
      conditionCheck(when, `${pointer}/when`);
    });
    peopleCheck(approval.copy, '/approval/copy');
  }
  return problems;
}

function field_values(field: Field, dictionaries: ReadonlyMap<string, Dictionary>): unknown[] {
  const options = field['x-options'] ?? dictionaries.get(field['x-dictionary'] ?? '')?.entries ?? [];
  return options.map(({ value }) => value);
}
