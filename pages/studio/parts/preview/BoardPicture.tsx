import { useMemo } from 'react';
import type { DashboardDocument } from '../../../../generated/definition.ts';
import '../../../../runtime/board/screen/board.css';
import { useBoardView } from '../../../../runtime/board/address/useBoardView.ts';
import { askBoard } from '../../../../runtime/board/document/boardServer.ts';
import { LookingGrid } from '../../../../runtime/board/grid/LookingGrid.tsx';
import { SectionProvider } from '../../../../runtime/board/live/sections.tsx';
import { useBinding } from '../../../../runtime/board/live/useBinding.ts';
import { type BoardMoment, useBoardData } from '../../../../runtime/board/live/useBoardData.ts';
import { useBoardPlaces } from '../../../../runtime/board/live/useBoardPlaces.ts';
import { useLiveBoard } from '../../../../runtime/board/live/useLiveBoard.ts';
import { useBoardWords, useShownWidgets } from '../../../../runtime/board/live/useShownWidgets.ts';
import { BoardTabs } from '../../../../runtime/board/screen/BoardTabs.tsx';
import { Freshness } from '../../../../runtime/board/view/Freshness.tsx';
import { useT } from '../../../../runtime/kit/i18n/index.ts';

interface Props {
  document: DashboardDocument;
  moment: BoardMoment;
  boardId: number | null;
  anyStation: boolean;
  /** True to load data and to receive live values. */
  live: boolean;
}

/** Shows a board with the values of its station, without its store, so that nothing can be saved or drafted. */
export function BoardPicture({ document, moment, boardId, anyStation, live }: Props) {
  const t = useT();
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
        <div className="wd-board-bar" role="toolbar" aria-label={t('board.toolbar')}>
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
