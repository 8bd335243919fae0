import { describe, expect, it } from 'vitest';
import { readApplyState, writeApplyState } from '../../../../pages/apply/parts/useApplyState.ts';
import type { ApprovalRequest } from '../../../../runtime/record/approval/approvalCalls.ts';
import { makeTimeline } from '../../../../runtime/record/approval/timeline.ts';

const DUE = '2026-01-02T00:00:00.000Z';
const ann = { id: 1, name: 'Ann' };
const NONE = { to: null, from: null, behalf: null, toNo: null };

function makeRequest(part: Partial<ApprovalRequest>): ApprovalRequest {
  const step = (
    no: number,
    state: ApprovalRequest['steps'][number]['state'],
    dueAt: string | null = null,
  ) => ({
    ...{ no, state, dueAt, name: `s${no}`, title: { zh: '步', en: 'Step' }, mode: 'any' as const },
    atLeast: null,
    ...{ kind: 'approve' as const, late: 'remind' as const, startedAt: null, endedAt: null, assignees: [] },
  });
  return {
    ...{ id: 1, entity: 'leave', recordId: 1, recordLabel: 'L', round: 1, state: 'pending', version: 1 },
    ...{ initiator: ann, submittedAt: DUE, endedAt: null, copies: [], may: [] },
    ...{ flow: null, asks: [], returnTo: [] },
    steps: [step(1, 'agreed'), step(2, 'active', DUE), step(3, 'skipped'), step(4, 'waiting')],
    actions: [
      { id: 7, at: DUE, action: 'submit', no: null, user: ann, ...NONE, comment: null },
      { id: 8, at: DUE, action: 'agree', no: 1, user: ann, ...NONE, comment: 'fine' },
    ],
    ...part,
  };
}

describe('the timeline of a request', () => {
  it('shows past steps, then the current one and the following ones', () => {
    const entries = makeTimeline(makeRequest({}), Date.parse(DUE) - 1);
    expect(entries.map(({ kind }) => kind)).toEqual(['action', 'action', 'current', 'skipped', 'next']);
    expect(entries[1]).toMatchObject({ step: { no: 1 } });
    expect(entries[2]).toMatchObject({ overdue: false });
    expect(makeTimeline(makeRequest({}), Date.parse(DUE) + 1)[2]).toMatchObject({ overdue: true });
  });

  it('ends with how the request ended', () => {
    const entries = makeTimeline(makeRequest({ state: 'rejected', endedAt: DUE }), 0);
    expect(entries.map(({ kind }) => kind)).toEqual(['action', 'action', 'end']);
    expect(entries.at(-1)).toMatchObject({ state: 'rejected', at: DUE });
  });
});

describe('copies and branches', () => {
  it('are among past steps when their turn came, and future branches are omitted', () => {
    const [first, second, third, fourth] = makeRequest({}).steps;
    const steps = [
      { ...first!, kind: 'branch' as const, state: 'done' as const, endedAt: '2026-01-01T00:00:00.000Z' },
      second!,
      { ...third!, kind: 'branch' as const, state: 'waiting' as const },
      { ...fourth!, kind: 'copy' as const },
    ];
    const kinds = makeTimeline(makeRequest({ steps }), 0).map(({ kind }) => kind);
    expect(kinds).toEqual(['passed', 'action', 'action', 'current', 'next']);
  });
});

describe('the address of the approvals page', () => {
  it('contains the selection and drops invalid parts', () => {
    const at = { view: 'copied', type: 'leave', sort: '-subject' } as const;
    const state = { ...at, current: 2, size: 20, request: 5 };
    expect(readApplyState(writeApplyState(state))).toEqual(state);
    const wild = new URLSearchParams('view=all&current=-1&size=7&request=x&sort=step');
    expect(readApplyState(wild)).toEqual({
      view: 'pending',
      type: null,
      sort: null,
      current: 1,
      size: 10,
      request: null,
    });
  });
});
