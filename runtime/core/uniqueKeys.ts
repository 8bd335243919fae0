/**
 * Unique fields of records: the keys of an entity (`unique`), and those of records with some values (`uniqueWhere`).
 */
import type { EntityDefinition, FieldValues, Text } from '../../generated/definition.ts';

export interface UniqueKey {
  fields: readonly string[];
  /** Only records with these values are compared with each other. */
  where?: FieldValues;
  /** The error if another record already has these values. */
  text?: Text;
  /** The form warns, but the record is saved. */
  warn?: true;
}

type Keys = Pick<EntityDefinition, 'unique' | 'uniqueWhere'>;

/** Returns every key, including keys that only warn. */
export const listAskedKeys = ({ unique = [], uniqueWhere = [] }: Keys): readonly UniqueKey[] => [
  ...unique.map((fields) => ({ fields })),
  ...uniqueWhere,
];

/** Returns the keys that block saving. */
export const uniqueKeys = (entity: Keys): readonly UniqueKey[] =>
  listAskedKeys(entity).filter(({ warn }) => !warn);
