import { useCallback, useMemo } from 'react';
import type { Data } from '../../../generated/calls.ts';
import { BoardTabs } from '../../../runtime/board/screen/BoardTabs.tsx';
import { call } from '../../../runtime/kit/api/client.ts';
import '../../../runtime/board/screen/board.css';
import { parseRange } from '../../../runtime/board/address/boardView.ts';
import { useBoardView } from '../../../runtime/board/address/useBoardView.ts';
import { LookingGrid } from '../../../runtime/board/grid/LookingGrid.tsx';
import { SectionProvider } from '../../../runtime/board/live/sections.tsx';
import { useBound } from '../../../runtime/board/live/useBinding.ts';
import { useBoardData } from '../../../runtime/board/live/useBoardData.ts';
import { useBoardPlaces } from '../../../runtime/board/live/useBoardPlaces.ts';
import { useBoardWords, useShownWidgets } from '../../../runtime/board/live/useShownWidgets.ts';
import DeviceTool from '../../../runtime/board/view/DeviceTool.tsx';
import { Freshness } from '../../../runtime/board/view/Freshness.tsx';
import { RangeTools } from '../../../runtime/board/view/RangeTools.tsx';
import { parseDocument } from '../../../runtime/core/document/parse.ts';
import type { SchedulerOptions } from '../../../runtime/core/scheduler/scheduler.ts';
import { useLang, useT } from '../../../runtime/kit/i18n/index.ts';
import { isLinkGone } from './linkProblem.ts';

interface Props {
  token: string;
  shared: Data<'sharedBoard'>;
  /** Called if the link ends while the page is open. */
  onGone(): void;
}

/** Shows the board: its tabs, its time, its widgets, and their data from the link. */
export function BoardByLink({ token, shared, onGone }: Props) {
  const t = useT();
  const lang = useLang();
  const view = useBoardView();
  const { sn, timeZone: zone } = shared.station;
  const { document } = useMemo(() => parseDocument(shared.document), [shared.document]);
  const range = useMemo(() => parseRange(view.range, zone), [view.range, zone]);
  const moment = useMemo(
    () => ({ stationSn: sn, zone, historical: null, lang, range }),
    [sn, zone, lang, range],
  );
  const words = useBoardWords(document);
  const { tabs, tab, openTab, layout, sections } = useBoardPlaces(document, words, false, view);
  const { bind, devices } = useBound(shared.binding, document, view.device);
  const { shown, reload } = useShownWidgets(document.widgets, words, bind);
  const visible = useMemo(() => {
    const ids = new Set(layout.map(({ i }) => i));
    return shown.filter(({ widget }) => ids.has(widget.id));
  }, [shown, layout]);
  const ask = useCallback<SchedulerOptions['ask']>(
    async (needs, signal) => {
      try {
        const input = { path: { token }, body: { needs } };
        return (await call('sharedBoardQuery', input, { quiet: true, guest: true, signal })).results;
      } catch (error) {
        if (isLinkGone(error)) onGone();
        throw error;
      }
    },
    [token, onGone],
  );
  const scheduler = useBoardData(visible, moment, true, { ask });
  return (
    <main className="wd-board">
      <div className="wd-board-bar" role="toolbar" aria-label={t('board.toolbar')}>
        <div className="wd-board-facts">
          {devices && <DeviceTool devices={devices} view={view} />}
          <RangeTools {...{ moment, view, shown: visible, scheduler }} />
          <Freshness scheduler={scheduler} zone={zone} paused={false} />
        </div>
      </div>
      <BoardTabs tabs={tabs} active={tab} editing={false} onOpen={openTab} />
      {layout.length === 0 && <p className="wd-board-blank">{t('board.tab.empty')}</p>}
      <SectionProvider value={sections}>
        <LookingGrid shown={shown} layout={layout} moment={moment} scheduler={scheduler} onReload={reload} />
      </SectionProvider>
    </main>
  );
}
