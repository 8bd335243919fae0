/** A task for the worker of files, whose input selects its behaviour. */
import { AppError } from '../../../server/platform/errors/errors.ts';

export type Behaviour = 'count' | 'loop' | 'pattern' | 'objects' | 'table' | 'buffers' | 'refuse' | 'fail';

function fillMemory(make: (at: number) => unknown): never {
  const all = [];
  for (let at = 0; ; at += 1) all.push(make(at));
}

const WAYS: Readonly<Record<Behaviour, () => Iterable<number>>> = {
  count: () => Array.from({ length: 5 }, (_, at) => at),
  *loop() {
    yield 0;
    for (;;);
  },
  *pattern() {
    yield Number(/^(a|a)*$/.test(`${'a'.repeat(60)}!`));
  },
  objects: () => fillMemory((at) => ({ at, text: `${at}` })),
  table: () => {
    const table = new Map<number, number>();
    for (let at = 0; ; at += 1) table.set(at, at);
  },
  buffers: () => fillMemory(() => Buffer.alloc(20_000_000, 1)),
  *refuse() {
    yield 0;
    throw new AppError('excel.tooLong', { limit: 7 }, { field: '/file' });
  },
  *fail() {
    yield 0;
    throw new TypeError('a mistake of ours');
  },
};

export default async function* run(behaviour: Behaviour): AsyncIterable<number> {
  yield* WAYS[behaviour]();
}
