/** Merges the field rules of all roles of a user, so that every check uses the same result. */
import type { FieldRule } from '../../../runtime/core/access/fieldAccess.ts';

export interface RoleRights {
  permissions: readonly string[];
  fieldRules: readonly { field: string; rule: FieldRule }[];
}

const entityOfField = (field: string): string => field.slice(0, field.indexOf('.'));

/** Returns whether one of the permissions opens the entity, for any action and scope. */
export function opensEntity(permissions: readonly string[], entity: string): boolean {
  return permissions.some((key) => key === '*' || key.startsWith(`${entity}:`));
}

/**
 * Merges the rules of roles. The most permissive role counts. A role that does not open the entity has no effect. A
 * role that opens it without a rule for a field allows writing the field.
 */
export function mergeRules(roles: readonly RoleRights[]): Map<string, FieldRule> {
  const fields = new Set(roles.flatMap(({ fieldRules }) => fieldRules.map(({ field }) => field)));
  const merged = new Map<string, FieldRule>();
  for (const field of fields) {
    const rules = roles
      .filter(({ permissions }) => opensEntity(permissions, entityOfField(field)))
      .map(({ fieldRules }) => fieldRules.find((fieldRule) => fieldRule.field === field)?.rule);
    if (rules.length === 0 || rules.includes(undefined)) continue;
    merged.set(field, rules.includes('read') ? 'read' : 'hidden');
  }
  return merged;
}

/** Returns the first field for which these role rights allow more than `ruleByField`. Undefined if there is none. */
export function rulesBeyond(
  ruleByField: ReadonlyMap<string, FieldRule>,
  { permissions, fieldRules }: RoleRights,
): string | undefined {
  for (const [field, rule] of ruleByField) {
    if (!opensEntity(permissions, entityOfField(field))) continue;
    const configured = fieldRules.find((fieldRule) => fieldRule.field === field)?.rule;
    if (configured === undefined || (rule === 'hidden' && configured === 'read')) return field;
  }
  return undefined;
}
