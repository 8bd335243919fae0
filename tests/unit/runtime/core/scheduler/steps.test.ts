import { describe, expect, it } from 'vitest';
import { needKey } from '../../../../../runtime/core/scheduler/needs.ts';
import {
  drawLive,
  msToRefresh,
  pushPoints,
  runBoard,
  watchWidgets,
} from '../../../../../runtime/core/scheduler/pageSteps.ts';
import { REFRESH_MS } from '../../../../../runtime/core/scheduler/refreshInterval.ts';
import {
  answerRound,
  beginRound,
  failRound,
  renewKinds,
} from '../../../../../runtime/core/scheduler/roundSteps.ts';
import {
  readState,
  type SchedulerState,
  startState,
} from '../../../../../runtime/core/scheduler/schedulerState.ts';
import { settle, UNSEEN_MS } from '../../../../../runtime/core/scheduler/settle.ts';
import type { WidgetState } from '../../../../../runtime/core/scheduler/state.ts';
import type { NeedResult, NeedSpec } from '../../../../../runtime/core/scheduler/types.ts';

const NOW = Date.parse('2026-11-21T08:00:00Z');
const LOOKING = { visible: true, auto: true };
const spec = (sn: string): NeedSpec => ({ kind: 'realtime', sns: [sn] });
const widget = (id: string, ...specs: NeedSpec[]) => ({ id, needs: () => specs });
const answerOf = (sn: string, data: number): NeedResult => ({
  key: needKey(spec(sn)),
  ok: true,
  data: [{ sn, data, ts: NOW, unit: 'kW' }],
});
const answers = (...sns: string[]) => new Map(sns.map((sn) => [needKey(spec(sn)), answerOf(sn, 1)]));

/** Returns a visible board with widgets a and b, answered at `NOW`. */
function answered(): SchedulerState {
  const list = [widget('a', spec('v')), widget('b', spec('w'))];
  const watched = watchWidgets({ ...startState(null), mode: LOOKING }, list, NOW).state;
  const { state, asked } = beginRound(watched, { whole: true }, NOW);
  return answerRound(state, asked!, answers('v', 'w'), NOW).state;
}

describe('the steps of a refresh', () => {
  it('request all needs at a new moment, without overlaps', () => {
    const watched = watchWidgets(startState(null), [widget('a', spec('v'))], NOW).state;
    const begun = beginRound(watched, { whole: false }, NOW);
    expect(begun.state).toMatchObject({ moment: NOW, round: { running: true } });
    expect(begun.asked).toMatchObject({ whole: true, specs: [spec('v')] });
    expect(begun.effects).toEqual([{ do: 'notifyRound' }]);
    expect(beginRound(begun.state, { whole: true }, NOW)).toEqual({
      state: begun.state,
      effects: [],
      asked: null,
    });
  });

  it('request only unknown needs in a partial refresh', () => {
    const more = watchWidgets(answered(), [widget('a', spec('v')), widget('c', spec('x'))], NOW + 5).state;
    const { asked, state } = beginRound(more, { whole: false }, NOW + 5);
    expect(asked).toMatchObject({ whole: false, specs: [spec('x')] });
    expect(state.moment).toBe(NOW);
    const done = answerRound(state, asked!, answers('x'), NOW + 9);
    expect(done.state.round).toEqual({ at: NOW, running: false, failed: false });
    expect([...done.state.known.keys()]).toContain(needKey(spec('v')));
    expect(readState(done.state, 'c')).toMatchObject({ status: 'ready', at: NOW + 9 });
  });

  it('store the answers under their moment', () => {
    const { asked, state } = beginRound(answered(), { whole: true }, NOW + 10);
    const known = answers('v', 'w');
    expect(answerRound(state, asked!, known, NOW + 20).effects).toContainEqual({
      do: 'remember',
      answers: { moment: NOW + 10, at: NOW + 20, known },
    });
  });

  it('keep known data when a refresh fails, and fail only waiting widgets', () => {
    const list = [...answered().watched.values(), widget('c', spec('x'))];
    const { asked, state } = beginRound(watchWidgets(answered(), list, NOW).state, { whole: false }, NOW);
    const failed = failRound(state, asked!).state;
    expect(failed.round).toMatchObject({ running: false, failed: true, at: NOW });
    expect(readState(failed, 'a').status).toBe('ready');
    expect(readState(failed, 'c').status).toBe('failed');
  });

  it('let a widget that was configured in the meantime wait for its own answer', () => {
    const { asked, state } = beginRound(answered(), { whole: false }, NOW);
    expect(asked).toBeNull();
    const renewed = renewKinds(state, ['realtime']);
    expect(renewed.effects).toContainEqual({ do: 'fetch', whole: false });
    const again = beginRound(renewed.state, { whole: false }, NOW + 1);
    const changed = watchWidgets(again.state, [widget('a', spec('y'))], NOW + 1).state;
    const done = answerRound(changed, again.asked!, answers('v', 'w'), NOW + 2);
    expect(readState(done.state, 'a').status).toBe('loading');
  });
});

