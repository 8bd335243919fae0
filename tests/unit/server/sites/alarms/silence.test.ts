import { describe, expect, it } from 'vitest';
import {
  lookSite,
  type QuietDevice,
  type SilenceRule,
  silenceKey,
} from '../../../../../server/sites/alarms/silence/silence.ts';
import { allowGap, findGaps, gapsOwn } from '../../../../../server/sites/alarms/silence/silenceTrial.ts';
import { makeHours } from '../../../../../server/sites/alarms/weeklyHours.ts';

const S = 1_000;
const LIMIT = 60 * S;
const HOUR = 3_600 * S;

const device = (no: number, at: number, more: Partial<QuietDevice> = {}): QuietDevice => ({
  sn: `D${no}`,
  name: `Device ${no}`,
  at,
  limitMs: LIMIT,
  backAt: 0,
  alarms: true,
  variables: [],
  channel: null,
  ...more,
});

const ruleFor = (
  id: number,
  scope: 'variable' | 'device' | 'station',
  { seconds, ...about }: { deviceSn?: string; variableSn?: string; seconds?: number } = {},
): SilenceRule => ({
  id,
  tenantId: 1,
  name: 'Silent',
  stationSn: 'ST',
  stationName: 'Station',
  zone: 'UTC',
  deviceSn: '',
  deviceName: '',
  variableSn: '',
  variableName: '',
  unit: '',
  decimals: 0,
  level: 'major',
  info: '',
  condition: { kind: 'noData', scope, silentMs: seconds === undefined ? null : seconds * S },
  watches: [],
  delayMs: 0,
  clearMs: 0,
  hours: null,
  passing: false,
  ...about,
});

const WHOLE = ruleFor(1, 'station');

function look(
  devices: readonly QuietDevice[],
  now: number,
  {
    rules = [WHOLE],
    up = [],
    since = 0,
    backAt = 0,
    channelBackAt = 0,
  }: {
    rules?: SilenceRule[];
    up?: string[];
    since?: number;
    backAt?: number;
    channelBackAt?: number;
  } = {},
): string[] {
  return lookSite({ stationSn: 'ST', devices }, rules, {
    now,
    since,
    backAt: () => backAt,
    channelBackAt: () => channelBackAt,
    up: new Set(up),
  }).map(({ rule, source }) => silenceKey(rule.id, source));
}

describe('a silent device', () => {
  it('raises an alarm once a neighbour sent something after it was due', () => {
    expect(look([device(1, 0), device(2, 59 * S)], 61 * S)).toEqual([]);
    expect(look([device(1, 0), device(2, 62 * S)], 63 * S)).toEqual(['1 D1']);
  });

  it('raises an alarm automatically after twice its time, which lasts until its next message', () => {
    expect(look([device(1, 0), device(2, 0, { limitMs: 3600 * S })], 119 * S)).toEqual([]);
    expect(look([device(1, 0), device(2, 0, { limitMs: 3600 * S })], 121 * S)).toEqual(['1 D1']);
    expect(look([device(1, 0), device(2, 59 * S)], 61 * S, { up: ['1 D1'] })).toEqual(['1 D1']);
    expect(look([device(1, 100 * S), device(2, 100 * S)], 101 * S, { up: ['1 D1'] })).toEqual([]);
  });

  it('is ignored if its alarms are disabled', () => {
    expect(look([device(1, 0, { alarms: false }), device(2, 300 * S)], 301 * S)).toEqual([]);
  });
});

describe('a silent site', () => {
  const many = Array.from({ length: 500 }, (_, no) => device(no, (no % 60) * S));

  it('raises one alarm for five hundred devices, and none before', () => {
    for (let now = 60; now <= 119; now += 1) expect(look(many, now * S)).toEqual([]);
    expect(look(many, 120 * S)).toEqual(['1 ST']);
  });

  it('replaces the alarms of its devices', () => {
    expect(look(many, 120 * S, { up: ['1 D3', '1 D4'] })).toEqual(['1 ST']);
  });

  it('gives each device its time limit again after its return', () => {
    const back = many.map((one) => (one.sn === 'D0' ? device(0, 1_000 * S) : one));
    expect(look(back, 1_001 * S, { backAt: 1_000 * S, up: ['1 ST'] })).toEqual([]);
    const later = back.map((one) => (one.sn === 'D7' ? one : device(Number(one.sn.slice(1)), 1_070 * S)));
    expect(look(later, 1_071 * S, { backAt: 1_000 * S })).toEqual(['1 D7']);
  });

  it('ignores the time before a process was receiving', () => {
    expect(look(many, 200 * S, { since: 190 * S })).toEqual([]);
    expect(look(many, 251 * S, { since: 190 * S })).toEqual(['1 ST']);
    expect(look(many, 200 * S, { since: 190 * S, up: ['1 ST'] })).toEqual(['1 ST']);
  });
});

