/** Finds errors in a flow that are independent of users. Browser, codegen and server use it. */
import type { ApprovalStep, FlowBranch, FlowParallel, People, Text } from '../../../generated/definition.ts';
import { SERVER_FIELDS } from '../serverFields.ts';
import { compareConditions, conditionFields } from './conditions.ts';
import { FLOW_TEXTS, type FlowFault, fillBoth } from './texts.ts';
import { conditionsOf, type Flow, isForked, namesPeople, type PlacedNode, walkFlow } from './walk.ts';

/** The part of an entity that a flow may refer to. */
export interface FlowEntity {
  title: Text;
  schema: { properties?: Readonly<Record<string, NamedField>> };
  approval?: { field: string };
  states?: { field: string };
}

interface NamedField {
  title?: Text;
  readOnly?: boolean;
  writeOnly?: boolean;
  'x-computed'?: unknown;
  'x-immutable'?: boolean;
  'x-lines'?: unknown;
  'x-sealed'?: unknown;
  'x-ref'?: string;
  items?: { 'x-ref'?: string };
}

export interface FlowProblem {
  fault: FlowFault;
  /** The JSON pointer below the list of steps. */
  pointer: string;
  /** The node with the problem. Null for the whole flow. */
  node: string | null;
  /** An error prevents publishing a flow. A warning needs a confirmation. */
  level: 'error' | 'warning';
  text: Text;
}

const MAX_NODES = 60;
const MAX_DEPTH = 6;
const MAX_PEOPLE = 50;
const MIN_HOURS = 1;
const MAX_HOURS = 2160;
const MAX_TITLE = 60;

type Params = Readonly<Record<string, Text | string | number>>;
type Add = (fault: FlowFault, at?: string, params?: Params) => void;

/** Returns a problem of a part, in both languages. */
export function flowProblem(
  { node, pointer }: Pick<PlacedNode, 'node' | 'pointer'>,
  fault: FlowFault,
  at = '',
  params: Params = {},
): FlowProblem {
  const { level, ...text } = FLOW_TEXTS[fault];
  return {
    fault,
    pointer: pointer + at,
    node: node.name,
    level,
    text: fillBoth(text, { step: node.title, ...params }),
  };
}

const fieldsOf = ({ schema }: FlowEntity): Readonly<Record<string, NamedField>> => ({
  ...SERVER_FIELDS,
  ...schema.properties,
});

function checkPeople(people: People, at: string, entity: FlowEntity, add: Add): void {
  const fields = fieldsOf(entity);
  for (const [index, name] of (people.fields ?? []).entries()) {
    const field = fields[name];
    if (!field) add('fieldGone', `${at}/fields/${index}`, { name, entity: entity.title });
    else if (field['x-ref'] !== 'user' && field.items?.['x-ref'] !== 'user')
      add('fieldNoUser', `${at}/fields/${index}`, { name: field.title ?? name });
  }
  if ((people.users ?? []).length > MAX_PEOPLE) add('manyPeople', `${at}/users`, { limit: MAX_PEOPLE });
}

/** Checks paths. The last path is the default, and every earlier path must be reachable. */
function checkPaths({ paths }: FlowBranch, add: Add): void {
  const last = paths.length - 1;
  for (const [index, { when, title }] of paths.entries()) {
    const at = `/paths/${index}`;
    if (index === last) {
      if (when) add('noOtherwise', `${at}/when`);
      continue;
    }
    if (!when || Object.keys(when).length === 0) {
      add('noCondition', at, { path: title });
      continue;
    }
    const before = paths.slice(0, index);
    const stands = before.map((path) => (path.when ? compareConditions(path.when, when) : 'apart'));
    const covering = before[stands.indexOf('covered')];
    const meeting = before[stands.indexOf('overlaps')];
    if (covering) add('unreachable', at, { path: title, other: covering.title });
    else if (meeting) add('overlaps', at, { path: title, other: meeting.title });
  }
}

/** Returns whether every path through these nodes contains at least one decision. */
export function isAlwaysDecided(flow: Flow): boolean {
  return flow.some((node) => {
    if (node.do === 'approve') return !node.when && node.noApprover !== 'skip';
    if (node.do === 'copy') return false;
    const decided = node.paths.map(({ steps }) => isAlwaysDecided(steps));
    return node.do === 'parallel' && node.join === 'all' ? decided.includes(true) : decided.every(Boolean);
  });
}

