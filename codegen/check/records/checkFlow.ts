/** Checks states and approval of an entity: their values, fields, names and the targets of effects. */
import { flowProblems as ownProblems } from '../../../runtime/core/flow/problems.ts';
import { conditionsOf, walkFlow } from '../../../runtime/core/flow/walk.ts';
import { listReadNames } from '../../../runtime/core/rules/namesRead.ts';
import { RECORD_FIELD } from '../../../runtime/core/rules/refWhere.ts';
import type {
  Condition,
  Entity,
  Field,
  FlowNode,
  People,
  Source,
  Transition,
} from '../../definition/definition.ts';
import { SERVER_FIELDS } from '../../definition/entitySchemas.ts';
import { movesOfPeople } from '../../definition/flowDefinition.ts';
import { choice, type Problem, problemOf } from '../../problem.ts';
import { checkCondition } from '../checkCondition.ts';
import { fieldProblems, fieldValues, type Known } from '../checkFields.ts';
import { wordProblems } from '../checkWords.ts';
import { CONTEXTS, recordScope } from '../scope.ts';
import { checkEffects } from './checkEffects.ts';
import { checkMoveRule, checkSentence, ruleProblems, valuesWith } from './checkRules.ts';

/** Names of actions that every entity has. A transition with such a name would be ambiguous. */
const RESERVED = new Set([
  'list',
  'get',
  'create',
  'update',
  'delete',
  'import',
  'export',
  'submit',
  'handover',
  'share',
  'publish',
]);
const APPROVAL_STATES = ['draft', 'pending', 'agreed', 'rejected', 'canceled'];
interface Ground {
  entity: Entity;
  /** The fields that conditions, people and effects may name. */
  names: readonly string[];
  known: Known;
  add(pointer: string, key: Parameters<typeof problemOf>[2], params?: Record<string, unknown>): void;
  problems: Problem[];
  file: string;
}

export function flowProblems({ file, value: entity }: Source<Entity>, known: Known): Problem[] {
  const names = [...Object.keys(entity.schema.properties ?? {}), ...Object.keys(SERVER_FIELDS), '$context'];
  const problems: Problem[] = [];
  const ground: Ground = {
    entity,
    names,
    known,
    add: (pointer, key, params) => void problems.push(problemOf(file, pointer, key, params)),
    problems,
    file,
  };
  checkStates(ground);
  checkMoves(ground);
  checkApproval(ground);
  return problems;
}

function checkFieldValue({ entity, names, add }: Ground, name: string, pointer: string): void {
  if (!names.includes(name))
    add(pointer, 'unknownField', { name, entity: entity.name, known: choice(name, names) });
}

/**
 * Returns the fields of the stored record, which a move reads. Lines are rows of another table. Rules read their
 * figures from roll-ups.
 */
function storedFields({ properties = {}, ...schema }: Field): Field {
  const own = Object.entries(properties).filter(([, field]) => !field['x-lines']);
  return { ...schema, properties: Object.fromEntries(own) };
}

function checkMoveCondition(
  { entity, known, add }: Ground,
  condition: Condition | undefined,
  pointer: string,
  context: Field,
): void {
  const { field } = recordScope(storedFields(entity.schema), context);
  if (condition) checkCondition(condition, field, pointer, { add, valuesOf: valuesWith(known) });
}

function checkNamedPeople(ground: Ground, people: People | undefined, pointer: string): void {
  for (const [index, name] of (people?.fields ?? []).entries())
    checkFieldValue(ground, name, `${pointer}/fields/${index}`);
}

