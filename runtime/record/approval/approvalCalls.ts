/** Loads approval requests, and refreshes dependent data after an action. */
import { useQuery } from '@tanstack/react-query';
import type { Data, Input } from '../../../generated/calls.ts';
import { learnLabels } from '../../form/values/refNames.ts';
import { call } from '../../kit/api/client.ts';
import { refreshCounts } from '../../kit/session/counts.ts';
import { queryClient } from '../../kit/session/queryClient.ts';

export type ApprovalRequest = Data<'approvalAgree'>;
export type ApprovalTask = Data<'approvalPending'>['records'][number];
export type Person = ApprovalRequest['initiator'];

/** The last view requires the permission to manage approvals. */
export const VIEWS = ['pending', 'approved', 'initiated', 'copied', 'open'] as const;
export type ApprovalView = (typeof VIEWS)[number];

const OPERATIONS = {
  pending: 'approvalPending',
  approved: 'approvalApproved',
  initiated: 'approvalInitiated',
  copied: 'approvalCopied',
  open: 'approvalOpen',
} as const satisfies Record<ApprovalView, string>;

const TASKS = 'approvalTasks';

export const TASK_SORTED = ['subject', 'initiator', 'submittedAt', 'state'] as const;
export type TaskSort = NonNullable<Input<'approvalPending'>['query']['sort']>;

export interface TaskQuery {
  entity?: string;
  sort?: TaskSort;
  current: number;
  size: number;
}

export function useApprovalTasks(view: ApprovalView, query: TaskQuery) {
  return useQuery(
    {
      queryKey: [TASKS, view, query],
      queryFn: ({ signal }) => call(OPERATIONS[view], { query }, { quiet: true, signal }),
      placeholderData: (previous) => previous,
    },
    queryClient,
  );
}

export function useApprovalDetail(id: number) {
  return useQuery(
    {
      queryKey: [TASKS, 'detail', id],
      queryFn: async ({ signal }) => {
        const detail = await call('approvalDetail', { path: { id } }, { quiet: true, signal });
        learnLabels(detail.record);
        return detail;
      },
    },
    queryClient,
  );
}

/** Returns the approval rounds of a record. They are loaded again for each version of the record. */
export function useRecordApproval(entity: string, id: number, version: number) {
  return useQuery(
    {
      queryKey: ['records', entity, 'one', id, 'approval', version],
      queryFn: ({ signal }) => call('recordApproval', { path: { entity, id } }, { quiet: true, signal }),
      placeholderData: (previous) => previous,
    },
    queryClient,
  );
}

/** Refreshes the lists, the record and the counts in the menu after an action on a request. */
export function refreshApprovals(entity: string): void {
  void queryClient.invalidateQueries({ queryKey: [TASKS] });
  void queryClient.invalidateQueries({ queryKey: ['records', entity] });
  refreshCounts();
}
