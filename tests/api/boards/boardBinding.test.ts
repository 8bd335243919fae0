import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import { type Client, createClient } from '../../support/calls/client.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';
import { makeOperator, makeSite } from '../../support/telemetry/site.ts';

let server: TestServer;
let chief: Client;
let stranger: Client;
const nobody = () => createClient(server.url);

beforeAll(async () => {
  server = await sharedServer();
  chief = await makeOperator(server);
  stranger = await makeOperator(server);
});
afterAll(() => server?.stop());

describe('a board of any station', () => {
  it('gets the replacements of its variables for the opened station, and a link contains only these', async () => {
    const [here, there] = [await makeSite(chief), await makeSite(chief)];
    const device = await chief.call('deviceCreate', {
      body: { sn: `${there.station.sn}-M2`, name: 'Second', stationSn: there.station.sn!, type: 'meter' },
    });
    const second = await chief.call('deviceVariableCreate', {
      body: {
        deviceSn: device.sn!,
        code: 'power',
        name: 'Power',
        unit: 'kW',
        dataType: 'number',
        kind: 'gauge',
      },
    });
    const pairs: [string, string][] = [
      [here.device.sn!, here.variable.sn!],
      ['{device}', 'power'],
    ];
    const widgets = pairs.map((deviceValue, at) => ({
      ...{ id: `w${at}`, type: 'keyData', version: 1 },
      config: { dataType: 'device_data', deviceValue },
    }));
    const lg = widgets.map((widget, at) => ({ i: widget.id, x: 0, y: at * 4, w: 6, h: 4 }));
    const document = { version: 1, widgets, layouts: { lg } };
    const { id } = await chief.call('boardCreate', { body: { name: 'Any', visibility: 'private' } });
    const save = { stationSn: here.station.sn!, boardId: id!, version: 0, document };
    await chief.call('kanbanSave', { body: save });
    const body = { stationSn: there.station.sn!, boardId: id!, pairs };
    const opened = { path: { stationSn: there.station.sn! }, query: { boardId: id! } };
    expect(await chief.call('kanbanGet', opened)).toMatchObject({ anyStation: true, document });
    const binding = await chief.call('boardBinding', { body });
    expect(binding.variables).toEqual([
      { from: here.variable.sn, name: 'Power', to: there.variable.sn, device: there.device.sn },
    ]);
    expect(binding.devices.map(({ sn, variables }) => [sn, variables])).toEqual([
      [there.device.sn, [{ code: 'power', sn: there.variable.sn }]],
      [device.sn, [{ code: 'power', sn: second.sn }]],
    ]);
    // The station's own board uses its variables directly.
    const own = await chief.call('boardBinding', { body: { ...body, boardId: null } });
    expect(own.variables).toBeNull();
    expect((await ask(stranger, 'boardBinding', { body })).status).toBe(404);

    const link = { stationSn: there.station.sn!, boardId: id!, hours: 1 };
    const { token } = await chief.call('boardShareCreate', { body: link });
    expect(await nobody().call('sharedBoard', { path: { token } })).toMatchObject({ binding });
    const needs = [there.variable.sn!, second.sn!, here.variable.sn!].map((sn) => ({
      ...{ key: sn, kind: 'realtime' as const, sns: [sn] },
    }));
    const { results } = await nobody().call('sharedBoardQuery', { path: { token }, body: { needs } });
    expect(results.map(({ ok }) => ok)).toEqual([true, true, false]);

    // A choice for this station has priority. A choice that is no variable of this station is ignored.
    const chosen = (stationSn: string, device: string, variable: string) => ({
      ...{ stationSn, from: here.variable.sn!, device, variable },
    });
    const standIns = [
      chosen(there.station.sn!, device.sn!, second.sn!),
      chosen(here.station.sn!, device.sn!, second.sn!),
    ];
    const shown = async (version: number, list: typeof standIns) => {
      await chief.call('kanbanSave', {
        body: { ...save, version, document: { ...document, standIns: list } },
      });
      return (await nobody().call('sharedBoard', { path: { token } })).binding?.variables?.[0]?.to;
    };
    expect(await shown(1, standIns)).toBe(second.sn);
    expect(await shown(2, standIns.slice(1))).toBe(there.variable.sn);
    const elsewhere = chosen(there.station.sn!, here.device.sn!, here.variable.sn!);
    expect(await shown(3, [elsewhere])).toBe(there.variable.sn);
  });
});
