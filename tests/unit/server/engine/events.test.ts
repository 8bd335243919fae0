/** Tests that every chain of events ends, whatever the definitions are. */
import { expect, it } from 'vitest';
import type { EntityDefinition } from '../../../../generated/definition.ts';
import { followEvents, type Happened, noteEvents } from '../../../../server/engine/events.ts';
import { runEndings } from '../../../../server/platform/db/beforeCommit.ts';
import type { Trx } from '../../../../server/platform/db/index.ts';

const entity = { name: 'echo', on: [{ when: 'created', do: [] }] } as unknown as EntityDefinition;
const step = {} as Happened['step'];
const PAIR = [{ before: {}, after: { id: 1 } }];

it('runs the effects of an event, and refuses an endless chain', async () => {
  let followed = 0;
  let chain = 3;
  followEvents(async (trx) => {
    followed += 1;
    if (followed < chain) noteEvents(trx, step, entity, 'created', PAIR);
  });
  const trx = {} as Trx;
  noteEvents(trx, step, entity, 'created', PAIR);
  noteEvents(trx, step, entity, 'deleted', PAIR);
  await runEndings(trx);
  expect(followed).toBe(3);

  followed = 0;
  chain = 1_000;
  const other = {} as Trx;
  noteEvents(other, step, entity, 'created', PAIR);
  await expect(runEndings(other)).rejects.toMatchObject({ key: 'event.tooDeep' });
  expect(followed).toBe(8);
});
