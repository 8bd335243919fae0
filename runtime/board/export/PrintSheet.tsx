import { ConfigProvider } from 'antd';
import { type CSSProperties, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { formatMoment } from '../../core/format.ts';
import { useT } from '../../kit/i18n/index.ts';
import { useSiteStore } from '../../kit/session/site.ts';
import { antdTheme } from '../../kit/theme/antdTheme.ts';
import { PartTheme } from '../../kit/theme/themeStore.ts';
import { tokens } from '../../kit/theme/tokens.ts';
import { useBoards } from '../boards/boards.ts';
import { useBoardName } from '../boards/useBoardNames.ts';
import { useBoard } from '../document/useBoardStore.ts';
import { captionWords, rangeCaption } from '../live/rangeCaption.ts';
import { SectionProvider, UNFOLDED } from '../live/sections.tsx';
import { useRound } from '../live/useBoardData.ts';
import { useBoardSession } from '../session/boardSession.ts';
import { type PrintChoice, PrintTools } from './PrintTools.tsx';
import './export.css';
import { measurePaper, previewScale } from './paper.ts';
import { Sheet } from './Sheet.tsx';
import { useSheets } from './useSheets.ts';

/** Charts are pictures: sharp enough for paper. */
const SHARPNESS = '3';
/** Under a key of its own, or what stands around the paper took on its colours. */
const PAPER = { ...antdTheme(tokens.default, false, false), cssVar: { key: 'wd-paper' } };

/** The station and the board, as they are called on screen. */
function useNames(): readonly string[] {
  const { station, boardId } = useBoardSession();
  const stationName = useSiteStore(({ stations }) => stations.find(({ sn }) => sn === station.sn)?.name);
  const nameOf = useBoardName();
  const { boards } = useBoards(station.sn);
  return [stationName ?? station.sn, nameOf(boards?.find((board) => board.boardId === boardId))];
}

/** The moment that is printed, which a board that is held left behind, and the range that it shows. */
function useAbout(): string {
  const t = useT();
  const { scheduler, moment, shown } = useBoardSession();
  const { at } = useRound(scheduler);
  const now = at ?? Date.now();
  return [
    ...(moment.historical ? [t('board.historical', { month: moment.historical })] : []),
    ...(moment.range ? [captionWords(rangeCaption(shown, moment, now, t))] : []),
    `${formatMoment(now, 'minute', moment.zone)} (${moment.zone})`,
  ].join(' · ');
}

/** The board as it goes on A4: the browser prints it or saves it as PDF, with sharp letters; or as pictures. */
export default function PrintSheet({ onClose }: { onClose(): void }) {
  const t = useT();
  const { store } = useBoardSession();
  const board = useBoard(store, ({ history }) => history.document);
  const [choice, setChoice] = useState<PrintChoice>({ way: 'landscape', allTabs: false });
  const drawn = useRef<HTMLElement>(null);
  const paper = useMemo(() => measurePaper(choice.way), [choice.way]);
  const { sheets, waiting } = useSheets(board, choice.allTabs, paper);
  const names = useNames();
  const about = useAbout();
  const preview = { '--wd-sheets-scale': previewScale(paper, document.documentElement.clientWidth) };
  return createPortal(
    <div
      className="wd-sheets"
      role="dialog"
      aria-modal
      aria-label={t('look.print')}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <style>{`@page { size: A4 ${choice.way}; margin: 10mm; }`}</style>
      <PrintTools
        {...{ choice, waiting, names, onClose }}
        hasTabs={(board.tabs?.length ?? 0) > 1}
        sheets={drawn}
        onChoice={setChoice}
      />
      <ConfigProvider theme={PAPER}>
        <PartTheme value="default">
          <SectionProvider value={UNFOLDED}>
            <article ref={drawn} data-theme="default" data-sharp={SHARPNESS} style={preview as CSSProperties}>
              {sheets.map((plan, index) => (
                <Sheet
                  // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
                  key={index}
                  {...{ plan, paper, names, about }}
                  page={index + 1}
                  pages={sheets.length}
                />
              ))}
            </article>
          </SectionProvider>
        </PartTheme>
      </ConfigProvider>
    </div>,
    document.body,
  );
}
