/** Caches the last boards of this window in their last state. A change of user or tenant clears the cache. */
import type { AnswerMemory } from '../../core/scheduler/scheduler.ts';
import type { Answers } from '../../core/scheduler/schedulerState.ts';
import { queryClient } from '../../kit/session/queryClient.ts';

/** The cache of a large board has some megabytes. */
const MAX_BOARDS = 3;
const ALL = ['boardAnswers'];

/** Caches the boards of one user. A late answer after sign-out is dropped. */
export function boardMemory(userId: number, stationSn: string, boardId: number | null): AnswerMemory {
  const queryKey = [...ALL, userId, stationSn, boardId];
  return {
    read: () => queryClient.getQueryData<Answers>(queryKey) ?? null,
    write(answers) {
      // Removing the entry first makes it the newest one and restarts its cache time.
      queryClient.removeQueries({ queryKey, exact: true });
      queryClient.setQueryData(queryKey, answers);
      const cache = queryClient.getQueryCache();
      for (const old of cache.findAll({ queryKey: ALL }).slice(0, -MAX_BOARDS)) cache.remove(old);
    },
  };
}
