/**
 * Unique keys of records: for all records of an entity (`unique`), and for records with given values (`uniqueWhere`).
 */
import type { EntityDefinition, FieldValues, Text } from '../../generated/definition.ts';

export interface UniqueKey {
  fields: readonly string[];
  /** The uniqueness applies only to records with these values. */
  where?: FieldValues;
  /** The error if another record already has these values. */
  text?: Text;
  /** The form warns, but the record is saved. */
  warn?: true;
}

type Keys = Pick<EntityDefinition, 'unique' | 'uniqueWhere'>;

/** Returns all keys, including keys that only warn. */
export const listAskedKeys = ({ unique = [], uniqueWhere = [] }: Keys): readonly UniqueKey[] => [
  ...unique.map((fields) => ({ fields })),
  ...uniqueWhere,
];

/** Returns the keys that block saving. */
export const uniqueKeys = (entity: Keys): readonly UniqueKey[] =>
  listAskedKeys(entity).filter(({ warn }) => !warn);
