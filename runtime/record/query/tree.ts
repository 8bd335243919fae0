/** Changes a filter in the builder. A place is a path of indexes from the root. */
import type { EntityDefinition } from '../../../generated/definition.ts';
import { filterKind, listField } from './fields.ts';
import { type Condition, type FilterGroup, type FilterNode, isGroup, type Join } from './group.ts';
import { filterNames, type OpChoice, opChoices } from './ops.ts';

export type Place = readonly number[];

function groupChange(
  group: FilterGroup,
  place: Place,
  change: (nodes: readonly FilterNode[], at: number) => FilterNode[],
): FilterGroup {
  const [position = 0, ...rest] = place;
  if (rest.length === 0) return { ...group, nodes: change(group.nodes, position) };
  return {
    ...group,
    nodes: group.nodes.map((node, index) =>
      index === position && isGroup(node) ? groupChange(node, rest, change) : node,
    ),
  };
}

export function setNode(root: FilterGroup, place: Place, node: FilterNode): FilterGroup {
  return groupChange(root, place, (nodes, position) =>
    nodes.map((child, index) => (index === position ? node : child)),
  );
}

export function removeNode(root: FilterGroup, place: Place): FilterGroup {
  return groupChange(root, place, (nodes, position) => nodes.filter((_, index) => index !== position));
}

/** Adds a node at the end of the group at this place. The root has an empty place. */
export function addNode(root: FilterGroup, place: Place, node: FilterNode): FilterGroup {
  if (place.length === 0) return { ...root, nodes: [...root.nodes, node] };
  return groupChange(root, place, (nodes, position) =>
    nodes.map((child, index) =>
      index === position && isGroup(child) ? { ...child, nodes: [...child.nodes, node] } : child,
    ),
  );
}

export function joinGroup(root: FilterGroup, place: Place, join: Join): FilterGroup {
  if (place.length === 0) return { ...root, join };
  return groupChange(root, place, (nodes, position) =>
    nodes.map((child, index) => (index === position && isGroup(child) ? { ...child, join } : child)),
  );
}

export function choiceOf({ op, value }: Condition): OpChoice {
  return op === 'empty' && value === false ? 'filled' : op;
}

/**
 * Returns the kind of a comparison's value. Comparisons of the same kind share their control, and keep the input when
 * the user switches.
 */
export function valueShape(choice: OpChoice): 'none' | 'one' | 'many' | 'two' | 'range' {
  if (choice === 'me' || choice === 'empty' || choice === 'filled') return 'none';
  if (choice === 'in' || choice === 'notIn') return 'many';
  if (choice === 'between') return 'two';
  return choice === 'within' ? 'range' : 'one';
}

export function chooseCondition(condition: Condition, choice: OpChoice): Condition {
  const { field } = condition;
  if (choice === 'empty' || choice === 'filled') return { field, op: 'empty', value: choice === 'empty' };
  if (valueShape(choice) === valueShape(choiceOf(condition)) && choice !== 'me')
    return { field, op: choice, value: condition.value };
  return { field, op: choice };
}

export function newCondition(
  entity: EntityDefinition,
  name = filterNames(entity)[0] ?? 'id',
  offers: (op: OpChoice) => boolean = () => true,
): Condition {
  const choices = opChoices(entity, name).filter(offers);
  const usual = choices.find((choice) => choice !== 'me') ?? 'empty';
  const condition: Condition = { field: name, op: 'eq' };
  const chosen = chooseCondition(condition, usual);
  return filterKind(listField(entity, name)) === 'yesNo' ? { ...chosen, value: true } : chosen;
}
