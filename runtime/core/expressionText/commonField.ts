/** Completes the fields of definitions: with a common field that they refer to, and with what their words imply. Pure. */
import { isObject } from '../object.ts';

type Node = Readonly<Record<string, unknown>>;

/** The common fields by name, as their files have them. */
export type CommonFields = ReadonlyMap<string, object>;

const REF = /^fields\/(\w+)$/;

/** The types of formats that allow one type only; every other format is one of texts. */
const FORMAT_TYPES: Readonly<Record<string, string | null>> = {
  identifier: 'integer',
  rating: 'integer',
  year: 'integer',
  address: 'object',
  // These allow whole and other numbers.
  percent: null,
  duration: null,
};

/** The type of a field that names none. */
export function impliedType(node: Node): string | null {
  if (isObject(node.properties)) return 'object';
  if (isObject(node.items)) return 'array';
  if (typeof node.format === 'string')
    return Object.hasOwn(FORMAT_TYPES, node.format) ? FORMAT_TYPES[node.format]! : 'string';
  return typeof node['x-ref'] === 'string' && node['x-refKey'] === undefined ? 'integer' : null;
}

/** The name of the common field that a field refers to. */
export const commonName = (node: Node): string | null => REF.exec(String(node.$ref))?.[1] ?? null;

const CURRENCY = 'currency';

/** Amounts are in the currency that a field of this name holds, beside them or around them. */
function impliedCurrency(node: Node, around: readonly unknown[]): object {
  const isKnown = around.some((properties) => isObject(properties) && CURRENCY in properties);
  return node.format === 'money' && node['x-currency'] === undefined && isKnown
    ? { 'x-currency': CURRENCY }
    : {};
}

/** The fields of a group come first; words beside one of them override. */
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

/** The common field with the words beside the reference; null where there is none of this name. */
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

/** `around` are the properties of the objects around the field, its own object first. */
export function completeNode(written: Node, fields: CommonFields, around: readonly unknown[]): Node | null {
  const node = mergeCommon(written, fields);
  if (!node) return null;
  const type = node.type === undefined ? impliedType(node) : null;
  return { ...(type ? { type } : {}), ...node, ...impliedCurrency(node, around) };
}
