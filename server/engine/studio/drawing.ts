/** Checks the drawings of automations by the rules for definitions. */
import { checkCondition } from '../../../codegen/check/checkCondition.ts';
import type { Known } from '../../../codegen/check/checkFields.ts';
import { checkEffects } from '../../../codegen/check/records/checkEffects.ts';
import { valuesWith } from '../../../codegen/check/records/checkRules.ts';
import { type Add, CONTEXTS, recordScope } from '../../../codegen/check/scope.ts';
import { compileDefinitions } from '../../../codegen/compile.ts';
import type { Definitions, Entity } from '../../../codegen/definition/definition.ts';
import { composeRecords } from '../../../codegen/definition/lines.ts';
import { problemOf } from '../../../codegen/problem.ts';
import {
  type Drawing,
  runFields,
  stateFieldOf,
  subjectOf,
} from '../../../runtime/core/automation/drawing.ts';
import { dictionaryRegistry } from '../../../runtime/core/definitions/dictionaries.ts';
import type { Entity as ServedEntity } from '../../../runtime/core/definitions/entities.ts';
import { compileDefinition } from '../../../runtime/core/expressionText/index.ts';
import { isObject } from '../../../runtime/core/object.ts';
import { createValidator, type Validation } from '../../../runtime/core/rules/validation.ts';
import { SERVER_FIELDS } from '../../../runtime/core/serverFields.ts';
import { rrule } from '../../../runtime/fieldTypes/rrule/type.ts';
import type { Repository } from './repository.ts';
import { studioProblem } from './texts.ts';
import type { StudioProblem } from './types.ts';

type Problems = StudioProblem[];

const shapes = new WeakMap<readonly object[], Validation>();
const PEOPLE = 'people.schema.json';

interface Meta {
  $id?: string;
}

/** Returns a meta schema that also allows roles that a tenant has created. */
const anyRole = (meta: Meta): object =>
  meta.$id === PEOPLE
    ? JSON.parse(JSON.stringify(meta), (key, value) =>
        key === 'roles' && value?.items?.enum
          ? { ...value, items: { type: 'string', maxLength: 40 } }
          : value,
      )
    : meta;

function shapeOf(metas: Repository['metas']): Validation {
  let shape = shapes.get(metas);
  if (!shape) {
    const validator = createValidator({ meta: false, validateSchema: false });
    for (const meta of metas) validator.addSchema(anyRole(meta));
    shape = validator.compile({ $ref: 'automation.schema.json' });
    shapes.set(metas, shape);
  }
  return shape;
}

/** Records of these entities do not trigger automations. */
const OWN = ['automation', 'automationRun'];
const ABOUT_RECORDS = ['created', 'updated', 'moved'];

const choices = (entity: ServedEntity, name: string): unknown[] => {
  const field = entity.schema.properties?.[name];
  const entries = dictionaryRegistry.get(field?.['x-dictionary'] ?? '')?.entries;
  return (field?.['x-options'] ?? entries ?? []).map(({ value }) => value);
};

function triggerProblems({ entity: name, trigger }: Drawing, subject: ServedEntity): Problems {
  if (name === null && ABOUT_RECORDS.includes(trigger.on)) return [studioProblem('/entity', 'drawnNoEntity')];
  if (name !== null && trigger.on === 'call') return [studioProblem('/entity', 'drawnCallEntity')];
  const fields = { ...SERVER_FIELDS, ...subject.schema.properties };
  if (trigger.on === 'updated')
    return (trigger.fields ?? []).flatMap((field, at) =>
      field in fields ? [] : [studioProblem(`/trigger/fields/${at}`, 'drawnNoField', { name: field })],
    );
  if (trigger.on === 'moved') {
    const state = stateFieldOf(subject);
    if (state === undefined) return [studioProblem('/trigger/on', 'drawnNoState')];
    const known = choices(subject, state);
    return trigger.to.flatMap((value, at) =>
      known.includes(value) ? [] : [studioProblem(`/trigger/to/${at}`, 'drawnNoChoice', { name: value })],
    );
  }
  if (trigger.on === 'time' && !rrule.pattern?.test(trigger.rule))
    return [studioProblem('/trigger/rule', 'drawnNoRule')];
  if (trigger.on === 'call') {
    const names = trigger.fields.map((field) => field.name);
    return names.flatMap((one, at) =>
      names.indexOf(one) < at || one === 'day' || one === 'id'
        ? [studioProblem(`/trigger/fields/${at}/name`, 'drawnTwice', { name: one })]
        : [],
    );
  }
  return [];
}