function checkStates(ground: Ground): void {
  const { entity, known, add } = ground;
  const { states } = entity;
  const field = states && entity.schema.properties?.[states.field];
  if (!field) return;
  const allowed = fieldValues(field, known.dictionaries);
  if (allowed.length === 0) {
    add('/states/field', 'stateNoValues', { name: states.field });
    return;
  }
  const checkState = (state: unknown, pointer: string): void => {
    if (!allowed.includes(state))
      add(pointer, 'noValueOf', {
        value: JSON.stringify(state),
        field: states.field,
        known: choice(state, allowed),
      });
  };
  checkState(states.initial, '/states/initial');
  for (const [place, state] of (states.locked?.in ?? []).entries())
    checkState(state, `/states/locked/in/${place}`);
  for (const [place, state] of (states.deletable ?? []).entries())
    checkState(state, `/states/deletable/${place}`);
  for (const [place, name] of (states.locked?.open ?? []).entries())
    checkFieldValue(ground, name, `/states/locked/open/${place}`);
  const moves = states.transitions.map(({ name }) => name);
  for (const [place, name] of (states.decided ?? []).entries())
    if (!moves.includes(name)) add(`/states/decided/${place}`, 'oneOf', { known: choice(name, moves) });
  for (const [pointer, { from = [], to }] of placeMoves(entity)) {
    for (const [place, state] of from.entries()) checkState(state, `${pointer}/from/${place}`);
    if (to !== undefined) checkState(to, `${pointer}/to`);
  }
}

const placeMoves = ({ states, actions = [] }: Entity): [string, Transition][] => [
  ...(states?.transitions ?? []).map((move, at): [string, Transition] => [`/states/transitions/${at}`, move]),
  ...actions.map((action, at): [string, Transition] => [`/actions/${at}`, action]),
];

/** Checks what users can do with a record: the moves of its states, and the actions, which keep the state. */
function checkMoves(ground: Ground): void {
  const { entity, add } = ground;
  const { states, actions = [] } = entity;
  const known = new Set<string>();
  for (const [pointer, move] of placeMoves(entity)) {
    const { name, permission } = move;
    if (known.has(name)) add(`${pointer}/name`, 'takenBeside', { name });
    known.add(name);
    if (RESERVED.has(name)) add(`${pointer}/name`, 'standardAction', { name });
    if (permission && !permission.startsWith(`${entity.name}:`))
      add(`${pointer}/permission`, 'otherPermission', { entity: entity.name });
    checkTransition(ground, move, pointer);
  }
  for (const [at, move] of (states?.transitions ?? []).entries())
    for (const name of ['from', 'to'] as const)
      if (move[name] === undefined) add(`/states/transitions/${at}`, 'lacks', { name });
  for (const [at, { from, to, form, effects = [] }] of actions.entries()) {
    if (to !== undefined) add(`/actions/${at}/to`, 'actionLeads');
    if (from && !states) add(`/actions/${at}/from`, 'actionStates');
    if (!form && effects.length === 0) add(`/actions/${at}`, 'actionIdle');
  }
}

/** Checks the form, conditions and effects of a transition. */
function checkTransition(ground: Ground, transition: Transition, pointer: string): void {
  const { entity, known, add, problems, file } = ground;
  const { guard, guardText, rules = [], form, effects = [], figures = {}, notBy = [] } = transition;
  const deeds = ['made', 'changed', ...movesOfPeople(entity).map(({ name }) => name)];
  for (const [place, deed] of notBy.entries())
    if (!deeds.includes(deed)) add(`${pointer}/notBy/${place}`, 'oneOf', { known: choice(deed, deeds) });
  if (guardText) checkSentence(guardText, entity.schema, `${pointer}/guardText`, add);
  const named = Object.fromEntries(Object.keys(figures).map((name) => [name, {}]));
  const stored = storedFields(entity.schema);
  const holder = { ...stored, properties: { ...stored.properties, ...named } };
  for (const [place, rule] of rules.entries())
    checkMoveRule(rule, holder, `${pointer}/rules/${place}`, { add, valuesOf: valuesWith(known) });
  const read = rules.flatMap(({ check }) => listReadNames(check));
  for (const [name, figure] of Object.entries(figures)) {
    const place = `${pointer}/figures/${name}`;
    if (!read.includes(name)) add(place, 'figureUnread', { name });
    checkMoveCondition(
      { ...ground, entity: { ...entity, schema: holder } },
      figure.if,
      `${place}/if`,
      CONTEXTS.move,
    );
  }
  checkMoveCondition(ground, guard, `${pointer}/guard`, CONTEXTS.move);
  if (form) {
    problems.push(...fieldProblems(file, form, `${pointer}/form`, known));
    problems.push(...wordProblems(file, form, `${pointer}/form`, 'form'));
    const below = `${pointer}/form`;
    problems.push(
      ...ruleProblems(
        file,
        form,
        below,
        known,
        CONTEXTS.form,
        undefined,
        [RECORD_FIELD, entity.schema],
        entity.schema,
      ),
    );
  }
  for (const [place, effect] of effects.entries()) {
    const where = `${pointer}/effects/${place}`;
    if (effect.do === 'notify' && effect.of === undefined) checkNamedPeople(ground, effect.to, `${where}/to`);
    if (effect.do === 'assign') checkFieldValue(ground, effect.field, `${where}/field`);
  }
  checkEffects(entity, transition, `${pointer}/effects`, known, add);
}

