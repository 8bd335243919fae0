import { describe, expect, it } from 'vitest';
import type { PolicyStep } from '../../../../../server/platform/db/tables/jsonShapes.ts';
import { parseAddresses } from '../../../../../server/sites/notify/audience.ts';
import { isMailRefused, RETRY_MS, retryAt } from '../../../../../server/sites/notify/deliveries.ts';
import {
  listMissedSteps,
  type Policy,
  type Progress,
  policyDue,
} from '../../../../../server/sites/notify/policy.ts';

const MINUTE = 60_000;
const policy: Policy = {
  steps: [
    { after: 30, roles: [3] },
    { after: 0, users: [1] },
    { after: 10, users: [2] },
  ],
  repeatMinutes: 60,
  repeatTimes: 2,
};

const NO_USER: Progress = { told: [], toldAt: null, repeats: 0 };
const [LAST, FIRST, SECOND] = policy.steps as [PolicyStep, PolicyStep, PolicyStep];
const afters = (steps: readonly PolicyStep[]): number[] => steps.map(({ after }) => after);

/** Advances the time to each moment that the policy returns as its next one. */
function walk(from: Policy, minutes: number): [minute: number, event: string, steps: number[]][] {
  const notified: [number, string, number[]][] = [];
  let progress: Progress = NO_USER;
  let at: number | null = 0;
  while (at !== null && at <= minutes * MINUTE) {
    const due = policyDue(from, progress, 0, at);
    if (due.steps.length > 0) notified.push([at / MINUTE, due.event, afters(due.steps)]);
    progress = due.progress;
    at = due.next;
  }
  return notified;
}

describe('a policy', () => {
  it('notifies step by step, then repeats for each person, as often as defined', () => {
    expect(walk(policy, 1000)).toEqual([
      [0, 'alarm', [0]],
      [10, 'escalation', [10]],
      [30, 'escalation', [30]],
      [90, 'reminder', [0, 10, 30]],
      [150, 'reminder', [0, 10, 30]],
    ]);
  });

  it('ends after its last step without reminders', () => {
    expect(walk({ ...policy, repeatMinutes: null }, 1000)).toHaveLength(3);
  });

  it('sends nothing before the first step is due', () => {
    const later = { ...policy, steps: [{ after: 5 }] };
    expect(policyDue(later, NO_USER, 0, MINUTE)).toMatchObject({ steps: [], next: 5 * MINUTE });
  });

  it('sends missed steps together, and a missed repetition once', () => {
    const due = policyDue(policy, { ...NO_USER, told: [FIRST], toldAt: 0 }, 0, 500 * MINUTE);
    expect(afters(due.steps)).toEqual([10, 30]);
    expect(due.next).toBe(560 * MINUTE);
    const all = { told: [FIRST, SECOND, LAST], toldAt: 30 * MINUTE, repeats: 0 };
    const late = policyDue(policy, all, 0, 900 * MINUTE);
    expect(late).toMatchObject({ event: 'reminder', progress: { repeats: 1 }, next: 960 * MINUTE });
  });

  it('repeats without end by default', () => {
    expect(walk({ ...policy, repeatTimes: null }, 6_030)).toHaveLength(103);
  });
});

describe('a policy that is changed while an alarm is open', () => {
  const state = { told: [FIRST, SECOND], toldAt: 10 * MINUTE, repeats: 0 };
  const edited = (...steps: PolicyStep[]): Policy => ({ ...policy, steps });

  it('runs new steps, and none again', () => {
    const early = { after: 5, users: [9] };
    const due = policyDue(edited(FIRST, early, SECOND, LAST), state, 0, 20 * MINUTE);
    expect(due).toMatchObject({ steps: [early], event: 'escalation', next: 30 * MINUTE });
    expect(policyDue(edited(FIRST, early, SECOND, LAST), due.progress, 0, 21 * MINUTE).steps).toEqual([]);
    const sameMeant = { ...SECOND, roles: [], channelId: null };
    expect(policyDue(edited(sameMeant, FIRST, LAST), state, 0, 20 * MINUTE).steps).toEqual([]);
  });

  it('skips none if others are removed', () => {
    expect(policyDue(edited(LAST), state, 0, 20 * MINUTE)).toMatchObject({ steps: [], next: 30 * MINUTE });
    expect(policyDue(edited(LAST), state, 0, 31 * MINUTE).steps).toEqual([LAST]);
  });

  it('runs steps after the former last one, and repeats on time', () => {
    const done = { told: [FIRST, SECOND, LAST], toldAt: 90 * MINUTE, repeats: 2 };
    expect(policyDue(policy, done, 0, 100 * MINUTE)).toMatchObject({ steps: [], next: null });
    const added = { after: 120, users: [9] };
    const longer = edited(FIRST, SECOND, LAST, added);
    expect(policyDue(longer, done, 0, 100 * MINUTE)).toMatchObject({ steps: [], next: 120 * MINUTE });
    expect(policyDue(longer, done, 0, 120 * MINUTE).steps).toEqual([added]);
    const more = policyDue({ ...policy, repeatTimes: 3 }, done, 0, 100 * MINUTE);
    expect(more).toMatchObject({ steps: [], next: 150 * MINUTE });
  });
});

describe('an alarm that recovered before its first notification', () => {
  it('is notified to recipients of the first step', () => {
    expect(listMissedSteps(policy, NO_USER)).toEqual([FIRST]);
    expect(listMissedSteps(policy, { told: [FIRST] })).toEqual([]);
  });
});

describe('a failed delivery', () => {
  it('is retried with growing delays, but not forever', () => {
    const waits = RETRY_MS.map((_, index) => retryAt(index + 1, 0));
    expect(waits).toEqual([...RETRY_MS]);
    expect([...RETRY_MS].sort((a, b) => a - b)).toEqual([...RETRY_MS]);
    expect(retryAt(RETRY_MS.length + 1, 0)).toBeNull();
  });
});

describe('a mail server that refuses', () => {
  it('is permanent for a wrong recipient or content, and for nothing else', () => {
    const refused = (command: string, responseCode?: number) => isMailRefused({ command, responseCode });
    expect([refused('RCPT TO', 550), refused('DATA', 554)]).toEqual([true, true]);
    expect([refused('CONN', 554), refused('AUTH PLAIN', 535), refused('MAIL FROM', 530)]).toEqual([
      false,
      false,
      false,
    ]);
    expect([refused('RCPT TO', 530), refused('RCPT TO', 451), refused('CONN')]).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe('parseAddresses', () => {
  it('returns valid addresses, once each', () => {
    expect(parseAddresses('a@x.cn, b@y.com；a@x.cn\nnobody "c"@z <d@e.f>')).toEqual(['a@x.cn', 'b@y.com']);
    expect(parseAddresses(null)).toEqual([]);
  });
});