describe('rules about parts of a silent site', () => {
  const variables = [1, 2, 3].map((no) => ({ sn: `D${no}-v`, at: 0 }));
  const devices = [1, 2, 3].map((no) => device(no, 0, { variables: [variables[no - 1]!] }));
  const each = [1, 2, 3].map((no) => ruleFor(10 + no, 'device', { deviceSn: `D${no}` }));
  const fine = [1, 2, 3].map((no) =>
    ruleFor(20 + no, 'variable', { deviceSn: `D${no}`, variableSn: `D${no}-v` }),
  );

  it('raise nothing beside the alarm of the site', () => {
    expect(look(devices, 61 * S, { rules: [WHOLE, ...each, ...fine] })).toEqual(['1 ST']);
  });

  it('raise their own alarm if no rule is about the site: a device before a variable', () => {
    expect(look(devices, 61 * S, { rules: [...fine, ...each] })).toEqual(['11 D1']);
    expect(look(devices, 61 * S, { rules: fine })).toEqual(['21 D1-v']);
    expect(look(devices, 61 * S, { rules: fine, up: ['22 D2-v'] })).toEqual(['22 D2-v']);
  });

  it('raise nothing for the variables of a silent device that has an alarm', () => {
    const alive = [devices[0]!, device(2, 130 * S), device(3, 130 * S)];
    expect(look(alive, 131 * S, { rules: [each[0]!, fine[0]!] })).toEqual(['11 D1']);
    expect(look(alive, 131 * S, { rules: [fine[0]!] })).toEqual(['21 D1-v']);
  });

  it('raise alarms for a variable whose device sends', () => {
    const talking = [device(1, 70 * S, { variables: [{ sn: 'D1-v', at: 0 }] }), device(2, 70 * S)];
    expect(look(talking, 71 * S, { rules: [fine[0]!] })).toEqual(['21 D1-v']);
    const back = [
      device(1, 70 * S, { variables: [{ sn: 'D1-v', at: 0 }], backAt: 70 * S }),
      device(2, 70 * S),
    ];
    expect(look(back, 71 * S, { rules: [fine[0]!] })).toEqual([]);
  });
});

