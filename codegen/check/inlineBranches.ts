import { isObject } from '../../runtime/core/object.ts';

const OWN = '#/$defs/';
/** Stands for the first choice on the way to a schema. */
const CHOICE = '';

/**
 * A meta schema whose choices contain what they refer to. The path of an error then names the branch: an error
 * of a schema that is referred to has only the path within that schema.
 */
export function inlineBranches(meta: object): object {
  const defs = '$defs' in meta && isObject(meta.$defs) ? meta.$defs : {};
  const isChoice = (key: string) => key === 'oneOf' || key === 'anyOf';
  const inline = (value: unknown, within: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((one) => inline(one, within));
    if (!isObject(value)) return value;
    const { $ref, ...beside } = value;
    const name = typeof $ref === 'string' && $ref.startsWith(OWN) ? $ref.slice(OWN.length) : null;
    // A schema that contains itself goes on by reference.
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
