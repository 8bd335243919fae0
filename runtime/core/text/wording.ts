/** Texts that users enter and search: names, but not keys. */
interface Wording {
  type?: string;
  format?: string;
  enum?: readonly unknown[];
  'x-options'?: unknown;
  'x-dictionary'?: unknown;
  'x-ref'?: unknown;
  'x-sealed'?: unknown;
}

export const isWording = (field: Wording | undefined): boolean =>
  field?.type === 'string' &&
  field.format === undefined &&
  !field.enum &&
  !field['x-options'] &&
  !field['x-dictionary'] &&
  !field['x-ref'] &&
  !field['x-sealed'];
