import { expect, it } from 'vitest';
import { type Lane, schedule } from '../../run/schedule.ts';

interface Job {
  name: string;
  after?: readonly string[];
  lane: Lane;
}

/** Runs jobs that end one at a time, in the order of their start. Returns the groups of jobs that ran in parallel. */
async function roundsOf(jobs: readonly Job[], cores: number): Promise<string[]> {
  const rounds: string[] = [];
  const running = new Map<string, () => void>();
  const done = schedule(jobs, cores, ({ name }) => new Promise<void>((end) => running.set(name, end)));
  while (rounds.length < 20) {
    // After the pending tasks of the event loop, each job that may start has started.
    await new Promise(setImmediate);
    const [first] = running;
    if (!first) break;
    rounds.push([...running.keys()].join('+'));
    running.delete(first[0]);
    first[1]();
  }
  await done;
  return rounds;
}

const checks = (...names: string[]): Job[] => names.map((name) => ({ name, lane: 'checks' }));
const servers = (...names: string[]): Job[] => names.map((name) => ({ name, lane: 'servers' }));

it('leaves a core to the steps with servers, which run one after the other', async () => {
  const jobs = [...checks('a', 'b', 'c'), ...servers('x', 'y')];
  expect(await roundsOf(jobs, 2)).toEqual(['a+x', 'x+b', 'b+y', 'y+c', 'c']);
  expect(await roundsOf(jobs, 1)).toEqual(['a+x', 'x+b', 'b+y', 'y+c', 'c']);
  expect(await roundsOf(jobs, 3)).toEqual(['a+b+x', 'b+x+c', 'x+c', 'c+y', 'y']);
});

it('waits for predecessors, and runs others first', async () => {
  const jobs: Job[] = [...checks('a'), { name: 'x', lane: 'servers', after: ['a'] }, ...checks('c')];
  expect(await roundsOf(jobs, 2)).toEqual(['a', 'x+c', 'c']);
});

it('does not wait for a predecessor that is not run', async () => {
  expect(await roundsOf([{ name: 'a', lane: 'checks', after: ['build'] }], 2)).toEqual(['a']);
});
