import type { EntityDefinition } from '../../generated/definition.ts';
import type { FormSource } from '../form/Form.tsx';

type Entity = EntityDefinition & { pure: Record<string, unknown> };

const forms = new WeakMap<Entity, FormSource>();

/** The form of an entity; always the same object, so that what is built from it is kept. */
export function entity_form(entity: Entity): FormSource {
  let form = forms.get(entity);
  if (!form) {
    form = { name: `entity/${entity.name}`, schema: entity.schema, pure: entity.pure, ui: entity.ui };
    forms.set(entity, form);
  }
  return form;
}
