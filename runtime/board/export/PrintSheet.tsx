import { Button, Checkbox, ConfigProvider, Radio } from 'antd';
import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { DashboardDocument, LayoutItem } from '../../../generated/definition.ts';
import { COLUMNS, compactLayout, GAP, ROW_HEIGHT } from '../../core/document/layout.ts';
import { layoutOn } from '../../core/document/tabs.ts';
import { textIn } from '../../core/document/texts.ts';
import { formatMoment } from '../../core/format.ts';
import { notify } from '../../kit/api/notices.ts';
import { useT } from '../../kit/i18n/index.ts';
import { useSiteStore } from '../../kit/session/site.ts';
import { antdTheme } from '../../kit/theme/antdTheme.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import { PartTheme } from '../../kit/theme/themeStore.ts';
import { tokens } from '../../kit/theme/tokens.ts';
import { rangeWords } from '../address/rangeWords.ts';
import { useBoard } from '../document/useBoardStore.ts';
import { type WidgetHandlers, WidgetView } from '../frame/WidgetView.tsx';
import { SectionProvider, UNFOLDED } from '../live/sections.tsx';
import { useRound } from '../live/useBoardData.ts';
import { useBoardWords } from '../live/useShownWidgets.ts';
import { useHiddenWidgets } from '../live/useWidget.ts';
import { useBoardSession } from '../session/boardSession.ts';
import './export.css';
import { saveFile } from '../../kit/browser/saveFile.ts';
import { pagesOf, rowsOfSheet } from './pages.ts';
import { makePicture } from './picture.ts';

/** A4 without its margins of 10 mm and the line at the top, in millimetres. */
const SHEETS = { landscape: { width: 277, height: 178 }, portrait: { width: 190, height: 265 } } as const;
type Way = keyof typeof SHEETS;
/** A board on paper is drawn as on a screen of this width, and then made smaller. */
const DRAWN_WIDTH = { landscape: 1440, portrait: 1080 } as const;
/** Charts are pictures: sharp enough for paper. */
const SHARPNESS = '3';
const PX_OF_MM = 96 / 25.4;
/** Around a sheet on screen. */
const MARGIN = 48;
/** The line at the top, in millimetres. */
const HEAD = 8;
/** Under a key of its own, or what stands around the paper took on its colours. */
const PAPER = { ...antdTheme(tokens.default, false, false), cssVar: { key: 'wd-paper' } };

const nothing = () => {};
const HANDLERS: WidgetHandlers = {
  onConfigure: nothing,
  onDuplicate: nothing,
  onRemove: nothing,
  onLock: nothing,
  onReload: nothing,
};

function placeStyle({ x, y, w, h }: LayoutItem): CSSProperties {
  const column = `(100% + ${GAP}px) / ${COLUMNS}`;
  return {
    left: `calc(${column} * ${x})`,
    top: y * (ROW_HEIGHT + GAP),
    width: `calc(${column} * ${w} - ${GAP}px)`,
    height: h * (ROW_HEIGHT + GAP) - GAP,
  };
}

interface Part {
  /** Of its tab; absent on a board without tabs. */
  title?: string;
  layout: readonly LayoutItem[];
}

/** Returns what goes on paper, tab by tab: nothing is folded there, and everything is asked for. */
function useParts(board: DashboardDocument, allTabs: boolean): readonly Part[] {
  const { scheduler, shown, moment, tab, watchAll } = useBoardSession();
  const { table, lang } = useBoardWords(board);
  const hidden = useHiddenWidgets(scheduler, shown, moment);
  useEffect(() => {
    watchAll(true);
    return () => watchAll(false);
  }, [watchAll]);
  return useMemo(() => {
    const layoutOf = (id?: string) => compactLayout(layoutOn(board, id).filter(({ i }) => !hidden.has(i)));
    if (!board.tabs) return [{ layout: layoutOf() }];
    return board.tabs
      .filter(({ id }) => allTabs || id === tab)
      .map(({ id, title }) => ({ title: textIn(table, lang, title), layout: layoutOf(id) }));
  }, [board, table, lang, hidden, tab, allTabs]);
}

/** Tells whether something that goes on paper has no answer yet. */
function useWaiting(parts: readonly Part[]): boolean {
  const { scheduler, shown } = useBoardSession();
  useRound(scheduler);
  const asking = new Set(
    shown.flatMap(({ widget: { id }, resolved }) => (resolved.state === 'ready' ? [id] : [])),
  );
  return parts.some(({ layout }) =>
    layout.some(({ i }) => asking.has(i) && scheduler.read(i).status === 'loading'),
  );
}

