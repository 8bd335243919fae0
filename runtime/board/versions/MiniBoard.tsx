import { useT } from '../../kit/i18n/index.ts';
import { ChangeTag } from './ChangeList.tsx';
import { boxStyle, type Miniature } from './miniature.ts';
import { useChangeWords } from './useChangeWords.ts';
import './versions.css';

/** Minimum and maximum row height of the picture, in pixels. The picture of a tall board scrolls. */
const ROW = { least: 6, most: 12 };
const FULL_HEIGHT = 300;
const rowHeight = (rows: number) => Math.max(ROW.least, Math.min(ROW.most, FULL_HEIGHT / rows));

interface Props {
  picture: Miniature;
  open: string | null;
  onOpen(id: string): void;
}

/** Draws the old and new positions of widgets in one picture. Colour and text show the kind of change. */
export function MiniBoard({ picture: { tab, rows, boxes }, open, onOpen }: Props) {
  const t = useT();
  const words = useChangeWords();
  return (
    <figure className="wd-mini">
      {tab && <figcaption>{tab.title}</figcaption>}
      <div className="wd-mini-board" style={{ height: rows * rowHeight(rows) }}>
        {boxes.map(({ key, widget, place, change, ghost }) => {
          const name = words.name(widget);
          const style = boxStyle(place, rows);
          if (change === 'same')
            return (
              <div key={key} className="wd-mini-box" style={style} title={name}>
                <span>{name}</span>
              </div>
            );
          const what = t(ghost ? 'versions.wasHere' : `versions.${change}`);
          return (
            <button
              key={key}
              type="button"
              className="wd-mini-box"
              style={style}
              data-change={change}
              data-ghost={ghost || undefined}
              data-open={open === widget.id || undefined}
              title={`${name} · ${what}`}
              onClick={() => onOpen(widget.id)}
            >
              {!ghost && <ChangeTag change={change} />}
              <span>{name}</span>
            </button>
          );
        })}
      </div>
    </figure>
  );
}
