/** No two records are alike in these: the keys of an entity (`unique`), and those of records with some values (`uniqueWhere`). */
import type { EntityDefinition, FieldValues, Text } from '../../generated/definition.ts';

export interface UniqueKey {
  fields: readonly string[];
  /** Only records with these values are held against each other. */
  where?: FieldValues;
  /** Says so where another record has it already. */
  text?: Text;
}

export const uniqueKeys = ({
  unique = [],
  uniqueWhere = [],
}: Pick<EntityDefinition, 'unique' | 'uniqueWhere'>): readonly UniqueKey[] => [
  ...unique.map((fields) => ({ fields })),
  ...uniqueWhere,
];
