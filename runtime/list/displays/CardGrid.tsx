import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef } from 'react';
import { SPACE_STEP } from '../../kit/theme/tokens.ts';
import { RecordCard } from '../cards/RecordCard.tsx';
import { useWidth } from '../table/useWindow.ts';
import { cardFields, pictureOf } from './cardFields.ts';
import type { DisplayProps } from './displayProps.ts';

const CARD_WIDTH = 280;
const GAP = SPACE_STEP * 3;
const HEIGHT = { cards: 180, gallery: 320 };
/** Number of rows before the end at which more records are requested. */
const AHEAD = 4;

/** Shows cards in a grid and renders only visible ones. A gallery shows large pictures. */
export default function CardGrid(props: DisplayProps) {
  const { entity, display, records, columns, names, selection, more, onMore } = props;
  const { onOpen, onEdit, onDelete, onMove } = props;
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const lanes = Math.max(1, Math.floor((width + GAP) / (CARD_WIDTH + GAP)));
  const count = Math.ceil(records.length / lanes);
  const isGallery = display.as === 'gallery';
  const lines = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: useCallback(() => HEIGHT[isGallery ? 'gallery' : 'cards'], [isGallery]),
    gap: GAP,
    overscan: 2,
    useFlushSync: false,
  });
  const items = lines.getVirtualItems();
  const isEndNear = more && (items.at(-1)?.index ?? 0) >= count - AHEAD;
  useEffect(() => {
    if (isEndNear) onMore();
  }, [isEndNear, onMore]);
  const fields = cardFields(entity, display, columns);
  return (
    <div className="wd-display wd-cardgrid" data-as={display.as} ref={frame}>
      <div style={{ height: lines.getTotalSize() }}>
        {items.map(({ key, index, start }) => (
          <ul
            key={key}
            ref={lines.measureElement}
            data-index={index}
            style={{
              transform: `translateY(${start}px)`,
              gridTemplateColumns: `repeat(${lanes}, minmax(0, 1fr))`,
            }}
          >
            {records.slice(index * lanes, (index + 1) * lanes).map((record) => (
              <RecordCard
                key={record.id}
                {...{ entity, record, names, fields, selection, onOpen, onEdit, onDelete, onMove }}
                picture={pictureOf(display, record)}
              />
            ))}
          </ul>
        ))}
      </div>
    </div>
  );
}