function checkParallel({ paths, join }: FlowParallel, add: Add): void {
  for (const [index, { steps, title }] of paths.entries()) {
    const at = `/paths/${index}`;
    if (steps.length === 0) add('emptyPath', at, { path: title });
    else if (join === 'first' && !isAlwaysDecided(steps)) add('joinsAtOnce', at, { path: title });
  }
}

const isUntitled = ({ zh, en }: Text): boolean =>
  [zh, en].some((text) => text.trim() === '' || text.length > MAX_TITLE);

function checkNode(placed: PlacedNode, entity: FlowEntity, problems: FlowProblem[]): void {
  const { node } = placed;
  const add: Add = (fault, at, params) => void problems.push(flowProblem(placed, fault, at, params));
  if (isUntitled(node.title)) add('noTitle', '/title', { limit: MAX_TITLE });
  if (isForked(node))
    for (const [index, { title }] of node.paths.entries())
      if (isUntitled(title)) add('noTitle', `/paths/${index}/title`, { limit: MAX_TITLE });
  const known = [...Object.keys(fieldsOf(entity)), '$context'];
  for (const { when, at } of conditionsOf(node))
    for (const name of conditionFields(when))
      if (!known.includes(name)) add('fieldGone', at, { name, entity: entity.title });
  if (node.do === 'branch') checkPaths(node, add);
  if (node.do === 'parallel') checkParallel(node, add);
  if (node.do === 'copy') {
    if (!namesPeople(node.to)) add('nobodyTold', '/to');
    checkPeople(node.to, '/to', entity, add);
  }
  if (node.do === 'approve') checkStep(node, entity, add);
}

/** Returns the fields that an approver can fill in: fields that users enter, with a single value. */
export const askableFields = ({ schema, approval, states }: FlowEntity): string[] =>
  Object.entries(schema.properties ?? {})
    .filter(
      ([name, field]) =>
        !(field.readOnly || field.writeOnly || field['x-computed'] || field['x-immutable']) &&
        !(field['x-lines'] || field['x-sealed']) &&
        ![approval?.field, states?.field].includes(name),
    )
    .map(([name]) => name);

function checkFields({ asks = [] }: ApprovalStep, entity: FlowEntity, add: Add): void {
  const askable = askableFields(entity);
  for (const [index, { field: name }] of asks.entries()) {
    const at = `/asks/${index}/field`;
    const field = entity.schema.properties?.[name];
    if (!field) add('fieldGone', at, { name, entity: entity.title });
    else if (!askable.includes(name)) add('fieldNotAsked', at, { name: field.title ?? name });
    else if (asks.findIndex((one) => one.field === name) < index)
      add('fieldAskedTwice', at, { name: field.title ?? name });
  }
}

function checkStep(node: ApprovalStep, entity: FlowEntity, add: Add): void {
  // If the step names no users, the applicant chooses among all colleagues.
  if (!namesPeople(node.by) && !node.chosen) add('nobodyChosen', '/by');
  checkPeople(node.by, '/by', entity, add);
  checkFields(node, entity, add);
  if (node.noApprover === 'instead' && !(node.instead && namesPeople(node.instead)))
    add('nobodyInstead', '/instead');
  if (node.instead) checkPeople(node.instead, '/instead', entity, add);
  if (node.hours !== undefined && (node.hours < MIN_HOURS || node.hours > MAX_HOURS))
    add('hours', '/hours', { from: MIN_HOURS, to: MAX_HOURS / 24 });
  if (node.late === 'agree') add('agreesItself', '/late', { hours: node.hours ?? 0 });
  if (node.late === 'reject') add('rejectsItself', '/late', { hours: node.hours ?? 0 });
}

const wholeProblem = (fault: FlowFault, params: Params = {}): FlowProblem => {
  const { level, ...text } = FLOW_TEXTS[fault];
  return { fault, pointer: '', node: null, level, text: fillBoth(text, params) };
};

export function flowProblems(flow: Flow, entity: FlowEntity): FlowProblem[] {
  const placed = walkFlow(flow);
  const problems: FlowProblem[] = [];
  if (placed.length === 0) return [wholeProblem('empty')];
  if (placed.length > MAX_NODES) problems.push(wholeProblem('tooMany', { limit: MAX_NODES }));
  const names = new Set<string>();
  for (const one of placed) {
    if (names.has(one.node.name)) problems.push(flowProblem(one, 'nameTwice', '/name'));
    names.add(one.node.name);
    if (one.depth > MAX_DEPTH) problems.push(flowProblem(one, 'tooDeep', '', { limit: MAX_DEPTH }));
    checkNode(one, entity, problems);
  }
  if (!isAlwaysDecided(flow)) problems.push(wholeProblem('undecided'));
  return problems;
}
