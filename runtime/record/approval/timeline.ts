/** The timeline of a request: past events, pending approvers, and next steps. */
import type { ApprovalRequest } from './approvalCalls.ts';

type Action = ApprovalRequest['actions'][number];
type Step = ApprovalRequest['steps'][number];

export type TimelineEntry =
  | { kind: 'action'; key: string; action: Action; step: Step | null }
  /** A sent copy, or the chosen path of a branch. */
  | { kind: 'passed'; key: string; step: Step }
  | { kind: 'current'; key: string; step: Step; overdue: boolean }
  | { kind: 'next'; key: string; step: Step }
  | { kind: 'skipped'; key: string; step: Step }
  | { kind: 'end'; key: string; state: Exclude<ApprovalRequest['state'], 'pending'>; at: string | null };

export function makeTimeline(request: ApprovalRequest, now: number): TimelineEntry[] {
  const { actions, steps, state, endedAt } = request;
  const acted = actions.map((action) => {
    const step = steps.find(({ no }) => no === action.no) ?? null;
    return { at: action.at, entry: { kind: 'action', key: `action${action.id}`, action, step } as const };
  });
  const passed = steps
    .filter((step) => step.state === 'done')
    .map((step) => ({
      at: step.endedAt ?? '',
      entry: { kind: 'passed', key: `passed${step.no}`, step } as const,
    }));
  const done: TimelineEntry[] = [...acted, ...passed]
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
    .map(({ entry }) => entry);
  if (state !== 'pending') return [...done, { kind: 'end', key: 'end', state, at: endedAt }];
  const ahead = steps.flatMap((step): TimelineEntry[] => {
    const key = `step${step.no}`;
    if (step.state === 'active')
      return [{ kind: 'current', key, step, overdue: step.dueAt !== null && Date.parse(step.dueAt) < now }];
    if (step.state === 'waiting' && step.kind !== 'branch') return [{ kind: 'next', key, step }];
    return step.state === 'skipped' ? [{ kind: 'skipped', key, step }] : [];
  });
  return [...done, ...ahead];
}