const peopleIn = (to: unknown): string[] =>
  isObject(to) && Array.isArray(to.fields) ? to.fields.map(String) : [];

function isPerson(subject: ServedEntity, name: string): boolean {
  const field = { ...SERVER_FIELDS, ...subject.schema.properties }[name];
  return field?.['x-ref'] === 'user' || field?.items?.['x-ref'] === 'user';
}

/**
 * Returns the problems of effects: keywords that drawings do not support, and effects on a record that the
 * automation does not have.
 */
function effectProblems({ entity, do: effects }: Drawing, subject: ServedEntity): Problems {
  return effects.flatMap((effect, at): Problems => {
    const place = `/do/${at}`;
    const of = typeof effect.of === 'string' ? effect.of : '';
    if ('each' in effect || 'eachIf' in effect || 'where' in effect || of.includes('.'))
      return [studioProblem(place, 'drawnWord')];
    if (effect.do === 'assign') {
      const field = subject.schema.properties?.[String(effect.field)];
      if (entity === null || !field || field.readOnly || field['x-lines'])
        return [studioProblem(`${place}/field`, 'drawnNoField', { name: effect.field })];
    }
    if (effect.do === 'notify' || effect.do === 'mail') {
      const people = peopleIn(effect.to).filter((name) => !isPerson(subject, name));
      if (people.length > 0)
        return [studioProblem(`${place}/to/fields`, 'drawnNoField', { name: people[0] })];
    }
    if (effect.do === 'move' && of === 'id' && entity === null)
      return [studioProblem(`${place}/of`, 'drawnNoEntity')];
    return [];
  });
}

/**
 * Returns the entity as the codegen reads it. A run that is about no record has fields of its own. Undefined
 * if the entity does not exist.
 */
function writtenSubject({ entity, trigger }: Drawing, { entities }: Known): Entity | undefined {
  if (entity !== null) return entities.get(entity);
  const run = entities.get('automationRun');
  return run && { ...run, schema: { type: 'object', properties: runFields(trigger) } };
}

const knownOf = (definitions: Definitions): Known => ({
  entities: new Map(composeRecords(definitions).entities.map(({ value }) => [value.name, value])),
  dictionaries: new Map(definitions.dictionaries.map(({ value }) => [value.name, value])),
});

/** Returns the problems that the codegen would find in an event with this condition and these effects. */
function definitionProblems(drawing: Drawing, known: Known): Problems {
  const subject = writtenSubject(drawing, known);
  if (!subject) return [studioProblem('/entity', 'drawnUnknown', { name: drawing.entity })];
  const written = { on: [{ when: 'created', if: drawing.if, do: drawing.do }] };
  const { value, problems } = compileDefinition<unknown>('entity', written);
  if (problems.length > 0)
    return problems.map(({ pointer, at, text }) => ({
      ...{ file: null, pointer: pointer.replace(/^\/on\/0/, ''), en: text.en, zh: text.zh, at },
    }));
  const [event] = (value as Pick<Entity, 'on'>).on ?? [];
  const found: Problems = [];
  const add: Add = (pointer, key, params) => {
    const { message, zh } = problemOf('', pointer, key, params);
    found.push({ file: null, pointer, en: message, zh });
  };
  const scope = recordScope(subject.schema, CONTEXTS.approval);
  if (event?.if) checkCondition(event.if, scope.field, '/if', { add, valuesOf: valuesWith(known) });
  checkEffects(subject, { effects: event?.do ?? [] }, '/do', known, add, true);
  return found;
}

/**
 * Returns the problems of a drawing. An empty list means that it can run. `definitions` are the current
 * definitions in the authors' form.
 */
export function drawingProblems(
  { metas, definitions }: Pick<Repository, 'metas' | 'definitions'>,
  input: unknown,
): StudioProblem[] {
  const [wrong] = shapeOf(metas)(input);
  if (wrong)
    return [studioProblem(wrong.instancePath, 'drawnShape', { reason: wrong.message ?? wrong.keyword })];
  const drawing = input as Drawing;
  const subject = subjectOf(drawing);
  if (!subject || OWN.includes(drawing.entity ?? ''))
    return [studioProblem('/entity', 'drawnUnknown', { name: drawing.entity })];
  const own = [...triggerProblems(drawing, subject), ...effectProblems(drawing, subject)];
  return own.length > 0 ? own : definitionProblems(drawing, knownOf(compileDefinitions(definitions)));
}
