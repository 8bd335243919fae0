import type { CSSProperties } from 'react';
import type { LayoutItem } from '../../../generated/definition.ts';
import { COLUMNS, GAP, ROW_HEIGHT } from '../../core/document/layout.ts';
import { useT } from '../../kit/i18n/index.ts';
import { type WidgetHandlers, WidgetView } from '../frame/WidgetView.tsx';
import { useBoardSession } from '../session/boardSession.ts';
import type { Paper } from './paper.ts';
import type { SheetPlan } from './useSheets.ts';

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

interface Props {
  plan: SheetPlan;
  paper: Paper;
  page: number;
  pages: number;
  /** The names of station and board. */
  names: readonly string[];
  /** The time and range of the figures. */
  about: string;
}

export function Sheet({ plan: { title, places }, paper, page, pages, names, about }: Props) {
  const t = useT();
  const { scheduler, shown, moment } = useBoardSession();
  const count = t('look.page', { page, pages });
  const size = { width: paper.width, height: paper.height, '--wd-sheet-zoom': paper.zoom };
  return (
    <section className="wd-sheet" aria-label={count} style={size as CSSProperties}>
      <header>
        <h2>{[...names, title].filter(Boolean).join(' · ')}</h2>
        <span>{about}</span>
        <span>{count}</span>
      </header>
      <div className="wd-sheet-board">
        {places.map((place) => {
          const shownWidget = shown.find(({ widget }) => widget.id === place.i);
          return (
            shownWidget && (
              <div key={place.i} className="wd-sheet-place" style={placeStyle(place)}>
                <WidgetView
                  shown={shownWidget}
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
  );
}
