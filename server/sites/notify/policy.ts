/** The schedule of a notification policy. Pure; the caller passes the time. */

import type { PolicyStep } from '../../platform/db/tables/jsonShapes.ts';

export interface Policy {
  steps: readonly PolicyStep[];
  /** Minutes between reminders after the last step; null: none. */
  repeatMinutes: number | null;
  /** The largest number of reminders; null: until a user confirms or the alarm recovers. */
  repeatTimes: number | null;
}

export interface Progress {
  /** Steps that were taken, as they were then. */
  told: readonly PolicyStep[];
  /** Time of the last notice, epoch milliseconds; null: none was sent. */
  toldAt: number | null;
  /** Reminders after the last step. */
  repeats: number;
}

export interface Due {
  /** The steps whose people are notified now; empty: none yet. */
  steps: readonly PolicyStep[];
  event: 'alarm' | 'escalation' | 'reminder';
  progress: Progress;
  /** When to go on, epoch milliseconds; null: never, unless the policy is edited. */
  next: number | null;
}

const MINUTE_MS = 60_000;

export const sortSteps = (steps: readonly PolicyStep[]): PolicyStep[] =>
  [...steps].sort((a, b) => a.after - b.after);

/** Returns what makes a step the same one wherever it is in an edited policy: when it is taken, and whom it means. */
function stepKey({ after, roles, users, channelId }: PolicyStep): string {
  const sorted = (ids: readonly number[] | null | undefined): number[] =>
    [...(ids ?? [])].sort((a, b) => a - b);
  return JSON.stringify([after, channelId ?? null, sorted(roles), sorted(users)]);
}

/** When the next reminder follows the last telling. */
const reminderAt = ({ repeatMinutes, repeatTimes }: Policy, repeats: number, last: number): number | null =>
  repeatMinutes !== null && repeats < (repeatTimes ?? Number.POSITIVE_INFINITY)
    ? last + repeatMinutes * MINUTE_MS
    : null;

/** Returns what is due of a policy at `now`; steps that were missed are taken together, and a missed reminder once. */
export function policyDue(policy: Policy, progress: Progress, raisedAt: number, now: number): Due {
  const { told, toldAt, repeats } = progress;
  const steps = sortSteps(policy.steps);
  const toldKeys = new Set(told.map(stepKey));
  const open = steps.filter((step) => !toldKeys.has(stepKey(step)));
  const dueAt = ({ after }: PolicyStep): number => raisedAt + after * MINUTE_MS;
  const due = open.filter((step) => dueAt(step) <= now);
  const following = open[due.length];
  if (due.length > 0)
    return {
      steps: due,
      event: told.length === 0 ? 'alarm' : 'escalation',
      progress: { told: [...told, ...due], toldAt: now, repeats },
      next: following ? dueAt(following) : reminderAt(policy, repeats, now),
    };
  const next = following ? dueAt(following) : reminderAt(policy, repeats, toldAt ?? now);
  if (following || next === null || next > now) return { steps: [], event: 'reminder', progress, next };
  return {
    steps,
    event: 'reminder',
    progress: { told, toldAt: now, repeats: repeats + 1 },
    next: reminderAt(policy, repeats + 1, now),
  };
}

/** Time after its end in which an alarm is still announced; older ones are history. */
const HISTORY_MS = 24 * 60 * MINUTE_MS;

/** An alarm that was over before a notice could be sent; `endedAt` and `now` in epoch milliseconds. */
export const isHistory = (endedAt: number | null, now: number): boolean =>
  endedAt !== null && now - endedAt > HISTORY_MS;

/** The recipients for an alarm that recovered before any notice: those who are notified at once. */
export const listMissedSteps = (
  { steps }: Pick<Policy, 'steps'>,
  { told }: Pick<Progress, 'told'>,
): PolicyStep[] => (told.length > 0 ? [] : steps.filter(({ after }) => after === 0));
