/** Fields whose values are encrypted in the database: `x-sealed` in their definition. */

interface Sealing {
  schema: { properties?: Readonly<Record<string, { 'x-sealed'?: boolean }>> };
  unique?: readonly (readonly string[])[];
}

export const sealedFields = ({ schema }: Sealing): string[] =>
  Object.entries(schema.properties ?? {})
    .filter(([, field]) => field['x-sealed'])
    .map(([name]) => name);

/** Returns the unique fields among the encrypted ones. A hash of their values is stored for searching. */
export const hashedFields = (entity: Sealing): string[] =>
  sealedFields(entity).filter((name) =>
    entity.unique?.some((names) => names.length === 1 && names[0] === name),
  );

/** Returns the name of the column with a field's hash. */
export const hashName = (field: string): string => `${field}Hash`;
