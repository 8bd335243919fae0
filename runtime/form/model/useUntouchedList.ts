import { useMemo, useRef } from 'react';
import type { Field } from '../../../generated/definition.ts';
import type { Path } from '../../core/rules/fieldProblem.ts';
import type { Values } from '../../core/rules/rule.ts';

const hasEntries = (entries: unknown): boolean => Array.isArray(entries) && entries.length > 0;

/**
 * Returns whether a path names a list that has had no entry since the form was opened. Its problems are then shown like
 * those of a required field that the user has not reached yet.
 */
export function useUntouchedList(schema: Field, value: Values): (path: Path) => boolean {
  const held = useRef(new Set<string>());
  return useMemo(() => {
    const lists = Object.entries(schema.properties ?? {}).filter(([, { items }]) => items !== undefined);
    for (const [name] of lists) if (hasEntries(value[name])) held.current.add(name);
    const untouched = new Set(lists.map(([name]) => name).filter((name) => !held.current.has(name)));
    return ([name, ...rest]) => rest.length === 0 && untouched.has(String(name));
  }, [schema, value]);
}
