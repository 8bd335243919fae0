/** The documents that there are of a record. */
import type { DocumentDefinition } from '../../../generated/definition.ts';
import { documentRegistry } from '../../core/definitions/documents.ts';
import type { Entity } from '../../core/definitions/entities.ts';
import { recordHas } from '../../core/recordHas.ts';
import type { Values } from '../../core/rule.ts';

export const documentsOf = ({ name }: Entity, record: Values): readonly DocumentDefinition[] =>
  documentRegistry.all().filter((one) => one.of === name && recordHas(record, one.where));
