/** The history of a record mentions its files and comments. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  customerAt,
  customersOf,
  fileForm,
  openRecordWorld,
  type RecordWorld,
} from '../../support/records/records.ts';
import type { Client } from '../../support/server/server.ts';

let world: RecordWorld;
let boss: Client;
beforeAll(async () => {
  world = await openRecordWorld();
  boss = world.clients.boss;
});
afterAll(() => world?.server.stop());

const { create, history } = customersOf(() => boss);

describe('the history', () => {
  it('reports files and comments without their texts', async () => {
    const { id } = await create();
    const added = await boss.call('recordAttachmentAdd', {
      ...customerAt(id),
      form: fileForm('plan.txt', Buffer.from('a picture')),
    });
    await boss.call('recordAttachmentRemove', customerAt(id, { attachmentId: added.id }));
    const note = await boss.call('recordCommentAdd', { ...customerAt(id), body: { body: 'a secret' } });
    const comment = customerAt(id, { commentId: note.id });
    await boss.call('recordCommentEdit', { ...comment, body: { body: 'another' } });
    await boss.call('recordCommentRemove', comment);
    const lines = await history(id);
    expect(lines.map(({ action }) => action)).toEqual([
      ...['commentRemove', 'commentEdit', 'comment', 'detach', 'attach', 'create'],
    ]);
    const field = 'note.attachment';
    expect(lines[3]?.changes).toEqual([{ field, before: 'plan.txt', after: null }]);
    expect(lines[4]?.changes).toEqual([{ field, before: null, after: 'plan.txt' }]);
    expect(lines.filter(({ undoable }) => undoable)).toEqual([]);
    expect(JSON.stringify(lines)).not.toMatch(/a secret|another/);
  });
});
