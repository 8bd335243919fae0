/** An entity as the designer edits it: the definition of a record, with those of its lines. */
import { commonFields } from '../../../../generated/commonFields.ts';
import type { EntityDefinition, Field, Option, Text } from '../../../../generated/definition.ts';
import { dictionaries } from '../../../../runtime/core/definitions/dictionaries.ts';
import { compileDefinition, printDefinition } from '../../../../runtime/core/expressionText/index.ts';
import { isAmount } from '../../../../runtime/core/numbers/money.ts';
import type { Dictionaries } from '../../../../runtime/form/values/options.ts';
import type { Document } from '../document.ts';

export interface EntityDocument extends EntityDefinition {
  lines?: EntityDefinition[];
}

const entities = new WeakMap<Document, EntityDocument>();

/**
 * Compiles the texts of a document for the pickers. The studio checks the original document, which has a problem if it
 * is not an entity.
 */
export function entityOf(document: Document): EntityDocument {
  const known = entities.get(document);
  if (known) return known;
  const entity = compileDefinition('entity', document, commonFields).value as unknown as EntityDocument;
  entities.set(document, entity);
  return entity;
}

/** Returns the definition as a document, in which expressions are texts. */
export const documentOf = (entity: EntityDocument): Document =>
  printDefinition('entity', entity) as unknown as Document;

export const fieldsOf = ({ schema }: EntityDefinition): Record<string, Field> => schema?.properties ?? {};

/** Returns the fields that authors place, without the record and the position of a line. */
export function listPlacedNames(entity: EntityDefinition): string[] {
  const around = new Set([entity.of?.field, entity.of?.order]);
  return Object.keys(fieldsOf(entity)).filter((name) => !around.has(name));
}

export const isMoney = (field: Field | undefined): boolean => field !== undefined && isAmount(field);
export const isFigure = (field: Field | undefined): boolean =>
  field !== undefined &&
  !field['x-ref'] &&
  (isMoney(field) || field.type === 'number' || field.type === 'integer');

/** Returns the names of the numeric fields. */
export const figuresOf = (entity: EntityDefinition): string[] =>
  listPlacedNames(entity).filter((name) => isFigure(fieldsOf(entity)[name]));

/** Returns the options of a field. */
export function optionsOf(field: Field | undefined): readonly Option[] {
  const known: Dictionaries = dictionaries;
  return field?.['x-options'] ?? known[field?.['x-dictionary'] ?? '']?.entries ?? [];
}

export const titleOfField = (entity: EntityDefinition, name: string): Text =>
  fieldsOf(entity)[name]?.title ?? { zh: name, en: name };

/** Returns the list, or undefined if it is empty. */
export const someOf = <T>(list: readonly T[]): T[] | undefined => (list.length > 0 ? [...list] : undefined);
