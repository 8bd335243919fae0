/** Runs jobs in parallel where possible, in the given order, on this number of cores. */
interface Job {
  name: string;
  after?: readonly string[];
  cores: number;
}

/** Resolves when all have run. A job whose predecessors failed runs, too. */
export async function schedule<J extends Job>(
  jobs: readonly J[],
  cores: number,
  run: (job: J) => Promise<void>,
): Promise<void> {
  const names = new Set(jobs.map(({ name }) => name));
  const waiting = [...jobs];
  const running = new Map<string, Promise<void>>();
  const ended = new Set<string>();
  let free = cores;
  const isReady = ({ after = [] }: J): boolean => after.every((name) => !names.has(name) || ended.has(name));
  while (waiting.length > 0 || running.size > 0) {
    const next = waiting.find((job) => isReady(job) && Math.min(job.cores, cores) <= free);
    if (!next) {
      await Promise.race(running.values());
      continue;
    }
    waiting.splice(waiting.indexOf(next), 1);
    const taken = Math.min(next.cores, cores);
    free -= taken;
    running.set(
      next.name,
      run(next).finally(() => {
        running.delete(next.name);
        ended.add(next.name);
        free += taken;
      }),
    );
  }
}