function checkApproval(ground: Ground): void {
  const { entity, known, add } = ground;
  const { approval, states } = entity;
  const field = approval && entity.schema.properties?.[approval.field];
  if (!field) return;
  if (approval.field === states?.field) add('/approval/field', 'movedTwice');
  const allowed = fieldValues(field, known.dictionaries);
  if (APPROVAL_STATES.some((state) => !allowed.includes(state)))
    add('/approval/field', 'approvalValues', { values: APPROVAL_STATES.join(', ') });
  checkSteps(ground, approval.steps);
  checkFollowing(ground);
}

/** Checks the steps of a flow: their people, their fields, and the flow as a whole. */
function checkSteps(ground: Ground, steps: readonly FlowNode[]): void {
  const root = '/approval/steps';
  for (const { node, pointer } of walkFlow(steps)) {
    const place = root + pointer;
    if (node.do === 'copy') checkNamedPeople(ground, node.to, `${place}/to`);
    if (node.do === 'approve') {
      checkNamedPeople(ground, node.by, `${place}/by`);
      checkNamedPeople(ground, node.instead, `${place}/instead`);
      for (const [at, { field }] of (node.asks ?? []).entries())
        checkFieldValue(ground, field, `${place}/asks/${at}/field`);
    }
    for (const { when, at } of conditionsOf(node))
      checkMoveCondition(ground, when, place + at, CONTEXTS.approval);
  }
  // Unknown fields are reported above, with the known ones.
  for (const { fault, pointer, level, text } of ownProblems(steps, ground.entity))
    if (level === 'error' && fault !== 'fieldGone')
      ground.problems.push({ file: ground.file, pointer: root + pointer, message: text.en, zh: text.zh });
}

/** The move of an approval has no dialog, so that these keywords have no use. */
const PERSONAL = ['form', 'permission', 'confirm', 'danger', 'icon', 'inRow'] as const;

/** Checks the moves that follow the decisions of an approval. */
function checkFollowing({ entity: { approval, states }, add }: Ground): void {
  const moves = approval?.moves ?? {};
  const transitions = states?.transitions ?? [];
  const submitted = transitions.find(({ name }) => name === moves.pending);
  for (const [state, name] of Object.entries(moves)) {
    const at = transitions.findIndex((transition) => transition.name === name);
    const transition = transitions[at];
    if (!transition) {
      const names = transitions.map((one) => one.name);
      add(`/approval/moves/${state}`, 'oneOf', { known: choice(name, names) });
      continue;
    }
    for (const keyword of PERSONAL)
      if (transition[keyword] !== undefined)
        add(`/states/transitions/${at}/${keyword}`, 'followingAsks', { name });
    if (submitted && transition !== submitted && !transition.from?.includes(submitted.to ?? ''))
      add(`/states/transitions/${at}/from`, 'followingFrom', { state: JSON.stringify(submitted.to) });
  }
}
