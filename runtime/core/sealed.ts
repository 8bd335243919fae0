/** Fields whose values stand sealed in the database: `x-sealed` in their definition. */

interface Sealing {
  schema: { properties?: Readonly<Record<string, { 'x-sealed'?: boolean }>> };
  unique?: readonly (readonly string[])[];
}

export const sealedFields = ({ schema }: Sealing): string[] =>
  Object.entries(schema.properties ?? {})
    .filter(([, field]) => field['x-sealed'])
    .map(([name]) => name);

/** Returns the unique ones among the sealed fields: a hash of the value is beside it, to find the record by. */
export const hashedFields = (entity: Sealing): string[] =>
  sealedFields(entity).filter((name) =>
    entity.unique?.some((names) => names.length === 1 && names[0] === name),
  );

/** Returns how the column with the hash of a field is called. */
export const hashName = (field: string): string => `${field}Hash`;
