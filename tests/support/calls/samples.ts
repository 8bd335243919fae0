import { fieldTypes } from '../../../generated/fieldTypes/index.ts';
import type { Description, Schema } from '../../../server/engine/surface/description.ts';

/** Texts for the patterns of the description. The first match is used. */
const TEXTS = [
  'S1',
  '1',
  '2026-01-01',
  '2026-01',
  '2026',
  '12:00',
  'CNY',
  '/main/ems/map',
  'AVG',
  '91350211M000100Y43',
  'customer',
  't1',
  'a'.repeat(32),
  'a'.repeat(43),
  'station:get',
  'someone@example.cn',
  'customer.name',
  '/main/mine',
  '2026-W07',
  '2026-05',
  'https://cams.example/live.m3u8',
];

/** The address of a file that does not exist. A record that names it is refused. */
const NO_FILE = `/admin/sys-file/t1/${'a'.repeat(32)}.png`;

export interface SampleOptions {
  /** True to include optional fields. */
  optional: boolean;
  /** The sample for a text without format, pattern or choice. */
  text?: string;
  /** The sample for a number without choice, within its limits. */
  number?: number;
}

function sampleText(
  { format, pattern, minLength = 0, maxLength = 200 }: Schema,
  { text }: SampleOptions,
): string {
  if (typeof format === 'string' && format !== 'html') {
    const known = fieldTypes[format];
    if (known === undefined) throw new Error(`no sample for the format ${format}`);
    return known.isFile ? NO_FILE : String(known.makeSample(0));
  }
  const fits = (one: string) => typeof pattern !== 'string' || new RegExp(pattern, 'u').test(one);
  const found = [...(text === undefined ? [] : [text]), ...TEXTS].find(
    (one) => fits(one) && one.length <= Number(maxLength),
  );
  if (found === undefined) throw new Error(`no sample for the pattern ${pattern}`);
  return found.padEnd(Number(minLength), 'a');
}

function sampleNumber(schema: Schema, { number = 1 }: SampleOptions): number {
  const least = Number(schema.minimum ?? Number(schema.exclusiveMinimum ?? Number.NEGATIVE_INFINITY) + 1);
  const most = Number(schema.maximum ?? Number(schema.exclusiveMaximum ?? Number.POSITIVE_INFINITY) - 1);
  return Math.max(least, Math.min(most, number));
}

/** Returns a value that the schema accepts, so that a test gets past validation. */
export function sample(schema: Schema, description: Description, options: SampleOptions): unknown {
  const { $ref, oneOf, anyOf, const: only, enum: values, default: usual, prefixItems } = schema;
  const next = (one: unknown) => sample(one as Schema, description, options);
  if (typeof $ref === 'string')
    return next(description.components.schemas[$ref.split('/').pop() ?? ''] ?? {});
  if (only !== undefined) return only;
  if (Array.isArray(values)) return values[0];
  if (usual !== undefined && options.text === undefined) return usual;
  const choices = oneOf ?? anyOf;
  if (Array.isArray(choices) && schema.type === undefined) return next(choices.at(-1));
  switch ([schema.type].flat()[0]) {
    case 'string':
      return sampleText(schema, options);
    case 'integer':
    case 'number':
      return sampleNumber(schema, options);
    case 'boolean':
      return true;
    case 'array': {
      if (Array.isArray(prefixItems)) return prefixItems.map(next);
      const count = Math.max(Number(schema.minItems ?? 0), options.optional ? 1 : 0);
      return schema.items ? Array.from({ length: count }, () => next(schema.items)) : [];
    }
    case 'object': {
      const required = new Set((schema.required as string[] | undefined) ?? []);
      const properties = Object.entries((schema.properties as Record<string, Schema> | undefined) ?? {});
      const included = properties.filter(([name]) => options.optional || required.has(name));
      return Object.fromEntries(included.map(([name, property]) => [name, next(property)]));
    }
    default:
      return null;
  }
}