describe('rules with different limits', () => {
  const STATION = ruleFor(1, 'station', { seconds: 300 });
  const R1 = ruleFor(11, 'device', { deviceSn: 'D1', seconds: 30 });

  it('keep the alarm of a device open between two reports of its neighbours', () => {
    for (let now = 200; now <= 320; now += 1) {
      const reported = Math.floor(now / 60) * 60 * S;
      const devices = [device(1, 100 * S), device(2, reported), device(3, reported)];
      expect(look(devices, now * S, { rules: [STATION, R1], up: ['11 D1'] })).toEqual(['11 D1']);
    }
  });

  it('allow device alarms until the site has been silent for its own limit, which then ends them', () => {
    const rules = [
      ruleFor(1, 'station', { seconds: 3600 }),
      ...[1, 2, 3].map((no) => ruleFor(10 + no, 'device', { deviceSn: `D${no}`, seconds: 300 })),
    ];
    const devices = [device(1, 0), device(2, 10 * S), device(3, 20 * S)];
    expect(look(devices, 310 * S, { rules })).toEqual([]);
    expect(look(devices, 321 * S, { rules })).toEqual(['11 D1']);
    expect(look(devices, 900 * S, { rules, up: ['12 D2', '13 D3'] })).toEqual(['12 D2', '13 D3']);
    expect(look(devices, 3_619 * S, { rules, up: ['11 D1'] })).toEqual(['11 D1']);
    expect(look(devices, 3_621 * S, { rules, up: ['11 D1'] })).toEqual(['1 ST']);
  });

  it('raise nothing more below a silent site, whatever their limits', () => {
    const rules = [
      ruleFor(1, 'station', { seconds: 60 }),
      ruleFor(11, 'device', { deviceSn: 'D1', seconds: 600 }),
      ruleFor(21, 'variable', { deviceSn: 'D2', variableSn: 'D2-v', seconds: 300 }),
    ];
    const devices = [device(1, 0), device(2, 1_000 * S, { variables: [{ sn: 'D2-v', at: 0 }] })];
    expect(look(devices, 1_050 * S, { rules, up: ['11 D1'] })).toEqual(['1 D1', '11 D1', '21 D2-v']);
    expect(look(devices, 1_061 * S, { rules, up: ['11 D1', '21 D2-v'] })).toEqual(['1 ST']);
  });

  it('allow variable alarms until its device has been silent for a longer time', () => {
    const rules = [
      ruleFor(1, 'station', { seconds: 3600 }),
      ruleFor(11, 'device', { deviceSn: 'D1', seconds: 300 }),
      ruleFor(21, 'variable', { deviceSn: 'D1', variableSn: 'D1-v', seconds: 30 }),
    ];
    const devices = (latest: number) => [
      device(1, 0, { variables: [{ sn: 'D1-v', at: 0 }] }),
      device(2, latest),
      device(3, latest),
    ];
    expect(look(devices(25 * S), 31 * S, { rules })).toEqual([]);
    expect(look(devices(35 * S), 36 * S, { rules })).toEqual(['21 D1-v']);
    expect(look(devices(240 * S), 280 * S, { rules, up: ['21 D1-v'] })).toEqual(['21 D1-v']);
    expect(look(devices(300 * S), 301 * S, { rules, up: ['21 D1-v'] })).toEqual(['21 D1-v']);
    expect(look(devices(310 * S), 311 * S, { rules, up: ['21 D1-v'] })).toEqual(['11 D1']);
    // The alarm also remains while the other devices are between two reports.
    expect(look(devices(310 * S), 350 * S, { rules, up: ['11 D1'] })).toEqual(['11 D1']);
  });

  it('raise nothing for the variables of a site that is becoming silent', () => {
    const many = Array.from({ length: 50 }, (_, no) =>
      device(no, (no % 25) * S, { limitMs: 30 * S, variables: [{ sn: `D${no}-v`, at: (no % 25) * S }] }),
    );
    const fine = many.map(({ sn }, no) =>
      ruleFor(100 + no, 'variable', { deviceSn: sn, variableSn: `${sn}-v` }),
    );
    for (let now = 25; now <= 54; now += 1)
      expect(look(many, now * S, { rules: [STATION, ...fine] })).toEqual([]);
    expect(look(many, 55 * S, { rules: [STATION, ...fine] })).toEqual(['100 D0-v']);
  });
});

describe('a rule with a delay', () => {
  const late = { ...WHOLE, delayMs: 60 * S };

  it('adds it to the limit of its devices', () => {
    expect(look([device(1, 0), device(2, 119 * S)], 119 * S, { rules: [late] })).toEqual([]);
    expect(look([device(1, 0), device(2, 121 * S)], 122 * S, { rules: [late] })).toEqual(['1 D1']);
    expect(look([device(1, 0)], 119 * S, { rules: [late] })).toEqual([]);
    expect(look([device(1, 0)], 121 * S, { rules: [late] })).toEqual(['1 ST']);
  });
});

describe('a rule with hours', () => {
  const hours = makeHours(null, '01:00', '02:00');
  const timed = { ...WHOLE, hours };
  const own = ruleFor(11, 'device', { deviceSn: 'D1' });

  it('raises nothing outside of them, raises true conditions when they begin, and keeps open alarms', () => {
    for (const devices of [[device(1, 0)], [device(1, 0), device(2, HOUR)]]) {
      const key = devices.length === 1 ? '1 ST' : '1 D1';
      expect(look(devices, HOUR - S, { rules: [timed] })).toEqual([]);
      expect(look(devices, HOUR + S, { rules: [timed] })).toEqual([key]);
      expect(look(devices, 3 * HOUR, { rules: [timed], up: [key] })).toContain(key);
    }
    const [begun] = lookSite({ stationSn: 'ST', devices: [device(1, 0)] }, [timed], {
      ...{ now: HOUR + S, since: 0, up: new Set(), backAt: () => 0, channelBackAt: () => 0 },
    });
    expect(begun?.ts).toBe(HOUR + S);
  });

  it('suppresses nothing outside of them', () => {
    expect(look([device(1, 0)], 61 * S, { rules: [timed, own] })).toEqual(['11 D1']);
    expect(look([device(1, 0)], HOUR + S, { rules: [timed, own], up: ['11 D1'] })).toEqual(['1 ST']);
    const [fine, variables] = [
      { ...ruleFor(21, 'variable', { deviceSn: 'D1', variableSn: 'D1-v' }), hours },
      [{ sn: 'D1-v', at: 0 }],
    ];
    const talking = [device(1, HOUR - S, { variables })];
    expect(look(talking, HOUR - S, { rules: [fine] })).toEqual([]);
    expect(look(talking, HOUR, { rules: [fine] })).toEqual(['21 D1-v']);
  });
});

