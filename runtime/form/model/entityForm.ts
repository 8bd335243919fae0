import type { EntityDefinition } from '../../../generated/definition.ts';
import type { FormSource } from './formSource.ts';

type Entity = EntityDefinition & { pure: Record<string, unknown> };

const forms = new WeakMap<Entity, FormSource>();

/** Returns the form of an entity. It is always the same object, so that derived data can be cached. */
export function entityForm(entity: Entity): FormSource {
  let form = forms.get(entity);
  if (!form) {
    const { name, schema, pure, ui } = entity;
    form = { name: `entity/${name}`, schema, pure, ui, entity: name };
    forms.set(entity, form);
  }
  return form;
}
