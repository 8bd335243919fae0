import { expect, it } from 'vitest';
import { schedule } from '../../run/schedule.ts';

interface Job {
  name: string;
  after?: readonly string[];
  cores: number;
}

/** Runs jobs that end one at a time, in the order of their start. Returns which ones ran in parallel. */
async function roundsOf(jobs: readonly Job[], cores: number): Promise<string[]> {
  const rounds: string[] = [];
  const running = new Map<string, () => void>();
  const done = schedule(jobs, cores, ({ name }) => new Promise<void>((end) => running.set(name, end)));
  while (rounds.length < 20) {
    // A job that may start does so in the pending tasks.
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

it('runs as many at once as there are cores, in order', async () => {
  const jobs = ['a', 'b', 'c'].map((name) => ({ name, cores: 1 }));
  expect(await roundsOf(jobs, 2)).toEqual(['a+b', 'b+c', 'c']);
});

it('waits for forerunners, and lets others go first', async () => {
  const jobs = [
    { name: 'a', cores: 1 },
    { name: 'b', cores: 1, after: ['a'] },
    { name: 'c', cores: 1 },
  ];
  expect(await roundsOf(jobs, 2)).toEqual(['a+c', 'c+b', 'b']);
});

it('gives a job all cores that it asks for, or all that there are', async () => {
  const jobs = [
    { name: 'a', cores: 1 },
    { name: 'b', cores: 2 },
    { name: 'c', cores: 1 },
  ];
  expect(await roundsOf(jobs, 2)).toEqual(['a+c', 'c', 'b']);
  expect(await roundsOf(jobs, 1)).toEqual(['a', 'b', 'c']);
});

it('does not wait for a forerunner that is not run', async () => {
  expect(await roundsOf([{ name: 'a', cores: 1, after: ['build'] }], 2)).toEqual(['a']);
});
