import { describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import { serveOperators } from '../../support/calls/operators.ts';
import { makeRule, makeSite } from '../../support/telemetry/site.ts';

const { operator, stranger } = serveOperators();

describe('the choices for alarm rules', () => {
  it('C186 and C187 name the levels and the triggers in both languages', async () => {
    const levels = await operator.call('alarmLevelList');
    expect(levels.map(({ value, title }) => [value, title.zh, title.en])).toEqual([
      ['critical', '紧急', 'Critical'],
      ['major', '重要', 'Major'],
      ['minor', '次要', 'Minor'],
      ['info', '提示', 'Info'],
    ]);
    const triggers = await operator.call('alarmGeneraterTypes');
    expect(triggers.map(({ value }) => value)).toEqual([
      'threshold',
      'range',
      'rate',
      'noData',
      'state',
      'expression',
    ]);
    expect(triggers[3]).toMatchObject({ value: 'noData', title: { zh: '无数据', en: 'No data' } });
  });

  it("C731 to C734 list, add, change and remove alarm types of the caller's tenant only", async () => {
    const body = { code: 'BMS-17', name: 'Cell too hot', level: 'critical' } as const;
    const { id, version } = await operator.call('alarmTypeCreate', { body });
    const codes = async (who: typeof stranger) =>
      (await who.call('alarmTypePage', { query: { size: 100 } })).records.map(({ code }) => code);
    expect(await codes(operator)).toContain('BMS-17');
    expect(await codes(stranger)).not.toContain('BMS-17');
    const changed = await operator.call('alarmTypeUpdate', {
      body: { id, version, name: 'Cell far too hot' },
    });
    expect(changed).toMatchObject({ ...body, id, name: 'Cell far too hot', version: version + 1 });
    const twice = await ask(operator, 'alarmTypeCreate', { body });
    expect(twice.status).toBe(409);
    const stale = await ask(operator, 'alarmTypeUpdate', { body: { id, version, name: 'Other' } });
    expect(stale).toMatchObject({ status: 409, data: { name: 'Cell far too hot' } });
    const path = { id };
    expect((await ask(stranger, 'alarmTypeDelete', { path })).status).toBe(404);
    await operator.call('alarmTypeDelete', { path });
    expect(await codes(operator)).not.toContain('BMS-17');
    expect((await ask(operator, 'alarmTypeDelete', { path })).status).toBe(404);
  });

  it('C739 returns the rules on variables with an energy role, by name, in the format of the list', async () => {
    const metered = await makeSite(operator);
    const other = await makeSite(operator);
    const plain = await makeSite(operator);
    for (const { variable } of [metered, other]) {
      const { id, version } = variable;
      await operator.call('deviceVariableUpdate', { body: { id, version, energyRole: 'pv' } });
    }
    await makeRule(operator, metered, 20, { name: 'Peak', hysteresis: 1.5, weekdays: [1, 2] });
    await makeRule(operator, metered, 10, { name: 'Base', enabled: false });
    await makeRule(operator, other, 30, { name: 'Middle' });
    await makeRule(operator, plain, 40, { name: 'None' });
    const listed = (await operator.call('alarmGeneraterPage', { query: { size: 100 } })).records;
    const expected = (names: readonly string[]) =>
      names.map((name) => {
        const { _labels, ...rule } = listed.find((one) => one.name === name) ?? {};
        return rule;
      });
    expect(await operator.call('energyAlarmGeneraters')).toEqual(expected(['Base', 'Middle', 'Peak']));
    const query = { stationSn: metered.station.sn };
    expect(await operator.call('energyAlarmGeneraters', { query })).toEqual(expected(['Base', 'Peak']));
    expect(await stranger.call('energyAlarmGeneraters')).toEqual([]);
  });
});
