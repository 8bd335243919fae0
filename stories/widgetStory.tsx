import type { SourceLang } from '../runtime/core/text/lang.ts';
import '../runtime/board/screen/board.css';
import { widgets } from '../generated/widgets.ts';
import { WidgetUnset } from '../runtime/board/frame/WidgetUnset.tsx';
import type {
  AnyWidgetModule,
  NeedResult,
  NeedSpec,
  WidgetContext,
  WidgetModule,
} from '../runtime/board/widget/widget.ts';
import { defaultConfig } from '../runtime/core/document/config.ts';
import type { ThemeName } from '../runtime/kit/theme/tokens.ts';
import type { StoryState } from './fakeServer.ts';
import { frameStory } from './StoryFrame.tsx';

const NOW = Date.parse('2026-11-21T06:30:00Z');
/** The size of a column and of a row of the board, as on a screen of 1440 pixels. */
const COLUMN = 56;
const ROW = 48;
const noop = (): void => {};

/** Shows a widget in one of its states on a board. */
export function widgetStory<C>(
  module: WidgetModule<C>,
  state: StoryState,
  theme: ThemeName,
  lang: SourceLang,
) {
  const { type, Component, needs, sample, empty, lacks } = module as unknown as AnyWidgetModule;
  const definition = widgets[type as keyof typeof widgets];
  const context: WidgetContext = {
    stationSn: 'ST-01',
    zone: 'Asia/Shanghai',
    now: NOW,
    editing: false,
    historical: null,
    range: null,
    lang,
  };
  const shown = sample(context);
  const config = state === 'empty' ? defaultConfig(definition.config) : shown.config;
  const results =
    state === 'data'
      ? shown.results
      : state === 'empty'
        ? (empty?.(context) ?? needs(config, context).map(emptyResult))
        : [];
  const lacking = lacks?.(config);
  const status = state === 'loading' || state === 'failed' ? state : 'ready';
  return frameStory(state, theme, lang, () => (
    <div
      className="wd-widget"
      style={{
        width: definition.size.w * COLUMN,
        maxWidth: '100%',
        height: definition.size.h * ROW,
        display: 'flex',
        flexDirection: 'column',
        background: 'var(--wd-surface-card)',
      }}
    >
      {lacking ? (
        <WidgetUnset lacks={lacking} onConfigure={noop} />
      ) : (
        <Component
          id="story"
          config={config}
          context={context}
          results={results}
          compared={[]}
          status={status}
          retry={noop}
          refresh={noop}
        />
      )}
    </div>
  ));
}

/** Returns the server's answer for a station that has sent nothing yet. */
function emptyResult(need: NeedSpec): NeedResult {
  const answer = (data: unknown): NeedResult => ({ key: 'story', ok: true, data });
  switch (need.kind) {
    case 'realtime':
      return answer(need.sns.map((sn) => ({ sn, data: null, ts: null, unit: null, stale: true })));
    case 'statistic':
      return answer(need.sns.map((sn) => ({ sn, unit: null, value: null, datas: [], time_keys: [] })));
    case 'history':
      return answer(need.sns.map((sn) => ({ sn, unit: null, points: [] })));
    case 'stationDetails':
      return answer({ sn: 'ST-01', name: null });
    case 'stationStatus':
      return answer({
        unclosedAlarmAmount: 0,
        unclosedTaskAmount: 0,
        communicationStatus: 1,
        communicationStatusDetail: [],
      });
    case 'alarms':
      return answer({ records: [], total: 0, current: need.current, size: need.size });
    case 'call':
      throw new Error(`say in "empty" what ${need.operation} answers about a station that has nothing`);
  }
}
