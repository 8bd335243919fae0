/** Runs jobs in two lanes. Files with servers use the cores only partly, because they wait for answers. */
interface Job {
  name: string;
  after?: readonly string[];
  lane: Lane;
}

/** Jobs with servers, databases or browsers run one after the other. Checks run beside them, and leave a core free. */
export type Lane = 'servers' | 'checks';

/** Resolves when all jobs have ended. Each lane runs in the given order. A job also runs if its predecessors failed. */
export async function schedule<J extends Job>(
  jobs: readonly J[],
  cores: number,
  run: (job: J) => Promise<void>,
): Promise<void> {
  const names = new Set(jobs.map(({ name }) => name));
  const waiting = [...jobs];
  const running = new Map<string, Promise<void>>();
  const ended = new Set<string>();
  const free: Record<Lane, number> = { servers: 1, checks: Math.max(1, cores - 1) };
  const isReady = ({ lane, after = [] }: J): boolean =>
    free[lane] > 0 && after.every((name) => !names.has(name) || ended.has(name));
  while (waiting.length > 0 || running.size > 0) {
    const next = waiting.find(isReady);
    if (!next) {
      await Promise.race(running.values());
      continue;
    }
    waiting.splice(waiting.indexOf(next), 1);
    free[next.lane] -= 1;
    running.set(
      next.name,
      run(next).finally(() => {
        running.delete(next.name);
        ended.add(next.name);
        free[next.lane] += 1;
      }),
    );
  }
}
