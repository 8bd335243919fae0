/** S4, S16: an observer reads and exports the inspections of their station, and may not order a re-check. */
import { expect, it } from 'vitest';
import { ask } from '../../../support/calls/ask.ts';
import { serveOperators } from '../../../support/calls/operators.ts';
import { makePerson, PASSWORD } from '../../../support/people/people.ts';
import {
  fillItems,
  makeInspection,
  moveInspection,
  uploadPicture,
} from '../../../support/records/inspections.ts';
import { readPdf } from '../../../support/records/papers.ts';
import { login } from '../../../support/server/server.ts';

const { server, operator } = serveOperators();

async function makeDone(name: string) {
  const { id, stationSn } = await makeInspection(operator, { name });
  const photos = [await uploadPicture(operator)];
  await fillItems(operator, id, [{ value: 22 }, { result: 'normal', photos }, { result: 'normal' }]);
  await moveInspection(operator, id, 'finish');
  return { id, stationSn: String(stationSn) };
}

it('an observer exports the inspections of their station, and cannot re-check any', async () => {
  const [seen, hidden] = [await makeDone('Seen round'), await makeDone('Hidden round')];
  const entries = await operator.call('emsMenuPage', { query: { size: 200 } });
  const patrol = entries.records.find(({ route }) => route === '/main/ems/map/patrol')!;
  const { userId, username } = await makePerson(server, [operator.tenantId], {
    permissions: ['inspection:*'],
  });
  await operator.call('emsObserverCreate', {
    body: { userId, stationSns: [seen.stationSn], menus: [patrol.id] },
  });
  const observer = await login(server, username, PASSWORD);
  const { records } = await observer.call('inspectionRecords', {});
  expect(records.map(({ id }) => id)).toEqual([seen.id]);
  const answer = await observer.request('inspectionDetails', {});
  expect(answer.status).toBe(200);
  const { text } = await readPdf(new Uint8Array(await answer.arrayBuffer()));
  expect(text).toContain('Seen round');
  expect(text).not.toContain('Hidden round');
  const recheck = (id: number) =>
    ask(observer, 'inspectionsRecheck', { body: { ids: [id], reason: 'Blurred' } });
  expect((await recheck(seen.id)).status).toBe(403);
  expect([403, 404]).toContain((await recheck(hidden.id)).status);
  expect((await ask(observer, 'inspectionDetail', { body: { id: hidden.id } })).status).toBe(404);
});
