/** The link on the label of an asset opens a page with its public documents until the link ends. */
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import { type Client, createClient } from '../../support/calls/client.ts';
import { serveOperators } from '../../support/calls/operators.ts';
import { endRecordLink, readRecordLink } from '../../support/calls/recordLinks.ts';
import { readPdf } from '../../support/records/papers.ts';
import { fileForm } from '../../support/records/records.ts';
import { makeSite } from '../../support/telemetry/site.ts';

const served = serveOperators();
const guest = () => createClient(served.server.url);

beforeAll(async () => {
  await makeSite(served.operator, 'LNK');
});

async function upload(name: string): Promise<string> {
  const form = fileForm(name, Buffer.from(`%PDF-1.4 ${name}`));
  const stored = await served.operator.call('uploadFile', { form });
  return `/admin/sys-file/${stored.bucketName}/${stored.fileName}#${name}`;
}

/** Creates an asset with a public manual and an internal report. */
async function makeAsset(name = 'Inverter 1') {
  const { operator } = served;
  const { id } = await operator.call('assetCreate', {
    body: {
      ...{ stationSn: 'LNK', name, category: 'inverter', model: 'SG-STR', serialNumber: 'SECRET-17' },
      emergencyPhone: '0512-55550118',
    },
  });
  const [manual, report] = [await upload('manual.pdf'), await upload('report.pdf')];
  await operator.call('assetDocumentCreate', {
    body: { assetId: id, name: 'Manual', kind: 'manual', open: true, files: [manual] },
  });
  await operator.call('assetDocumentCreate', {
    body: { assetId: id, name: 'Secret report', kind: 'testReport', files: [report] },
  });
  return { id, manual, report, path: { entity: 'asset', id } };
}

const fileOf = async (token: string, value: string) => {
  const [bucketName = '', fileName = ''] = value.split('#')[0]!.split('/').slice(-2);
  return guest().request('fileByLink', { path: { token, bucketName, fileName } });
};
const statusOf = async (token: string) => (await ask(guest(), 'recordByLink', { path: { token } })).status;

describe('the link of an asset', () => {
  it('shows name, model, phone and public documents, and nothing else', async () => {
    const { path } = await makeAsset();
    const { token } = await served.operator.call('recordLinkMake', { path });
    const shown = await guest().call('recordByLink', { path: { token } });
    expect(shown.values).toEqual({
      ...{ name: 'Inverter 1', model: 'SG-STR', emergencyPhone: '0512-55550118' },
    });
    expect(shown.lines).toMatchObject([{ name: 'documents', rows: [{ name: 'Manual', kind: 'manual' }] }]);
    const text = JSON.stringify(shown);
    for (const secret of ['SECRET-17', 'Secret report', 'report.pdf', 'price', 'LNK'])
      expect(text).not.toContain(secret);
  });

  it('has no table of documents if none is public', async () => {
    const body = { stationSn: 'LNK', name: 'Bare', category: 'inverter' };
    const { id } = await served.operator.call('assetCreate', { body });
    const { token } = await served.operator.call('recordLinkMake', { path: { entity: 'asset', id } });
    expect((await guest().call('recordByLink', { path: { token } })).lines).toEqual([]);
  });

  it('opens only the files that it shows, as long as it is valid', async () => {
    const { id, manual, report, path } = await makeAsset();
    const { token } = await served.operator.call('recordLinkMake', { path });
    const read = await fileOf(token, manual);
    expect(read.status).toBe(200);
    expect(read.headers.get('cache-control')).toBe('no-store');
    expect(await read.text()).toContain('manual.pdf');
    expect((await fileOf(token, report)).status).toBe(404);
    const other = await makeAsset('Inverter 2');
    expect((await fileOf(token, other.manual)).status).toBe(404);
    expect((await fileOf('x'.repeat(43), manual)).status).toBe(404);
    await endRecordLink(served.server, { tenantId: served.operator.tenantId, recordId: id });
    expect((await fileOf(token, manual)).status).toBe(404);
    const again = await served.operator.call('recordLinkMake', { path });
    await served.operator.call('recordLinkEnd', { path });
    expect((await fileOf(again.token, manual)).status).toBe(404);
    expect(await statusOf(again.token)).toBe(404);
  });

  it('is shown again to users who may create it, and is encrypted in the database', async () => {
    const { id, path } = await makeAsset();
    const { token } = await served.operator.call('recordLinkMake', { path });
    expect(await served.operator.call('recordLinks', { path })).toMatchObject([{ token }]);
    const stored = await readRecordLink(served.server, { tenantId: served.operator.tenantId, recordId: id });
    expect(stored.token).toMatch(/^sealed\./);
    expect(JSON.stringify(stored)).not.toContain(token);
  });
});

describe('a sheet of labels', () => {
  const print = (ids: number[], more: object = {}, client: Client = served.operator) =>
    client.request('recordLabels', {
      path: { entity: 'asset', document: 'assetLabel' },
      body: { selection: { ids }, expected: ids.length, ...more },
    });

  it('contains the name of each, creates missing links, and keeps valid ones', async () => {
    const [one, two] = [await makeAsset('Inverter A'), await makeAsset('Inverter B')];
    const { token } = await served.operator.call('recordLinkMake', { path: one.path });
    const answer = await print([one.id, two.id], { first: 23, lang: 'en' });
    expect(answer.status).toBe(200);
    const { text } = await readPdf(new Uint8Array(await answer.arrayBuffer()));
    for (const part of ['Inverter A', 'Inverter B', 'SG-STR', '0512-55550118']) expect(text).toContain(part);
    expect(await statusOf(token)).toBe(200);
    const [made] = await served.operator.call('recordLinks', { path: two.path });
    expect(await statusOf(made!.token!)).toBe(200);
    await print([two.id]);
    expect(await served.operator.call('recordLinks', { path: two.path })).toMatchObject([
      { token: made!.token },
    ]);
  });

  it('is printed completely or not at all, and not for other users', async () => {
    const { id, path } = await makeAsset();
    const ended = await makeAsset('Ended');
    const { version } = await served.operator.call('assetGet', { path: { id: ended.id } });
    await served.operator.call('assetUpdate', { body: { id: ended.id, version, codeUntil: '2020-01-01' } });
    const refused = await print([id, ended.id]);
    expect(refused.status).toBe(409);
    expect(await served.operator.call('recordLinks', { path })).toEqual([]);
    expect((await print([id], {}, served.stranger)).status).toBe(409);
    expect((await print([id], { first: 25 })).status).toBe(400);
  });
});