describe('the steps of a page', () => {
  it('give the result of a refresh to a new widget with the same needs', () => {
    const more = watchWidgets(answered(), [widget('c', spec('x'))], NOW + 5).state;
    const { asked, state } = beginRound(more, { whole: false }, NOW + 5);
    const late = watchWidgets(state, [widget('c', spec('x')), widget('d', spec('x'))], NOW + 6).state;
    const done = answerRound(late, asked!, answers('x'), NOW + 9).state;
    expect(['c', 'd'].map((id) => readState(done, id).status)).toEqual(['ready', 'ready']);
  });

  it('keep the object of a widget with the same configuration', () => {
    const before = answered();
    const a = before.watched.get('a')!;
    const { state, effects } = watchWidgets(before, [a, widget('b', spec('v'))], NOW + 1);
    expect(state.watched.get('a')).toBe(a);
    expect(readState(state, 'b')).toMatchObject({ status: 'ready', at: NOW });
    expect(effects).toContainEqual({ do: 'drawByAndBy', ids: ['b'], afterMs: 0 });
    expect(effects.at(-1)).toEqual({ do: 'fetch', whole: false });
  });

  it('draw visible widgets at once, and the rest after the first frame', () => {
    const list = [widget('a', spec('v')), widget('b', spec('w'))];
    const watched = watchWidgets(startState(null), list, NOW).state;
    const ready: WidgetState = { status: 'ready', results: [], at: NOW };
    expect(settle({ ...watched, seen: new Set(['b']) }, () => ready).effects).toEqual([
      { do: 'draw', ids: ['b'] },
      { do: 'drawByAndBy', ids: ['a'], afterMs: UNSEEN_MS },
    ]);
    expect(settle(watched, () => ready).effects).toEqual([
      { do: 'drawByAndBy', ids: ['a', 'b'], afterMs: 0 },
    ]);
  });

  it('request old data when the page becomes visible, and show the present after a pause', () => {
    const away = runBoard(answered(), { visible: false, auto: true }, NOW).state;
    expect(runBoard(away, LOOKING, NOW + 1).effects).toEqual([{ do: 'planRefresh' }]);
    expect(runBoard(away, LOOKING, NOW + REFRESH_MS).effects[0]).toEqual({ do: 'fetch', whole: true });
    const paused = runBoard(answered(), { visible: true, auto: false }, NOW).state;
    expect(runBoard(paused, LOOKING, NOW + 1).effects[0]).toEqual({ do: 'fetch', whole: true });
  });

  it('pause while the page is hidden, and refresh when the data is old', () => {
    expect(msToRefresh({ ...answered(), mode: { visible: false, auto: true } }, NOW)).toBeNull();
    expect(msToRefresh({ ...answered(), mode: { visible: true, auto: false } }, NOW)).toBeNull();
    expect(msToRefresh(answered(), NOW + 5_000)).toBe(REFRESH_MS - 5_000);
    expect(msToRefresh(answered(), NOW + 2 * REFRESH_MS)).toBe(0);
  });

  it('draw pushed points, and store them', () => {
    expect(pushPoints(startState(null), [{ sn: 'v', ts: NOW, value: 2 }]).effects).toEqual([]);
    const before = answered();
    const pushed = pushPoints(before, [{ sn: 'v', ts: NOW + 1, value: 7 }]);
    expect(pushed.effects).toEqual([{ do: 'planLive' }]);
    const { state, effects } = drawLive(pushed.state, NOW + 2);
    expect(state.live).toEqual([]);
    expect(readState(state, 'a').results[0]?.data).toMatchObject([{ data: 7 }]);
    expect(state.watched.get('b')).toBe(before.watched.get('b'));
    expect(effects).toEqual([
      { do: 'drawByAndBy', ids: ['a'], afterMs: 0 },
      { do: 'remember', answers: { moment: NOW, at: NOW, known: state.known } },
    ]);
  });
});
