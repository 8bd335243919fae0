import { typeName } from '../definition/definition.ts';

/**
 * Replaces the names of entities in the description (`entity:customer#write` → `#/components/schemas/CustomerWrite`)
 * and closes its objects. An object schema with named properties refuses unknown fields, unless it sets
 * `additionalProperties`. Shared nodes are visited once. Returns the references as well.
 */
export function closeNodes<T extends object>(api: T): { finished: T; refs: Set<string> } {
  const refs = new Set<string>();
  const done = new Map<object, unknown>();
  const finish = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const before = done.get(value);
    if (before) return before;
    const after = Array.isArray(value) ? value.map(finish) : finishNode(value as Record<string, unknown>);
    done.set(value, after);
    return after;
  };
  const finishNode = (node: Record<string, unknown>): Record<string, unknown> => {
    if (typeof node.$ref === 'string') {
      const Ref = componentRef(node.$ref);
      refs.add(Ref);
      if (Ref !== node.$ref) return { $ref: Ref };
    }
    const finished: Record<string, unknown> = {};
    for (const [key, child] of Object.entries(node)) finished[key] = finish(child);
    if (node.type === 'object' && node.properties && !('additionalProperties' in node))
      finished.additionalProperties = false;
    return finished;
  };
  return { finished: finish(api) as T, refs };
}

function componentRef(ref: string): string {
  const [, name, shape] = /^entity:([A-Za-z0-9]+)(?:#(write|update))?$/.exec(ref) ?? [];
  return name ? `#/components/schemas/${typeName(name)}${shape ? typeName(shape) : ''}` : ref;
}
