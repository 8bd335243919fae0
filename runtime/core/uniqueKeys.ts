/** No two records are alike in these: the keys of an entity (`unique`), and those of records with some values (`uniqueWhere`). */
import type { EntityDefinition, FieldValues, Text } from '../../generated/definition.ts';

export interface UniqueKey {
  fields: readonly string[];
  /** Only records with these values are held against each other. */
  where?: FieldValues;
  /** Says so where another record has it already. */
  text?: Text;
  /** The form says so, and the record is taken all the same. */
  warn?: true;
}

type Keys = Pick<EntityDefinition, 'unique' | 'uniqueWhere'>;

/** Every key, also those that warn alone. */
export const listAskedKeys = ({ unique = [], uniqueWhere = [] }: Keys): readonly UniqueKey[] => [
  ...unique.map((fields) => ({ fields })),
  ...uniqueWhere,
];

/** The keys by which a record is refused. */
export const uniqueKeys = (entity: Keys): readonly UniqueKey[] =>
  listAskedKeys(entity).filter(({ warn }) => !warn);
