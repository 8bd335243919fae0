import { useQuery } from '@tanstack/react-query';
import type { Data } from '../../../generated/calls.ts';
import type { FlowNode } from '../../../generated/definition.ts';
import type { Flow } from '../../../runtime/core/flow/walk.ts';
import { call } from '../../../runtime/kit/api/client.ts';
import { queryClient } from '../../../runtime/kit/session/queryClient.ts';

export type FlowEntry = Data<'approvalFlows'>[number];
export type Design = Data<'approvalFlow'>;
export type Problem = Data<'approvalFlowCheck'>[number];
export type Trial = Data<'approvalFlowTrial'>;

const KEY = 'approvalFlow';

/** Casts the steps of a flow. The server validates them with the meta schema. */
export const flowOf = (steps: Design['steps']): FlowNode[] => steps as unknown as FlowNode[];
export const plainSteps = (flow: Flow): Design['steps'] => flow.map((node) => ({ ...node }));

export const useFlows = () =>
  useQuery(
    { queryKey: [KEY, 'list'], queryFn: () => call('approvalFlows', {}, { quiet: true }) },
    queryClient,
  );

export const useDesign = (entity: string) =>
  useQuery(
    {
      queryKey: [KEY, 'one', entity],
      queryFn: () => call('approvalFlow', { path: { entity } }, { quiet: true }),
      retry: false,
    },
    queryClient,
  );

/** Returns the problems of a flow with today's users. They are loaded again after each change. */
export const useProblems = (entity: string, steps: Design['steps']) =>
  useQuery(
    {
      queryKey: [KEY, 'check', entity, steps],
      queryFn: ({ signal }) =>
        call('approvalFlowCheck', { path: { entity }, body: { steps } }, { quiet: true, signal }),
      placeholderData: (before) => before,
      gcTime: 60_000,
      retry: false,
    },
    queryClient,
  );

/** Reloads the design and the list of flows after a draft was saved, discarded or published. */
export function refreshDesign(design: Design): void {
  queryClient.setQueryData([KEY, 'one', design.entity], design);
  void queryClient.invalidateQueries({ queryKey: [KEY, 'list'] });
}

export const reloadDesign = (entity: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [KEY, 'one', entity] });
