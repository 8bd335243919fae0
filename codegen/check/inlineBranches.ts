import { isObject } from '../../runtime/core/object.ts';

const OWN = '#/$defs/';

/**
 * A meta schema whose choices contain what their branches refer to. The path of an error then names the branch: an error
 * of a schema that is referred to has only the path within that schema.
 */
export function inlineBranches(meta: object): object {
  const defs = '$defs' in meta && isObject(meta.$defs) ? meta.$defs : {};
  const isChoice = (key: string) => key === 'oneOf' || key === 'anyOf';
  const inline = (value: unknown, within: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((one) => inline(one, within));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        isChoice(key) && Array.isArray(inner)
          ? inner.map((branch) => inlineBranch(branch, within))
          : inline(inner, within),
      ]),
    );
  };
  const inlineBranch = (branch: unknown, within: readonly string[]): unknown => {
    if (!isObject(branch) || typeof branch.$ref !== 'string' || !branch.$ref.startsWith(OWN))
      return inline(branch, within);
    const name = branch.$ref.slice(OWN.length);
    // A choice that contains itself goes on by reference.
    return within.includes(name) ? branch : inline(defs[name], [...within, name]);
  };
  return { ...meta, ...(inline(meta, []) as object) };
}
