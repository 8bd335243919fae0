import { describe, expect, it } from 'vitest';
import { addresses_parse } from '../../../server/notify/audience.ts';
import { RETRY_MS, retry_at } from '../../../server/notify/outbox.ts';
import { type Policy, policy_due } from '../../../server/notify/policy.ts';

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

/** Walks along the times at which the policy itself says that it goes on. */
function walk(from: Policy, minutes: number): [minute: number, event: string, steps: number[]][] {
  const told: [number, string, number[]][] = [];
  let progress = { step: 0, repeats: 0 };
  let at: number | null = 0;
  while (at !== null && at <= minutes * MINUTE) {
    const due = policy_due(from, progress, 0, at);
    if (due.steps.length > 0) told.push([at / MINUTE, due.event, due.steps.map(({ after }) => after)]);
    progress = due.progress;
    at = due.next;
  }
  return told;
}

describe('a policy', () => {
  it('tells step by step, then reminds everybody, as often as it says', () => {
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

  it('tells nobody before the first step is due', () => {
    const later = { ...policy, steps: [{ after: 5 }] };
    expect(policy_due(later, { step: 0, repeats: 0 }, 0, MINUTE)).toMatchObject({
      steps: [],
      next: 5 * MINUTE,
    });
  });

  it('takes what was missed in one go, and a missed reminder once', () => {
    const due = policy_due(policy, { step: 1, repeats: 0 }, 0, 500 * MINUTE);
    expect(due.steps.map(({ after }) => after)).toEqual([10, 30]);
    expect(due.next).toBe(560 * MINUTE);
    const late = policy_due(policy, { step: 3, repeats: 0 }, 0, 900 * MINUTE);
    expect(late).toMatchObject({ event: 'reminder', progress: { repeats: 1 }, next: 960 * MINUTE });
  });
});

describe('a failed delivery', () => {
  it('is tried again later and later, and not for ever', () => {
    const waits = RETRY_MS.map((_, index) => retry_at(index + 1, 0));
    expect(waits).toEqual([...RETRY_MS]);
    expect([...RETRY_MS].sort((a, b) => a - b)).toEqual([...RETRY_MS]);
    expect(retry_at(RETRY_MS.length + 1, 0)).toBeNull();
  });
});

describe('addresses_parse', () => {
  it('takes what is an address, once each', () => {
    expect(addresses_parse('a@x.cn, b@y.com；a@x.cn\nnobody "c"@z <d@e.f>')).toEqual(['a@x.cn', 'b@y.com']);
    expect(addresses_parse(null)).toEqual([]);
  });
});
