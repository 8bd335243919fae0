import { useQuery } from '@tanstack/react-query';
import type { Data } from '../../../generated/calls.ts';
import type { Drawing } from '../../../runtime/core/automation/drawing.ts';
import { call } from '../../../runtime/kit/api/client.ts';
import { queryClient } from '../../../runtime/kit/session/queryClient.ts';

export type Design = Data<'automationDesign'>;
export type Problem = Data<'automationCheck'>[number];

const KEY = 'automationDesign';

/** Casts a drawing. The server validates it with the meta schema. */
export const drawingOf = (design: Design): Drawing | null => design.drawing as Drawing | null;
export const plainDrawing = (drawing: Drawing): Record<string, unknown> => ({ ...drawing });

/** Loads the drawing of an automation, for each version of its record. */
export const useDesign = (id: number, version: number) =>
  useQuery(
    {
      queryKey: [KEY, id, version],
      queryFn: () => call('automationDesign', { path: { id } }, { quiet: true }),
      placeholderData: (before) => before,
      retry: false,
    },
    queryClient,
  );

/** Returns the problems of a drawing. They are loaded again after each change. */
export const useProblems = (drawing: Drawing, enabled: boolean) =>
  useQuery(
    {
      queryKey: [KEY, 'check', drawing],
      queryFn: ({ signal }) =>
        call('automationCheck', { body: { drawing: plainDrawing(drawing) } }, { quiet: true, signal }),
      placeholderData: (before) => before,
      gcTime: 60_000,
      retry: false,
      enabled,
    },
    queryClient,
  );