describe('silence in the past', () => {
  it('is every gap longer than the limit, from the due time on', () => {
    expect(findGaps([10, 20, 100, 110], 30, { from: 0, to: 120 })).toEqual([{ from: 50, to: 100 }]);
    expect(findGaps([10], 30, { from: 0, to: 120 })).toEqual([{ from: 40, to: null }]);
  });

  it("is reported from the start of the rule's hours", () => {
    const rule = { hours: makeHours(null, '01:00', '02:00'), zone: 'UTC' };
    const hour = (from: number, to: number | null) => ({
      from: from * HOUR,
      to: to === null ? null : to * HOUR,
    });
    expect(allowGap(hour(0.5, null), rule, 0.9 * HOUR)).toEqual([]);
    expect(allowGap(hour(0.5, null), rule, 3 * HOUR)).toEqual([hour(1, null)]);
    expect(allowGap(hour(1.5, 20), rule, 30 * HOUR)).toEqual([hour(1.5, 20)]);
    expect(allowGap(hour(3, 24), rule, 30 * HOUR)).toEqual([]);
  });

  it('of a device counts unless the whole site was silent', () => {
    const site = [{ from: 100, to: 200 }];
    const own = [
      { from: 95, to: 210 },
      { from: 300, to: 400 },
      { from: 150, to: null },
    ];
    expect(gapsOwn(own, site, 10)).toEqual([
      { from: 300, to: 400 },
      { from: 150, to: null },
    ]);
  });
});

describe('a silent channel', () => {
  const channel = { sn: 'CH', name: 'Uplink' };
  const on = (no: number, at: number, more: Partial<QuietDevice> = {}) =>
    device(no, at, { channel, ...more });

  it('raises one alarm for its devices once others of the site sent something', () => {
    const devices = [on(1, 0), on(2, 3 * S), device(3, 70 * S)];
    expect(look(devices, 62 * S)).toEqual([]);
    expect(look(devices, 71 * S)).toEqual(['1 channel CH']);
    expect(look([on(1, 0), on(2, 69 * S), device(3, 70 * S)], 71 * S)).toEqual(['1 D1']);
  });

  it('suppresses rules about its devices and their variables, and no others', () => {
    const variables = [{ sn: 'V1', at: 0 }];
    const devices = [on(1, 0, { variables }), on(2, 3 * S), device(3, 0), device(4, 199 * S)];
    const rules = [
      WHOLE,
      ruleFor(2, 'device', { deviceSn: 'D1' }),
      ruleFor(3, 'variable', { deviceSn: 'D1', variableSn: 'V1' }),
      ruleFor(4, 'device', { deviceSn: 'D3' }),
    ];
    expect(look(devices, 200 * S, { rules })).toEqual(['1 channel CH', '1 D3', '4 D3']);
    // Without a rule about the site, the silence of the channel raises no alarm.
    expect(look(devices, 200 * S, { rules: rules.slice(1) })).toEqual(['2 D1', '4 D3']);
  });

  it('replaces its devices’ alarms, and restarts their limits when it returns', () => {
    const devices = [on(1, 0), on(2, 3 * S), device(3, 190 * S)];
    expect(look(devices, 200 * S, { up: ['1 D1'] })).toEqual(['1 channel CH']);
    const back = [on(1, 0), on(2, 198 * S), device(3, 199 * S)];
    expect(look(back, 200 * S, { channelBackAt: 195 * S })).toEqual([]);
    expect(look([on(1, 0), on(2, 260 * S), device(3, 261 * S)], 262 * S, { channelBackAt: 195 * S })).toEqual(
      ['1 D1'],
    );
  });

  it('with one device is reported by that device, and with the whole site by the site', () => {
    expect(look([on(1, 0), device(2, 70 * S)], 71 * S)).toEqual(['1 D1']);
    expect(look([on(1, 0), on(2, 3 * S)], 71 * S)).toEqual(['1 ST']);
  });
});
