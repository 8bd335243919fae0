import { describe, expect, it } from 'vitest';
import {
  type Line,
  type LineEffect,
  type LineEvent,
  NO_LINE,
  stepLine,
} from '../../../../runtime/kit/api/liveLine.ts';
import { createListeners, stationsHeard } from '../../../../runtime/kit/api/liveListeners.ts';

/** Returns the connection after all events, and the effects that the last event requires. */
function course(...events: LineEvent[]): { line: Line; effects: LineEffect['do'][] } {
  let line = NO_LINE;
  let last: readonly LineEffect[] = [];
  for (const event of events) [line, last] = stepLine(line, event);
  return { line, effects: last.map((effect) => effect.do) };
}

const requested = (stations: string | null): LineEvent => ({ type: 'wanted', stations });
const answered = (question: number, isOver: boolean | null): LineEvent => ({
  type: 'answered',
  question,
  isOver,
});
const failed: LineEvent = { type: 'failed' };
const opened: LineEvent = { type: 'opened' };
const waited: LineEvent = { type: 'waited' };

describe('the steps of the live connection', () => {
  it('checks the session, opens, and notifies once it is open', () => {
    expect(course(requested('A')).effects).toEqual(['close', 'watch', 'ask']);
    expect(course(requested('A'), answered(1, false)).effects).toEqual(['open', 'watch']);
    expect(course(requested('A'), answered(1, false), opened)).toMatchObject({
      line: { phase: 'open', failures: 0 },
      effects: ['watch', 'greet'],
    });
  });

  it('does nothing if the same stations are requested', () => {
    expect(course(requested('A'), answered(1, false), opened, requested('A')).effects).toEqual([]);
  });

  it('ignores an answer to an earlier query', () => {
    expect(course(requested('A'), requested('B'), answered(1, false))).toMatchObject({
      line: { phase: 'asking', stations: 'B' },
      effects: [],
    });
    expect(course(requested('A'), requested(null), answered(1, false)).effects).toEqual([]);
    expect(course(requested('A'), failed, answered(1, false)).line.phase).toBe('waiting');
  });

  it('counts failures until it is open, and checks the session in the meantime', () => {
    const again = course(requested('A'), answered(1, null), waited);
    expect(again.line).toMatchObject({ phase: 'asking', failures: 1, question: 2 });
    expect(stepLine(course(requested('A'), failed).line, waited)[1]).toContainEqual({
      do: 'ask',
      question: 2,
      isDoubtful: true,
    });
    const [twice, effects] = stepLine(again.line, failed);
    expect(effects).toEqual([{ do: 'close' }, { do: 'wait', failures: 2 }]);
    expect(twice.failures).toBe(2);
    expect(stepLine(stepLine(again.line, answered(2, false))[0], opened)[0].failures).toBe(0);
  });

  it('resets its failures when no listener remains', () => {
    expect(course(requested('A'), failed, requested(null))).toMatchObject({
      line: { phase: 'none', failures: 0 },
      effects: ['close'],
    });
  });

  it('remains ended, whatever a closed source reports, until other stations are requested', () => {
    const over = [requested('A'), answered(1, false), opened, { type: 'ended' }] satisfies LineEvent[];
    expect(course(...over).effects).toEqual(['close', 'end']);
    for (const event of [failed, opened, waited, requested('A')])
      expect(course(...over, event)).toMatchObject({ line: { phase: 'over' }, effects: [] });
    expect(course(...over, requested('B')).line.phase).toBe('asking');
  });
});

describe('listeners', () => {
  it('name each station once, always in the same order', () => {
    expect(stationsHeard([])).toBeNull();
    expect(stationsHeard([{ stationSn: null }])).toBe('');
    expect(
      stationsHeard([{ stationSn: 'B' }, { stationSn: null }, { stationSn: 'A' }, { stationSn: 'B' }]),
    ).toBe('A,B');
  });

  it('are not notified if they left in the meantime', () => {
    const listeners = createListeners();
    const greeted: string[] = [];
    const second = { stationSn: 'B', handle: {}, open: () => greeted.push('second') };
    listeners.add({
      stationSn: 'A',
      handle: {},
      open() {
        greeted.push('first');
        listeners.remove(second);
      },
    });
    listeners.add(second);
    listeners.greetAll();
    expect(greeted).toEqual(['first']);
  });
});
