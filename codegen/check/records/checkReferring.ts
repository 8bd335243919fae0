/** Effects on records that refer to this one: the field must refer to it, and be indexed. */
import type { Effect, Entity } from '../../definition/definition.ts';
import { SERVER_FIELDS } from '../../definition/entitySchemas.ts';
import { choice } from '../../problem.ts';
import type { Known } from '../checkFields.ts';
import type { Add } from '../scope.ts';
import { checkTaken, isIndexed } from './checkAcross.ts';

type Notify = Extract<Effect, { do: 'notify' }>;

/** The entity whose people are notified: of lines the one that holds them. */
function targetOf(child: Entity, known: Known): Entity {
  if (child.of?.in !== 'form') return child;
  return known.entities.get(child.schema.properties?.[child.of.field]?.['x-ref'] ?? '') ?? child;
}

/** Checks whose people a notice is for, where it is for those of other records. */
export function checkReferring(
  entity: Entity,
  { of, where, to }: Notify,
  pointer: string,
  { known, add }: { known: Known; add: Add },
): void {
  if (of === undefined) {
    if (where !== undefined) add(pointer, 'lacks', { name: 'of' });
    return;
  }
  const [name = '', ref = ''] = of.split('.');
  const child = known.entities.get(name);
  if (!child) {
    add(`${pointer}/of`, 'noEntity', { known: choice(name, [...known.entities.keys()]) });
    return;
  }
  const references = Object.entries(child.schema.properties ?? {}).filter(
    ([, field]) => field['x-ref'] === entity.name,
  );
  if (!references.some(([one]) => one === ref)) {
    const names = references.map(([one]) => one);
    add(`${pointer}/of`, 'noFieldOf', { entity: name, known: choice(ref, names) });
    return;
  }
  if (!isIndexed(child, [ref]))
    add(`${pointer}/of`, 'acrossIndex', { entity: name, fields: JSON.stringify([ref]) });
  const target = targetOf(child, known);
  checkTaken(target, where, `${pointer}/where`, { known, add });
  const fields = [...Object.keys(target.schema.properties ?? {}), ...Object.keys(SERVER_FIELDS)];
  for (const [at, field] of (to.fields ?? []).entries())
    if (!fields.includes(field))
      add(`${pointer}/to/fields/${at}`, 'noFieldOf', { entity: target.name, known: choice(field, fields) });
}
