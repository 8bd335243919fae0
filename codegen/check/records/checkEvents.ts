/** Checks the effects of writing a record, and that events do not cause each other in a loop. */
import { refSource } from '../../../runtime/core/rules/refWhere.ts';
import type { Effect, Entity, RecordEvent, Source } from '../../definition/definition.ts';
import { SERVER_FIELDS } from '../../definition/entitySchemas.ts';
import { listMoves } from '../../definition/flowDefinition.ts';
import { choice, type Problem, problemOf } from '../../problem.ts';
import { checkCondition } from '../checkCondition.ts';
import type { Known } from '../checkFields.ts';
import { type Add, CONTEXTS, recordScope } from '../scope.ts';
import { checkEffects } from './checkEffects.ts';
import { findReferringEntity } from './checkReferring.ts';
import { valuesWith } from './checkRules.ts';

interface Ground {
  entity: Entity;
  known: Known;
  add: Add;
}

/** Returns the name of an event of an entity: `order:created`. */
const nameOf = (entity: string, what: string): string => `${entity}:${what}`;

/** Names the written record itself, in place of a reference. */
const ITSELF = 'id';

/** Returns the reference that an effect follows: of the record, of the move's form, or of the rows of a table. */
function referred(entity: Entity, of: string, each: string | undefined): string | undefined {
  const own = entity.schema.properties ?? {};
  if (of === ITSELF) return entity.name;
  if (each !== undefined) return own[each]?.items?.properties?.[of]?.['x-ref'];
  const forms = listMoves(entity).map(({ form }) => form?.properties ?? {});
  return [own, ...forms].map((fields) => refSource(fields[of] ?? {})['x-ref']).find(Boolean);
}

/** Returns the names of the events that an effect causes. */
function happenings(entity: Entity, effect: Effect, known: Known): string[] {
  if (effect.do === 'create') return [nameOf(effect.entity, 'created')];
  if (effect.do !== 'update' && effect.do !== 'move') return [];
  const target =
    findReferringEntity(effect.of, known)?.name ??
    referred(entity, effect.of, effect.do === 'update' ? effect.each : undefined);
  if (target === undefined) return [];
  if (effect.do === 'update') return [nameOf(target, 'updated')];
  return effect.transitions.map((name) => nameOf(target, `transition:${name}`));
}

/** Returns all effects of an event. */
function effectsWhen(entity: Entity, what: string): Effect[] {
  const events = (entity.on ?? []).filter(({ when }) => when === what).flatMap((event) => event.do);
  const move = listMoves(entity).find(({ name }) => what === `transition:${name}`);
  return [...events, ...(move?.effects ?? [])];
}

/** Returns the path from an event back to itself. Null if there is none. */
function wayBack(from: string, known: Known): string[] | null {
  const seen = new Set<string>();
  const walk = (at: string, way: readonly string[]): string[] | null => {
    const [name = '', ...rest] = at.split(':');
    const entity = known.entities.get(name);
    if (!entity) return null;
    for (const next of effectsWhen(entity, rest.join(':')).flatMap((effect) =>
      happenings(entity, effect, known),
    )) {
      if (next === from) return [...way, next];
      if (seen.has(next)) continue;
      seen.add(next);
      const found = walk(next, [...way, next]);
      if (found) return found;
    }
    return null;
  };
  return walk(from, [from]);
}

function checkEvent({ entity, known, add }: Ground, event: RecordEvent, place: string): void {
  const { when, fields = [], if: condition } = event;
  const names = [...Object.keys(entity.schema.properties ?? {}), ...Object.keys(SERVER_FIELDS)];
  const unknown = (name: string) => ({ name, entity: entity.name, known: choice(name, names) });
  const moves = listMoves(entity).map(({ name }) => `transition:${name}`);
  if (when.startsWith('transition:') && !moves.includes(when))
    add(`${place}/when`, 'oneOf', {
      known: choice(when, ['created', 'updated', 'deleted', 'became', ...moves]),
    });
  if (fields.length > 0 && when !== 'updated') add(`${place}/fields`, 'eventFields');
  for (const [at, name] of fields.entries())
    if (!names.includes(name)) add(`${place}/fields/${at}`, 'unknownField', unknown(name));
  if (when === 'became' && !condition) add(place, 'lacks', { name: 'if' });
  const scope = recordScope(entity.schema, CONTEXTS.approval);
  if (condition) checkCondition(condition, scope.field, `${place}/if`, { add, valuesOf: valuesWith(known) });
  for (const [at, effect] of event.do.entries()) {
    if (effect.do === 'assign') add(`${place}/do/${at}/do`, 'eventAssign');
    if (effect.do !== 'notify' || effect.of !== undefined) continue;
    for (const [index, name] of (effect.to.fields ?? []).entries())
      if (!names.includes(name)) add(`${place}/do/${at}/to/fields/${index}`, 'unknownField', unknown(name));
  }
  checkEffects(entity, { effects: event.do }, `${place}/do`, known, add, when === 'became');
  const way = wayBack(nameOf(entity.name, when), known);
  if (way) add(`${place}/do`, 'eventCircle', { way: way.join(' → ') });
}

export function eventProblems({ file, value: entity }: Source<Entity>, known: Known): Problem[] {
  const problems: Problem[] = [];
  const add: Add = (pointer, key, params) => void problems.push(problemOf(file, pointer, key, params));
  for (const [at, event] of (entity.on ?? []).entries())
    checkEvent({ entity, known, add }, event, `/on/${at}`);
  return problems;
}
