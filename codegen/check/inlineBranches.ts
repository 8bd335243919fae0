import { isObject } from '../../runtime/core/object.ts';

const OWN = '#/$defs/';
/** Replaces the first choice on the path to a schema. */
const CHOICE = '';

/**
 * Returns a meta schema whose choices contain the schemas that they refer to. The path of an error then names the
 * branch. Otherwise the path starts at the referenced schema.
 */
export function inlineBranches(meta: object): object {
  const defs = '$defs' in meta && isObject(meta.$defs) ? meta.$defs : {};
  const isChoice = (key: string) => key === 'oneOf' || key === 'anyOf';
  const inline = (value: unknown, within: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((one) => inline(one, within));
    if (!isObject(value)) return value;
    const { $ref, ...beside } = value;
    const name = typeof $ref === 'string' && $ref.startsWith(OWN) ? $ref.slice(OWN.length) : null;
    // A recursive schema remains a reference.
    if (within.length > 0 && name !== null && !within.includes(name))
      return { ...(inline(defs[name], [...within, name]) as object), ...beside };
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        inline(inner, isChoice(key) && within.length === 0 ? [CHOICE] : within),
      ]),
    );
  };
  return { ...meta, ...(inline(meta, []) as object) };
}
