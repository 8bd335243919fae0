/** Completes the fields of definitions with the referenced common field, and with implied keywords. Pure. */
import { isObject } from '../object.ts';

type Node = Readonly<Record<string, unknown>>;

/** The common fields by name, as in their files. */
export type CommonFields = ReadonlyMap<string, object>;

const REF = /^fields\/(\w+)$/;

/** The JSON type of each format. Null for formats of several types. All other formats are texts. */
const FORMAT_TYPES: Readonly<Record<string, string | null>> = {
  identifier: 'integer',
  rating: 'integer',
  year: 'integer',
  address: 'object',
  words: 'object',
  // Formats of integers and decimals.
  percent: null,
  duration: null,
};

/** Returns the implied type of a field without a type. */
export function impliedType(node: Node): string | null {
  if (isObject(node.properties)) return 'object';
  if (isObject(node.items)) return 'array';
  if (typeof node.format === 'string')
    return Object.hasOwn(FORMAT_TYPES, node.format) ? FORMAT_TYPES[node.format]! : 'string';
  return typeof node['x-ref'] === 'string' && node['x-refKey'] === undefined ? 'integer' : null;
}

/** Returns the name of the common field that a field refers to. Null if it refers to none. */
export const commonName = (node: Node): string | null => REF.exec(String(node.$ref))?.[1] ?? null;

const CURRENCY = 'currency';

/**
 * Returns the implied currency. Amounts use the field with this name in their own object, or in a surrounding object.
 */
function impliedCurrency(node: Node, around: readonly unknown[]): object {
  const isKnown = around.some((properties) => isObject(properties) && CURRENCY in properties);
  return node.format === 'money' && node['x-currency'] === undefined && isKnown
    ? { 'x-currency': CURRENCY }
    : {};
}

/** Merges the fields of a group. The field's own keywords override the common ones. */
function mergeProperties(common: unknown, own: unknown): object {
  if (!isObject(common) || !isObject(own)) return {};
  const merged = Object.entries(own).map(([name, field]) => {
    const before = common[name];
    return [name, isObject(before) && isObject(field) ? { ...before, ...field } : field];
  });
  return { properties: { ...common, ...Object.fromEntries(merged) } };
}

const mergeRequired = (common: unknown, own: unknown): object =>
  Array.isArray(common) && Array.isArray(own) ? { required: [...new Set([...common, ...own])] } : {};

/** Merges the common field with the keywords beside the reference. Null if the common field does not exist. */
function mergeCommon(node: Node, fields: CommonFields): Node | null {
  if (node.$ref === undefined) return node;
  const common = fields.get(commonName(node) ?? '') as Node | undefined;
  if (!common) return null;
  const { $ref: _, ...own } = node;
  return {
    ...common,
    ...own,
    ...mergeProperties(common.properties, own.properties),
    ...mergeRequired(common.required, own.required),
  };
}

/**
 * Returns a field merged with its common field and completed with implied keywords. Null if the common field
 * does not exist. `around` contains the properties of the field's object, followed by those of the
 * surrounding objects.
 */
export function completeNode(written: Node, fields: CommonFields, around: readonly unknown[]): Node | null {
  const node = mergeCommon(written, fields);
  if (!node) return null;
  const type = node.type === undefined ? impliedType(node) : null;
  return { ...(type ? { type } : {}), ...node, ...impliedCurrency(node, around) };
}
