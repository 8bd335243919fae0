/** Describes a call that the engine serves. Its request and its answer follow from its action. */
import { type CallAction, type Definitions, typeName } from '../definition/definition.ts';
import type { OperationSource } from '../write/operationSource.ts';
import { answerOf } from './answer.ts';
import {
  type Described,
  type DescribedEntities,
  parametersOf,
  requestBodyOf,
  requestedValues,
} from './asked.ts';
import { isRequested } from './conditions.ts';
import { findChosenMove, movesOfLine } from './moves.ts';
import { describeRecords } from './recordsBehind.ts';
import { describeAnyStatistic, describeStatistics } from './statistics.ts';

const SUFFIX: Record<string, string> = {
  list: 'Page',
  get: 'Get',
  create: 'Create',
  update: 'Update',
  delete: 'Delete',
};

const SUMMARY: Record<string, string> = {
  list: 'Lists records',
  get: 'Answers one record',
  create: 'Creates a record',
  update: 'Changes a record; a stale version answers 409 with the current one',
  save: 'Creates a record, or changes the one that the body names; a stale version answers 409',
  delete: 'Deletes a record',
  set: 'Gives fields of records these values',
  transition: 'Moves records to another state',
  options: 'Keys and labels, for pickers',
  export: 'The records as a file',
  import: 'Creates the records of a file, all or none',
  template: 'A workbook to fill in and import',
  children: 'The lines of a record',
  putChildren: 'Puts other lines in the place of those that a record has',
  number: 'The next number, reserved',
  similar: 'Records of the same name or a similar one, also those out of sight',
  handover: 'Hands records over to another owner, and says which stayed and why',
  share: 'Shares a record with people and departments',
  toggle: 'A mark of the caller on a record',
  submit: 'Sends a record through its approval',
  withdraw: 'Takes a request for approval back',
  decide: 'Decides on the step of an approval that waits for the caller',
  delegate: 'Hands a decision to a colleague',
  document: 'A record on paper, or an archive of many',
  markPeople: 'Who set a mark on a record, and who of those that are to set it has not',
  history: 'Who changed what and when, newest first; fields that the caller may not see are left out',
};

/** All actions that a line can have. */
export const LINES: readonly string[] = [...Object.keys(SUMMARY), 'entries', 'statistics', 'records'];

/** Keywords that name a statistic in place of an entity. */
const OF_STATISTIC = ['statistics', 'records'];

/**
 * The right that an action needs. A transition has its own right. A call that saves checks the right to
 * create or to update during its run.
 */
const RIGHT: Record<string, string> = {
  options: 'list',
  set: 'update',
  template: 'import',
  children: 'get',
  putChildren: 'update',
  number: 'create',
  similar: 'create',
  toggle: 'get',
  document: 'get',
  markPeople: 'get',
  history: 'get',
  submit: 'update',
};

/** Approvers need no right to the records. Programs may not decide. */
const BY_PERSON = ['withdraw', 'decide', 'delegate'];
const PERSON: Partial<OperationSource> = { 'x-session': true, 'x-interactive': true };

function accessOf({ entity }: Described, action: CallAction): Partial<OperationSource> {
  if (action.do === 'save') return { 'x-session': true };
  if (BY_PERSON.includes(action.do)) return PERSON;
  if (action.do !== 'transition')
    return { 'x-permission': `${entity.name}:${RIGHT[action.do] ?? action.do}` };
  // A move that the request chooses requires its own right.
  if (findChosenMove(action)) return { 'x-session': true };
  const [move] = movesOfLine(entity, action);
  return { 'x-permission': move?.permission ?? `${entity.name}:${action.transition}` };
}

/** Returns the operation of an entity's action. The caller adds the path and the method. */
export function describeAction(
  action: CallAction,
  described: Described,
  path: string,
  id?: string,
): OperationSource {
  const { entity } = described;
  const requests = requestedValues(action, described);
  const operationId = id ?? `${entity.name}${SUFFIX[action.do] ?? typeName(action.do)}`;
  const requestBody = requestBodyOf(action, described, requests);
  const parameters = parametersOf(action, path, requests);
  return {
    operationId,
    summary: `${SUMMARY[action.do]} (${entity.title.en})`,
    'x-action': action,
    ...accessOf(described, action),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    ...answerOf(operationId, action, described),
  };
}

/** Describes a call that returns the entries of a dictionary. It has no entity. */
function describeEntries(action: CallAction): Omit<OperationSource, 'operationId'> {
  const parameters = parametersOf(action, '', requestedValues(action));
  return {
    summary: 'The entries of a dictionary, as the tenant has them',
    'x-action': action,
    'x-session': true,
    ...(parameters.length > 0 ? { parameters } : {}),
    'x-data': { type: 'array', items: { $ref: '#/components/schemas/DictionaryEntry' } },
  };
}

/** Describes a call about a request for approval, which is named by its own id. */
function describeRequest(action: CallAction, path: string): Omit<OperationSource, 'operationId'> {
  const requests = requestedValues(action);
  const requestBody = requestBodyOf(action, undefined, requests);
  return {
    summary: SUMMARY[action.do],
    'x-action': action,
    ...PERSON,
    parameters: parametersOf(action, path, requests),
    ...(requestBody ? { requestBody } : {}),
    'x-data': { $ref: '#/components/schemas/ApprovalRequest' },
  };
}

/** Returns the operation of any action. Undefined if it names an entity or statistic that does not exist. */
export function describeLine(
  action: CallAction,
  { statistics }: Pick<Definitions, 'statistics'>,
  entities: DescribedEntities,
  path: string,
  operationId: string,
): OperationSource | undefined {
  if (action.do === 'entries') return { operationId, ...describeEntries(action) };
  if (BY_PERSON.includes(action.do) && action.entity === undefined)
    return { operationId, ...describeRequest(action, path) };
  if (!OF_STATISTIC.includes(action.do)) {
    const described = entities.get(action.entity);
    return described && describeAction(action, { ...described, others: entities }, path, operationId);
  }
  if (isRequested(action.statistic)) return { operationId, ...describeAnyStatistic(action) };
  const statistic = statistics.find(({ value }) => value.name === action.statistic)?.value;
  const described = entities.get(statistic?.of ?? '');
  return (
    statistic &&
    described && {
      operationId,
      ...(action.do === 'records' ? describeRecords : describeStatistics)(action, statistic, {
        ...described,
        others: entities,
      }),
    }
  );
}
