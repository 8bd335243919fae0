/** Finds the approvers for the steps of a flow. Trials of a flow and submissions share this code. */
import type { ApprovalStep } from '../../../generated/definition.ts';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import { namesPeople } from '../../../runtime/core/flow/walk.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { filterMembers, findPeople, listOwners } from '../states/people.ts';
import type { PlannedStep } from './flowPlan.ts';

/** The users that the applicant chose, by name of the step. */
export type Choices = Readonly<Record<string, readonly number[]>>;

export interface SubmittedRecord {
  entity: Entity;
  record: Row;
  /** The user who submits the request. */
  userId: number;
  /** The applicant's choice for each step that allows one. Undefined before the applicant has chosen. */
  chosen?: Choices;
}

export interface DecidingStep {
  step: PlannedStep;
  people: number[];
  /**
   * The reason why the step has no approvers. Either its condition is false, or no user was found and the flow skips
   * it.
   */
  skipped: 'when' | 'noApprover' | null;
  /** True if other users are asked, because the intended approvers do not exist. */
  instead: boolean;
  /**
   * The users that the applicant may choose. Null for all colleagues. Undefined if the flow determines the approvers.
   */
  choice?: number[] | null;
  /** True if no user can decide and the flow has no fallback. */
  stuck: boolean;
}

const none = { people: [], skipped: null, instead: false, stuck: false };

/** Returns the users that the applicant chose. Empty if one of them is not allowed. */
async function filterChosen(
  trx: Trx,
  chosen: readonly number[],
  choice: readonly number[] | null,
  without: readonly number[],
): Promise<number[]> {
  const ids = [...new Set(chosen)];
  const allowed = choice ?? (await filterMembers(trx, ids)).filter((id) => !without.includes(id));
  return ids.every((id) => allowed.includes(id)) ? ids : [];
}

/** Returns the approvers of a step. Users do not decide on their own requests or records. */
async function findDeciders(
  trx: Trx,
  step: PlannedStep,
  node: ApprovalStep,
  on: SubmittedRecord,
): Promise<DecidingStep> {
  const without = [on.userId, ...listOwners(on.entity, on.record)];
  const people = await findPeople(trx, node.by, { ...on, without });
  const isNamed = namesPeople(node.by);
  if (node.chosen && (people.length > 0 || !isNamed)) {
    const choice = isNamed ? people : null;
    const assigned = on.chosen
      ? await filterChosen(trx, on.chosen[node.name] ?? [], choice, without)
      : people;
    return { ...none, step, people: assigned, choice };
  }
  if (people.length > 0) return { ...none, step, people };
  if (node.noApprover === 'skip') return { ...none, step, skipped: 'noApprover' };
  const others = node.instead ? await findPeople(trx, node.instead, { ...on, without }) : [];
  if (node.noApprover === 'instead' && others.length > 0)
    return { ...none, step, people: others, instead: true };
  return { ...none, step, stuck: true };
}

/** Returns the steps with their users, in order. */
export async function decidingSteps(
  trx: Trx,
  steps: readonly PlannedStep[],
  on: SubmittedRecord,
): Promise<DecidingStep[]> {
  const deciding: DecidingStep[] = [];
  for (const step of steps) {
    const { node } = step;
    if (node.do === 'branch') deciding.push({ ...none, step });
    else if (node.do === 'copy') deciding.push({ ...none, step, people: await findPeople(trx, node.to, on) });
    else if (step.skipped) deciding.push({ ...none, step, skipped: 'when' });
    else deciding.push(await findDeciders(trx, step, node, on));
  }
  return deciding;
}
