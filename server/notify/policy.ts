/** When a policy tells whom. Pure: whoever calls it brings the clock. */

export interface PolicyStep {
  /** Minutes after the alarm was raised. */
  after: number;
  roles?: readonly number[] | null;
  users?: readonly number[] | null;
  /** Without one people are told in app. */
  channelId?: number | null;
}

export interface Policy {
  steps: readonly PolicyStep[];
  /** Minutes between reminders after the last step; null: none. */
  repeatMinutes: number | null;
  repeatTimes: number | null;
}

export interface Progress {
  /** Steps that were taken. */
  step: number;
  /** Reminders after the last one. */
  repeats: number;
}

export interface Due {
  /** Whom to tell now; empty: nobody yet. */
  steps: readonly PolicyStep[];
  event: 'alarm' | 'escalation' | 'reminder';
  progress: Progress;
  /** When to go on, epoch milliseconds; null: never. */
  next: number | null;
}

const MINUTE_MS = 60_000;
const REPEAT_TIMES = 10;

export const steps_sorted = (steps: readonly PolicyStep[]): PolicyStep[] =>
  [...steps].sort((a, b) => a.after - b.after);

/** What is due of a policy at `now`; steps that were missed are taken together, and a missed reminder once. */
export function policy_due(policy: Policy, progress: Progress, raisedAt: number, now: number): Due {
  const steps = steps_sorted(policy.steps);
  const { repeatMinutes, repeatTimes } = policy;
  const at = ({ after }: PolicyStep): number => raisedAt + after * MINUTE_MS;
  const { step } = progress;
  const reminds = repeatMinutes !== null && progress.repeats < (repeatTimes ?? REPEAT_TIMES);
  if (step >= steps.length) {
    if (!reminds) return { steps: [], event: 'reminder', progress, next: null };
    const repeats = progress.repeats + 1;
    const more = repeats < (repeatTimes ?? REPEAT_TIMES);
    const next = more ? now + repeatMinutes * MINUTE_MS : null;
    return { steps, event: 'reminder', progress: { step, repeats }, next };
  }
  const due = steps.slice(step).filter((one) => at(one) <= now);
  const following = steps[step + due.length];
  const next = following ? at(following) : reminds ? now + repeatMinutes * MINUTE_MS : null;
  return {
    steps: due,
    event: step === 0 ? 'alarm' : 'escalation',
    progress: { step: step + due.length, repeats: progress.repeats },
    next,
  };
}
