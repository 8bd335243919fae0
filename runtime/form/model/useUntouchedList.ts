import { useMemo, useRef } from 'react';
import type { Field } from '../../../generated/definition.ts';
import type { Path } from '../../core/rules/fieldProblem.ts';
import type { Values } from '../../core/rules/rule.ts';

const hasEntries = (entries: unknown): boolean => Array.isArray(entries) && entries.length > 0;

/**
 * Returns whether a path is a list that has been empty since the form opened. Its problems are shown later, like those
 * of an untouched required field.
 */
export function useUntouchedList(schema: Field, value: Values): (path: Path) => boolean {
  const filled = useRef(new Set<string>());
  return useMemo(() => {
    const lists = Object.entries(schema.properties ?? {}).filter(([, { items }]) => items !== undefined);
    for (const [name] of lists) if (hasEntries(value[name])) filled.current.add(name);
    const untouched = new Set(lists.map(([name]) => name).filter((name) => !filled.current.has(name)));
    return ([name, ...rest]) => rest.length === 0 && untouched.has(String(name));
  }, [schema, value]);
}
