import { useMemo } from 'react';
import type { DashboardDocument } from '../../../generated/definition.ts';
import '../../../runtime/board/board.css';
import { BoardTabs } from '../../../runtime/board/BoardTabs.tsx';
import { askBoard } from '../../../runtime/board/boardServer.ts';
import { LookingGrid } from '../../../runtime/board/LookingGrid.tsx';
import { SectionProvider } from '../../../runtime/board/sections.tsx';
import { useBinding } from '../../../runtime/board/useBinding.ts';
import { type BoardMoment, useBoardData } from '../../../runtime/board/useBoardData.ts';
import { useBoardPlaces } from '../../../runtime/board/useBoardPlaces.ts';
import { useLiveBoard } from '../../../runtime/board/useLiveBoard.ts';
import { useBoardWords, useShownWidgets } from '../../../runtime/board/useShownWidgets.ts';
import { Freshness } from '../../../runtime/board/view/Freshness.tsx';
import { useBoardView } from '../../../runtime/board/view/useBoardView.ts';

interface Props {
  document: DashboardDocument;
  moment: BoardMoment;
  boardId: number | null;
  anyStation: boolean;
  /** Asks again and takes pushed values as long as it is shown. */
  live: boolean;
}

/** A board to be looked at, with what its station sends: without its store, so that nothing can be saved or drafted. */
export function BoardPicture({ document, moment, boardId, anyStation, live }: Props) {
  const view = useBoardView();
  const words = useBoardWords(document);
  const { tabs, tab, openTab, layout, sections } = useBoardPlaces(document, words, false, view);
  const place = { stationSn: moment.stationSn, boardId, anyStation };
  const { bind } = useBinding(place, document, view.device);
  const { shown, reload } = useShownWidgets(document.widgets, words, bind);
  const visible = useMemo(() => {
    const ids = new Set(layout.map(({ i }) => i));
    return shown.filter(({ widget }) => ids.has(widget.id));
  }, [shown, layout]);
  const scheduler = useBoardData(visible, moment, live, { ask: askBoard(moment.stationSn) });
  useLiveBoard(scheduler, moment.stationSn, live);
  return (
    <div className="wd-board">
      {live && (
        <div className="wd-board-bar">
          <div className="wd-board-facts">
            <Freshness scheduler={scheduler} zone={moment.zone} paused={false} />
          </div>
        </div>
      )}
      <BoardTabs tabs={tabs} active={tab} editing={false} onOpen={openTab} />
      <SectionProvider value={sections}>
        <LookingGrid shown={shown} layout={layout} moment={moment} scheduler={scheduler} onReload={reload} />
      </SectionProvider>
    </div>
  );
}