/** The board as it goes on A4: the browser prints it or saves it as PDF, with sharp letters; or as pictures. */
export default function PrintSheet({ onClose }: { onClose(): void }) {
  const t = useT();
  const { scheduler, shown, moment, station, store } = useBoardSession();
  const board = useBoard(store, ({ history }) => history.document);
  const [allTabs, setAllTabs] = useState(false);
  const [way, setWay] = useState<Way>('landscape');
  const [saving, setSaving] = useState(false);
  const close = useRef<HTMLButtonElement>(null);
  const sheets = useRef<HTMLElement>(null);
  const parts = useParts(board, allTabs);
  const waiting = useWaiting(parts);
  const name =
    useSiteStore(({ stations }) => stations.find(({ sn }) => sn === station.sn)?.name) ?? station.sn;
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    close.current?.focus();
    return () => before?.focus();
  }, []);
  const { width, height } = SHEETS[way];
  const drawn = DRAWN_WIDTH[way];
  const zoom = (width * PX_OF_MM) / drawn;
  // A preview is as wide as the window at most.
  const preview = Math.min(1, document.documentElement.clientWidth / (drawn + 2 * MARGIN));
  const pages = useMemo(
    () =>
      parts.flatMap(({ title, layout }) =>
        pagesOf(layout, rowsOfSheet(drawn, { width, height })).map((places) => ({ title, places })),
      ),
    [parts, drawn, width, height],
  );
  const byId = new Map(shown.map((one) => [one.widget.id, one]));
  // A board that is held shows an earlier moment than that of its printing.
  const { at: shownAt } = useRound(scheduler);
  const time = formatMoment(shownAt ?? Date.now(), 'minute', moment.zone);
  const about = [
    ...(moment.historical ? [t('board.historical', { month: moment.historical })] : []),
    ...(moment.range ? [rangeWords(moment.range, moment.zone, t)] : []),
    `${time} (${moment.zone})`,
  ].join(' · ');
  const savePictures = async () => {
    setSaving(true);
    try {
      for (const [at, sheet] of [...(sheets.current?.children ?? [])].entries()) {
        const picture = await makePicture(sheet as HTMLElement);
        saveFile(picture, `${name} ${at + 1}.png`);
      }
    } catch {
      notify({ kind: 'warning', text: { text: t('look.pictureFailed') } });
    } finally {
      setSaving(false);
    }
  };
  return createPortal(
    <div
      className="wd-sheets"
      role="dialog"
      aria-modal
      aria-label={t('look.print')}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <style>{`@page { size: A4 ${way}; margin: 10mm; }`}</style>
      <div className="wd-sheets-tools">
        <Radio.Group
          aria-label={t('look.way')}
          optionType="button"
          value={way}
          onChange={({ target }) => setWay(target.value as Way)}
          options={(['landscape', 'portrait'] as const).map((value) => ({
            value,
            label: t(`look.way.${value}`),
          }))}
        />
        {(board.tabs?.length ?? 0) > 1 && (
          <Checkbox checked={allTabs} onChange={({ target }) => setAllTabs(target.checked)}>
            {t('look.printAllTabs')}
          </Checkbox>
        )}
        <span className="wd-sheets-hint">{t('look.printHint')}</span>
        <Button ref={close} onClick={onClose}>
          {t('common.close')}
        </Button>
        <Button
          icon={<Icon name="image" size={16} />}
          loading={saving}
          disabled={waiting}
          onClick={() => void savePictures()}
        >
          PNG
        </Button>
        <Button
          type="primary"
          loading={waiting}
          icon={<Icon name="print" size={16} />}
          onClick={() => window.print()}
        >
          {t('look.printNow')}
        </Button>
      </div>
      <ConfigProvider theme={PAPER}>
        <PartTheme value="default">
          <SectionProvider value={UNFOLDED}>
            <article
              ref={sheets}
              data-theme="default"
              data-sharp={SHARPNESS}
              style={{ '--wd-sheets-zoom': preview } as CSSProperties}
            >
              {pages.map(({ title, places }, at) => (
                <section
                  // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
                  key={at}
                  className="wd-sheet"
                  aria-label={t('look.page', { page: at + 1, pages: pages.length })}
                  style={
                    {
                      width: drawn,
                      height: (drawn * (height + HEAD)) / width,
                      '--wd-sheet-zoom': zoom,
                    } as CSSProperties
                  }
                >
                  <header>
                    <h2>{[name, title].filter(Boolean).join(' · ')}</h2>
                    <span>{about}</span>
                    <span>{t('look.page', { page: at + 1, pages: pages.length })}</span>
                  </header>
                  <div className="wd-sheet-board">
                    {places.map((place) => {
                      const one = byId.get(place.i);
                      return (
                        one && (
                          <div key={place.i} className="wd-sheet-place" style={placeStyle(place)}>
                            <WidgetView
                              shown={one}
                              moment={moment}
                              editing={false}
                              scheduler={scheduler}
                              handlers={HANDLERS}
                            />
                          </div>
                        )
                      );
                    })}
                  </div>
                </section>
              ))}
            </article>
          </SectionProvider>
        </PartTheme>
      </ConfigProvider>
    </div>,
    document.body,
  );
}
