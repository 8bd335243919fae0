import { describe, expect, it } from 'vitest';
import {
  eventText,
  gatherAlarm,
  gatherPoint,
  startChanges,
  writeChanges,
} from '../../../../../server/sites/live/stationChanges.ts';
import { createVariableOwners } from '../../../../../server/sites/live/variableOwners.ts';
import { BAD } from '../../../../../server/sites/telemetry/write/batch.ts';

const ALL = { variables: null, alarms: true };

describe('gathered changes of a station', () => {
  it('contain the newest good point of each variable', () => {
    const changes = startChanges();
    expect(gatherPoint(changes, { sn: 'v', ts: 2, value: 20 })).toBe(true);
    expect(gatherPoint(changes, { sn: 'v', ts: 1, value: 10 })).toBe(false);
    expect(gatherPoint(changes, { sn: 'v', ts: 3, value: 30, quality: BAD })).toBe(false);
    expect(gatherPoint(changes, { sn: 'w', ts: 1, value: 5 })).toBe(true);
    const points = [
      { sn: 'v', ts: 2, value: 20 },
      { sn: 'w', ts: 1, value: 5 },
    ];
    expect(writeChanges(changes, 'S')(ALL)).toBe(eventText('points', { stationSn: 'S', points }));
  });

  it('are sent to each user according to their permissions', () => {
    const changes = startChanges();
    const point = { sn: 'v', ts: 1, value: 1 };
    const alarm = { stationSn: 'S', alarmId: 7, status: 0 };
    gatherPoint(changes, point);
    gatherAlarm(changes, alarm);
    const textFor = writeChanges(changes, 'S');
    const points = eventText('points', { stationSn: 'S', points: [point] });
    expect(textFor(ALL)).toBe(points + eventText('alarm', alarm));
    expect(textFor({ variables: new Set(['v']), alarms: false })).toBe(points);
    expect(textFor({ variables: new Set(['w']), alarms: false })).toBe('');
  });

  it('include at most two hundred alarms', () => {
    const changes = startChanges();
    const gather = (alarmId: number) => gatherAlarm(changes, { stationSn: 'S', alarmId, status: 0 });
    expect(Array.from({ length: 200 }, (_, at) => gather(at)).every(Boolean)).toBe(true);
    expect(gather(200)).toBe(false);
  });
});

it('drop the variables of a station that is read again, and of a closed stream', () => {
  const owners = createVariableOwners<{ stationSn: string }>();
  const [a, b] = [{ stationSn: 'A' }, { stationSn: 'B' }];
  owners.replace(
    1,
    ['A', 'B'],
    [
      ['a1', a],
      ['a2', a],
      ['b1', b],
    ],
  );
  owners.replace(1, ['A'], [['a2', a]]);
  expect(['a1', 'a2', 'b1'].map((sn) => owners.find(1, sn))).toEqual([undefined, a, b]);
  expect(owners.find(2, 'a2')).toBeUndefined();
  owners.drop(1, b);
  expect(owners.find(1, 'b1')).toBeUndefined();
});
