/**
 * Checks the patterns of forms created at run time. They are removed from the schema and evaluated by a separate
 * engine.
 */
import type { Problem } from './fieldProblem.ts';
import type { LinearPattern } from './linearPattern.ts';
import type { Values } from './rule.ts';

interface Part {
  pattern?: string;
  properties?: Record<string, Part>;
  items?: Part | false;
  prefixItems?: Part[];
}

function stripPart({ pattern: _, properties, items, prefixItems, ...rest }: Part): Part {
  return {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, inner]) => [name, stripPart(inner)]),
      ),
    }),
    ...(items !== undefined && { items: items && stripPart(items) }),
    ...(prefixItems && { prefixItems: prefixItems.map(stripPart) }),
  };
}

/** Returns the schema without patterns. A backtracking engine might not terminate on them. */
export const withoutPatterns = (pure: Values): Values => stripPart(pure as Part) as Values;

const partsOf = ({ properties = {}, items, prefixItems = [] }: Part): Part[] => [
  ...Object.values(properties),
  ...prefixItems,
  ...(items ? [items] : []),
];

export const hasPatterns = (pure: Values): boolean =>
  (pure as Part).pattern !== undefined || partsOf(pure as Part).some((part) => hasPatterns(part as Values));

/** Returns the texts that violate their field's pattern. */
export function findMisfits(
  pure: Values,
  value: unknown,
  compile: (pattern: string) => LinearPattern,
  path: Problem['path'] = [],
): Problem[] {
  const { pattern, properties = {}, items, prefixItems } = pure as Part;
  if (typeof value === 'string')
    return pattern === undefined || compile(pattern).test(value) ? [] : [{ path, keyword: 'pattern' }];
  if (Array.isArray(value))
    return value.flatMap((item: unknown, index) => {
      const part = prefixItems?.[index] ?? items;
      return part ? findMisfits(part as Values, item, compile, [...path, index]) : [];
    });
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(properties).flatMap(([name, part]) =>
    findMisfits(part as Values, (value as Values)[name], compile, [...path, name]),
  );
}
