/** Changes of a filter while it is built; a place is the way of indexes from the root. */
import type { EntityDefinition } from '../../../generated/definition.ts';
import { filter_kind, list_field } from '../fields.ts';
import { type Condition, type FilterGroup, type FilterNode, is_group, type Join } from './group.ts';
import { filter_names, type OpChoice, op_choices } from './ops.ts';

export type Place = readonly number[];

function group_change(
  group: FilterGroup,
  place: Place,
  change: (nodes: readonly FilterNode[], at: number) => FilterNode[],
): FilterGroup {
  const [at = 0, ...rest] = place;
  if (rest.length === 0) return { ...group, nodes: change(group.nodes, at) };
  return {
    ...group,
    nodes: group.nodes.map((node, index) =>
      index === at && is_group(node) ? group_change(node, rest, change) : node,
    ),
  };
}

export function node_set(root: FilterGroup, place: Place, node: FilterNode): FilterGroup {
  return group_change(root, place, (nodes, at) => nodes.map((one, index) => (index === at ? node : one)));
}

export function node_remove(root: FilterGroup, place: Place): FilterGroup {
  return group_change(root, place, (nodes, at) => nodes.filter((_, index) => index !== at));
}

/** Behind the last one of the group at this place; the root's place is empty. */
export function node_add(root: FilterGroup, place: Place, node: FilterNode): FilterGroup {
  if (place.length === 0) return { ...root, nodes: [...root.nodes, node] };
  return group_change(root, place, (nodes, at) =>
    nodes.map((one, index) =>
      index === at && is_group(one) ? { ...one, nodes: [...one.nodes, node] } : one,
    ),
  );
}

export function group_join(root: FilterGroup, place: Place, join: Join): FilterGroup {
  if (place.length === 0) return { ...root, join };
  return group_change(root, place, (nodes, at) =>
    nodes.map((one, index) => (index === at && is_group(one) ? { ...one, join } : one)),
  );
}

export function choice_of({ op, value }: Condition): OpChoice {
  return op === 'empty' && value === false ? 'filled' : op;
}

/** Which control a comparison asks for; what two comparisons share stays when one changes to the other. */
export function value_shape(choice: OpChoice): 'none' | 'one' | 'many' | 'two' | 'range' {
  if (choice === 'me' || choice === 'empty' || choice === 'filled') return 'none';
  if (choice === 'in' || choice === 'notIn') return 'many';
  if (choice === 'between') return 'two';
  return choice === 'within' ? 'range' : 'one';
}

export function condition_choose(condition: Condition, choice: OpChoice): Condition {
  const { field } = condition;
  if (choice === 'empty' || choice === 'filled') return { field, op: 'empty', value: choice === 'empty' };
  if (value_shape(choice) === value_shape(choice_of(condition)) && choice !== 'me')
    return { field, op: choice, value: condition.value };
  return { field, op: choice };
}

export function condition_new(entity: EntityDefinition, name = filter_names(entity)[0] ?? 'id'): Condition {
  const choices = op_choices(entity, name);
  const usual = choices.find((choice) => choice !== 'me') ?? 'empty';
  const condition: Condition = { field: name, op: 'eq' };
  const chosen = condition_choose(condition, usual);
  return filter_kind(list_field(entity, name)) === 'yesNo' ? { ...chosen, value: true } : chosen;
}
