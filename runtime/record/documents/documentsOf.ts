/** Finds the documents of a record. */
import type { DocumentDefinition } from '../../../generated/definition.ts';
import { documentRegistry } from '../../core/definitions/documents.ts';
import type { Entity } from '../../core/definitions/entities.ts';
import { recordHas } from '../../core/rules/recordHas.ts';
import type { Values } from '../../core/rules/rule.ts';

/** Returns the label sheets that the user may print. Labels with a public link require the permission to create it. */
export const labelsOf = (
  { name }: Pick<Entity, 'name'>,
  can: (permission: string) => boolean,
): readonly DocumentDefinition[] =>
  documentRegistry.all().filter(({ of, size, sections }) => {
    if (of !== name || size !== 'labels') return false;
    return can(`${name}:${sections.some(({ link }) => link) ? 'publish' : 'get'}`);
  });

export const documentsOf = ({ name }: Entity, record: Values): readonly DocumentDefinition[] =>
  documentRegistry
    .all()
    .filter((one) => one.of === name && one.size !== 'labels' && recordHas(record, one.where));

/** Returns the documents that the user may make of several records. */
export const documentsOfMany = (
  { name }: Pick<Entity, 'name'>,
  can: (permission: string) => boolean,
): readonly DocumentDefinition[] =>
  can(`${name}:get`) ? documentRegistry.all().filter(({ of, size }) => of === name && size !== 'labels') : [];
