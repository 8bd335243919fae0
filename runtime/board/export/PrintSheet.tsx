import { ConfigProvider } from 'antd';
import { type CSSProperties, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useT } from '../../kit/i18n/index.ts';
import { antdTheme } from '../../kit/theme/antdTheme.ts';
import { PartTheme } from '../../kit/theme/themeStore.ts';
import { tokens } from '../../kit/theme/tokens.ts';
import { useBoard } from '../document/useBoardStore.ts';
import { SectionProvider, UNFOLDED } from '../live/sections.tsx';
import { useBoardSession } from '../session/boardSession.ts';
import { type PrintChoice, PrintTools } from './PrintTools.tsx';
import './export.css';
import { measurePaper, previewScale } from './paper.ts';
import { Sheet } from './Sheet.tsx';
import { useAbout, useNames } from './useAbout.ts';
import { useSheets } from './useSheets.ts';

/** Factor by which charts are enlarged, so that they are sharp on paper. */
const SHARPNESS = '3';
/** The paper needs its own CSS variables key. Otherwise the surrounding page takes the paper's colours. */
const PAPER = { ...antdTheme(tokens.default, false, false), cssVar: { key: 'wd-paper' } };

/**
 * Lays the board out on A4. The browser prints the board or saves it as PDF with sharp text. The page saves it as
 * images.
 */
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
                  // biome-ignore lint/suspicious/noArrayIndexKey: a page is identified by its number
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
