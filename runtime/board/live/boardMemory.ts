/** The last boards of this window are remembered as they were left, until another person or tenant works in it. */
import type { AnswerMemory } from '../../core/scheduler/scheduler.ts';
import type { Answers } from '../../core/scheduler/schedulerState.ts';
import { queryClient } from '../../kit/session/queryClient.ts';

/** A large board knows some megabytes. */
const KEPT = 3;
const ALL = ['boardAnswers'];

/** Caches the boards of one person. A late answer after sign-out is dropped. */
export function boardMemory(userId: number, stationSn: string, boardId: number | null): AnswerMemory {
  const queryKey = [...ALL, userId, stationSn, boardId];
  return {
    read: () => queryClient.getQueryData<Answers>(queryKey) ?? null,
    write(answers) {
      // Made again, it is the newest one, and its time to be forgotten begins again.
      queryClient.removeQueries({ queryKey, exact: true });
      queryClient.setQueryData(queryKey, answers);
      const cache = queryClient.getQueryCache();
      for (const old of cache.findAll({ queryKey: ALL }).slice(0, -KEPT)) cache.remove(old);
    },
  };
}
