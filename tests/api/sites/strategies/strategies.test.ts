/**
 * Storage strategies: templates, validation, approval by a second user, and issuing (C254, C255, C263–C272).
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../support/calls/client.ts';
import { makeStorage, type StorageSite, strategyBody, TWO_PEAKS } from '../../../support/devices/storage.ts';
import { makePerson, makeTenant, PASSWORD } from '../../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../../support/server/server.ts';
import { makeOperator } from '../../../support/telemetry/site.ts';

let server: TestServer;
let engineer: Client;
let approver: Client;
let operator: Client;
let site: StorageSite;

beforeAll(async () => {
  server = await sharedServer();
  const tenant = await makeTenant(server);
  const signIn = async (role: string) =>
    login(server, (await makePerson(server, [tenant], { role })).username, PASSWORD);
  engineer = await signIn('engineering');
  approver = await signIn('administrator');
  operator = await signIn('operator');
  site = await makeStorage(approver, 'STA');
});
afterAll(() => server?.stop());

const read = (id: number) => engineer.call('strategyConfigGet', { path: { id } });

async function move(client: Client, id: number, name: string, form: object = {}) {
  const { version } = await read(id);
  const path = { entity: 'strategyConfig', id };
  return client.call('recordTransition', { path, body: { name, version, form } });
}

const make = (more: object = {}) =>
  engineer.call('strategyConfigCreate', { body: { ...strategyBody(site), ...more } });

const requestOf = async (client: Client, id: number) => {
  const { records } = await client.call('approvalPending', { query: { entity: 'strategyConfig' } });
  return records.find(({ recordId }) => recordId === id);
};

async function submit(id: number) {
  await move(engineer, id, 'validate');
  const { version } = await read(id);
  await engineer.call('recordSubmit', { path: { entity: 'strategyConfig', id }, body: { version } });
}

async function decide(id: number, call: 'approvalAgree' | 'approvalReject') {
  const path = { id: (await requestOf(approver, id))!.id };
  const { request } = await approver.call('approvalDetail', { path });
  await approver.call(call, { path, body: { version: request.version, comment: 'checked' } });
}

describe('a template', () => {
  it('is stored, listed by kind, changed and deleted', async () => {
    const body = { name: 'Two peaks', kind: 'timeOfDay' as const, blocks: TWO_PEAKS };
    const made = await engineer.call('strategyTemplateCreate', { body });
    await engineer.call('strategyTemplateCreate', {
      body: { name: 'Shave', kind: 'peakShaving', peakPower: 400 },
    });
    expect((await engineer.call('strategyTemplatePage', {})).total).toBe(2);
    expect(made.blocks).toEqual(TWO_PEAKS);
    const changed = { id: made.id, version: made.version, remark: 'For factories' };
    const updated = await engineer.call('strategyTemplateUpdate', { body: changed });
    expect(updated).toMatchObject({ remark: 'For factories', blocks: TWO_PEAKS });
    const path = { id: made.id };
    expect(await operator.call('strategyTemplateGet', { path })).toMatchObject({ name: 'Two peaks' });
    const copied = await engineer.call('strategyTemplateCreate', { body: { ...body, name: 'Copied' } });
    await engineer.call('strategyTemplateDelete', { path: { id: copied.id } });
    expect((await engineer.call('strategyTemplatePage', {})).total).toBe(2);
    await expect(operator.call('strategyTemplateCreate', { body })).rejects.toMatchObject({ status: 403 });
  });

  it('has no gap and no overlap, and reports the cell', async () => {
    const wrong = async (blocks: typeof TWO_PEAKS, field: string) =>
      expect(
        engineer.call('strategyTemplateCreate', { body: { name: 'Wrong', kind: 'timeOfDay', blocks } }),
      ).rejects.toMatchObject({ status: 400, errors: [{ field }] });
    await wrong(
      [
        { start: '00:00', end: '12:00', power: 0 },
        { start: '12:15', end: '24:00', power: 0 },
      ],
      '/blocks/1/start',
    );
    await wrong(
      [
        { start: '00:00', end: '12:00', power: 0 },
        { start: '11:45', end: '24:00', power: 0 },
      ],
      '/blocks/1/start',
    );
    await wrong([{ start: '00:00', end: '23:45', power: 0 }], '/blocks/0/end');
    await wrong([{ start: '00:00', end: '24:15', power: 0 }], '/blocks/0/end');
    await wrong([{ start: '00:05', end: '24:00', power: 0 }], '/blocks/0/start');
  });
});

describe('a strategy of a station', () => {
  it('begins with the values of its template', async () => {
    const { records } = await engineer.call('strategyTemplatePage', { query: { search: 'Two peaks' } });
    const { blocks: _, kind: __, ...body } = strategyBody(site);
    const made = await engineer.call('strategyConfigCreate', {
      body: { ...body, templateId: records[0]!.id },
    });
    expect(made).toMatchObject({ kind: 'timeOfDay', state: 'draft', findingCount: 0, priority: 50 });
    expect(made.blocks).toEqual(TWO_PEAKS);
    expect(made.number).toMatch(/^ST\d{4}-\d{4}$/);
  });

  it('is saved even if it exceeds limits, but cannot be submitted', async () => {
    const blocks = [
      { start: '00:00', end: '01:00', power: -600 },
      { start: '01:00', end: '18:00', power: 0 },
      { start: '18:00', end: '22:00', power: 300 },
      { start: '22:00', end: '24:00', power: 0 },
    ];
    const made = await make({ blocks, limits: { export: 100, loadMin: 50 } });
    expect(made.findings).toMatchObject([
      { time: '00:00', block: 1, limit: 'pcs', value: 600, bound: 500 },
      { time: '18:00', block: 3, limit: 'export', value: 250, bound: 100 },
      { block: 3, limit: 'soc', bound: 10 },
    ]);
    await expect(move(engineer, made.id, 'validate')).rejects.toMatchObject({
      status: 422,
      errors: [{ field: '/blocks/0/power' }, { field: '/blocks/2/power' }, { field: '/blocks/2/power' }],
    });
    expect(await read(made.id)).toMatchObject({ state: 'draft', findingCount: 3 });
    const { version } = await read(made.id);
    const mended = await engineer.call('strategyConfigUpdate', {
      body: { id: made.id, version, blocks: TWO_PEAKS, limits: { export: 500 } },
    });
    expect(mended).toMatchObject({ findingCount: 0, findings: [] });
    await move(engineer, made.id, 'validate');
    expect(await read(made.id)).toMatchObject({ state: 'validated' });
  });

  it('accepts only devices of its own station and of the right type', async () => {
    const other = await makeStorage(approver, 'STB');
    await expect(make({ deviceSn: other.pcs.sn })).rejects.toMatchObject({ status: 400 });
    await expect(make({ deviceSn: site.battery.sn })).rejects.toMatchObject({ status: 400 });
  });

  it('ignores fields that users may not write: state, set point, findings', async () => {
    for (const field of [{ setPoint: 5 }, { findings: [] }, { state: 'inForce' }])
      await expect(make(field)).rejects.toMatchObject({ status: 400 });
  });

  it('is approved by another user, and then issued', async () => {
    const { id } = await make({ name: 'Four eyes' });
    await expect(move(engineer, id, 'issue')).rejects.toMatchObject({ status: 409 });
    await submit(id);
    expect(await read(id)).toMatchObject({ state: 'approving', approval: 'pending' });
    // The engineer has the role that decides, but may not decide on their own request.
    expect(await requestOf(engineer, id)).toBeUndefined();
    await decide(id, 'approvalAgree');
    expect(await read(id)).toMatchObject({ state: 'approved', approval: 'agreed' });
    await expect(move(operator, id, 'issue')).rejects.toMatchObject({ status: 403 });
    await move(engineer, id, 'issue');
    expect(await read(id)).toMatchObject({ state: 'issued' });
    const listed = await operator.call('strategiesAtWork', { query: { stationSn: site.sn } });
    expect(listed.map((one) => one.id)).toContain(id);
    await move(operator, id, 'stop');
    expect(await read(id)).toMatchObject({ state: 'ended' });
  });

  it('is changed and submitted again after a refusal', async () => {
    const { id } = await make({ name: 'Refused' });
    await submit(id);
    await decide(id, 'approvalReject');
    expect(await read(id)).toMatchObject({ state: 'refused', approval: 'rejected' });
    await move(engineer, id, 'redraft');
    await submit(id);
    await decide(id, 'approvalAgree');
    expect(await read(id)).toMatchObject({ state: 'approved' });
  });

  it('keeps its judged values', async () => {
    const { id } = await make({ name: 'Locked' });
    await move(engineer, id, 'validate');
    const { version } = await read(id);
    await expect(
      engineer.call('strategyConfigUpdate', { body: { id, version, priority: 90 } }),
    ).rejects.toMatchObject({ status: 409 });
  });

  it('can be deleted as a draft', async () => {
    const { id } = await make({ name: 'Short' });
    await engineer.call('strategyConfigDelete', { path: { id } });
    const { records } = await engineer.call('strategyConfigPage', { query: { search: 'Short' } });
    expect(records).toEqual([]);
  });

  it('is hidden from other users', async () => {
    const stranger = await makeOperator(server);
    const { id } = await make({ name: 'Ours' });
    await expect(stranger.call('strategyConfigGet', { path: { id } })).rejects.toMatchObject({ status: 404 });
    expect(await stranger.call('strategiesAtWork', {})).toEqual([]);
    expect((await stranger.call('strategyHistoryPage', {})).total).toBe(0);
    await expect(stranger.call('strategyHistoryGet', { path: { id: 1 } })).rejects.toMatchObject({
      status: 404,
    });
  });
});
