/** Checks effects on records that refer to this one. The field must refer to it and be indexed. */
import { referringOf } from '../../../runtime/core/rules/referring.ts';
import type { Entity, People, Rollup } from '../../definition/definition.ts';
import { SERVER_FIELDS } from '../../definition/entitySchemas.ts';
import { choice } from '../../problem.ts';
import type { Known } from '../checkFields.ts';
import type { Add } from '../scope.ts';
import { checkTaken, isIndexed } from './checkAcross.ts';

interface Checking {
  known: Known;
  add: Add;
}

/** Returns the entity whose records are meant. For lines, this is the entity that contains them. */
function holderOf(child: Entity, known: Known): Entity {
  if (child.of?.in !== 'form') return child;
  return known.entities.get(child.schema.properties?.[child.of.field]?.['x-ref'] ?? '') ?? child;
}

/** Returns the entity whose records an effect reaches by `entity.field`. Undefined if `of` names no such field. */
export function findReferringEntity(of: string, known: Known): Entity | undefined {
  const child = known.entities.get(referringOf(of)?.entity ?? '');
  return child && holderOf(child, known);
}

/** Checks `of` and `where`, which select records that refer to this one. Returns the entity of these records. */
export function checkReferring(
  entity: Entity,
  { of, where }: { of?: string; where?: Rollup['where'] },
  pointer: string,
  { known, add }: Checking,
): Entity | undefined {
  const referring = of === undefined ? null : referringOf(of);
  if (!referring) {
    if (where !== undefined) add(`${pointer}/where`, 'referringOnly');
    return undefined;
  }
  const { entity: name, field: ref } = referring;
  const child = known.entities.get(name);
  if (!child) {
    add(`${pointer}/of`, 'noEntity', { known: choice(name, [...known.entities.keys()]) });
    return undefined;
  }
  const references = Object.entries(child.schema.properties ?? {}).filter(
    ([, field]) => field['x-ref'] === entity.name,
  );
  if (!references.some(([one]) => one === ref)) {
    const names = references.map(([one]) => one);
    add(`${pointer}/of`, 'noFieldOf', { entity: name, known: choice(ref, names) });
    return undefined;
  }
  if (!isIndexed(child, [ref]))
    add(`${pointer}/of`, 'acrossIndex', { entity: name, fields: JSON.stringify([ref]) });
  const target = holderOf(child, known);
  checkTaken(target, where, `${pointer}/where`, { known, add });
  return target;
}

/** Checks the recipients of a notice that come from fields of other records. */
export function checkReferringPeople(
  entity: Entity,
  effect: { of?: string; where?: Rollup['where']; to: People },
  pointer: string,
  checking: Checking,
): void {
  const target = checkReferring(entity, effect, pointer, checking);
  if (!target) return;
  const fields = [...Object.keys(target.schema.properties ?? {}), ...Object.keys(SERVER_FIELDS)];
  for (const [at, field] of (effect.to.fields ?? []).entries())
    if (!fields.includes(field))
      checking.add(`${pointer}/to/fields/${at}`, 'noFieldOf', {
        entity: target.name,
        known: choice(field, fields),
      });
}
