/** The schedule of a notification policy. Pure: the caller passes the time. */

import type { PolicyStep } from '../../platform/db/tables/jsonShapes.ts';

export interface Policy {
  steps: readonly PolicyStep[];
  /** Minutes between reminders after the last step. Null for no reminders. */
  repeatMinutes: number | null;
  /** Maximum number of reminders. Null for reminders until a user confirms the alarm or it recovers. */
  repeatTimes: number | null;
}

export interface Progress {
  /** Executed steps, as defined at that time. */
  told: readonly PolicyStep[];
  /** Time of the last notice, epoch milliseconds. Null before the first notice. */
  toldAt: number | null;
  /** Number of reminders after the last step. */
  repeats: number;
}

export interface Due {
  /** The steps whose people are notified now. Empty if no step is due. */
  steps: readonly PolicyStep[];
  event: 'alarm' | 'escalation' | 'reminder';
  progress: Progress;
  /** Time of the next step, epoch milliseconds. Null if there is no further step. */
  next: number | null;
}

const MINUTE_MS = 60_000;

export const sortSteps = (steps: readonly PolicyStep[]): PolicyStep[] =>
  [...steps].sort((a, b) => a.after - b.after);

/** Returns a key of a step's time and recipients. The key identifies the step at any position in an edited policy. */
function stepKey({ after, roles, users, channelId }: PolicyStep): string {
  const sorted = (ids: readonly number[] | null | undefined): number[] =>
    [...(ids ?? [])].sort((a, b) => a - b);
  return JSON.stringify([after, channelId ?? null, sorted(roles), sorted(users)]);
}

/**
 * Returns the time of the next reminder in epoch milliseconds. `last` is the time of the last notice. Null if
 * no further reminder is due.
 */
const reminderAt = ({ repeatMinutes, repeatTimes }: Policy, repeats: number, last: number): number | null =>
  repeatMinutes !== null && repeats < (repeatTimes ?? Number.POSITIVE_INFINITY)
    ? last + repeatMinutes * MINUTE_MS
    : null;

/** Returns the due steps of a policy at `now`. Missed steps are combined, and several missed reminders count as one. */
export function policyDue(policy: Policy, progress: Progress, raisedAt: number, now: number): Due {
  const { told, toldAt, repeats } = progress;
  const steps = sortSteps(policy.steps);
  const notifiedKeys = new Set(told.map(stepKey));
  const open = steps.filter((step) => !notifiedKeys.has(stepKey(step)));
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

/** Time in ms after its end during which an alarm is still announced. Older alarms are history. */
const HISTORY_MS = 24 * 60 * MINUTE_MS;

/** Returns whether an alarm ended too long ago for a first notice. `endedAt` and `now` are in epoch milliseconds. */
export const isHistory = (endedAt: number | null, now: number): boolean =>
  endedAt !== null && now - endedAt > HISTORY_MS;

/** Lists the steps for an alarm that recovered before any notice: the steps without a delay. */
export const listMissedSteps = (
  { steps }: Pick<Policy, 'steps'>,
  { told }: Pick<Progress, 'told'>,
): PolicyStep[] => (told.length > 0 ? [] : steps.filter(({ after }) => after === 0));
