/**
 * S4: a job makes the documents of many records. The job is listed, can be cancelled, and leaves no incomplete file.
 */
import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import { serveOperators } from '../../support/calls/operators.ts';
import { runSql } from '../../support/calls/world.ts';
import { makeInspection } from '../../support/records/inspections.ts';
import { until } from '../../support/telemetry/site.ts';

const { server, operator, stranger } = serveOperators();
const MANY = 400;
const path = { entity: 'inspection', document: 'inspectionReport' };

let ids: number[];

const filterOf = (name: string): string =>
  JSON.stringify({ and: [{ field: 'name', op: 'eq', value: name }] });
const start = (body: object) =>
  operator.call('recordDocuments', { path, body: { selection: { ids }, expected: ids.length, ...body } });
const ended = (id: number) =>
  until(
    () => operator.call('jobGet', { path: { id } }),
    ({ finishedAt }) => finishedAt !== null,
  );

beforeAll(async () => {
  ids = [(await makeInspection(operator)).id, (await makeInspection(operator)).id];
});

describe('the documents of many records', () => {
  it('are one archive, with a document of each record in the chosen language', async () => {
    const { id, kind, total } = await start({ lang: 'en' });
    expect({ kind, total }).toEqual({ kind: 'documents', total: 2 });
    expect(await ended(id)).toMatchObject({
      ...{ status: 'done', done: 2, result: { documents: 2 } },
      fileName: 'Inspection report 2.zip',
    });
    const answer = await operator.request('jobFile', { path: { id } });
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    expect(Object.keys(files)).toEqual(['Inspection report Round.pdf', 'Inspection report Round (2).pdf']);
    expect((await stranger.request('jobFile', { path: { id } })).status).toBe(404);
  });

  it('of 400 records can be canceled, and no file is left', async () => {
    await runSql(
      server,
      `insert into inspection (tenant_id, name, station_sn, template_id, day, state, round)
       select tenant_id, 'Year', station_sn, template_id, day, state, round
         from inspection, generate_series(1, $2) where id = $1`,
      ids[0],
      MANY,
    );
    const selection = { filter: filterOf('Year') };
    const { id } = await start({ selection, expected: MANY });
    const running = await until(
      () => operator.call('jobGet', { path: { id } }),
      ({ done, status }) => done > 0 || status !== 'running',
    );
    expect(running).toMatchObject({ status: 'running', total: MANY });
    expect((await operator.call('jobList', {})).map((job) => job.id)).toContain(id);
    const cancelled = await operator.call('jobCancel', { path: { id } });
    expect(cancelled).toMatchObject({ status: 'cancelled', fileName: null });
    expect(cancelled.finishedAt).not.toBeNull();
    expect(cancelled.result!.documents).toBeLessThan(MANY);
    expect((await operator.request('jobFile', { path: { id } })).status).toBe(404);
  });

  it('are refused if a record is invisible, their number has changed, or the document does not exist', async () => {
    const refusal = (client: typeof operator | typeof stranger, more: object, document = path.document) =>
      ask(client, 'recordDocuments', {
        path: { ...path, document },
        body: { selection: { ids }, expected: ids.length, ...more },
      });
    expect((await refusal(stranger, {})).status).toBe(409);
    expect((await refusal(stranger, { expected: 0 })).status).toBe(404);
    expect((await refusal(operator, { expected: 3 })).status).toBe(409);
    expect((await refusal(operator, {}, 'quotation')).status).toBe(404);
  });
});
