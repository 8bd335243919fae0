import { type DragEvent, useState } from 'react';
import type { GridLayoutProps } from 'react-grid-layout/react';
import { draggedWidget, WIDGET_MIME } from '../catalogue/catalogueDrag.ts';
import { widgetDefinition } from '../widget/registry.ts';

const SIZE = { w: 4, h: 4 };

interface Drops {
  onDragEnter(event: DragEvent): void;
  /** Props for the grid. */
  config: Pick<GridLayoutProps, 'dropConfig' | 'droppingItem' | 'onDrop'>;
}

/**
 * Shows a placeholder in the widget's size while the user drags it from the catalogue. A drop adds the widget there.
 */
export function useDrops(
  enabled: boolean,
  onAdd: (type: string, at: { x: number; y: number }) => void,
): Drops {
  const [dropping, setDropping] = useState<string | null>(null);
  const size = dropping === null ? undefined : widgetDefinition(dropping)?.size;
  return {
    onDragEnter({ dataTransfer }) {
      if (dataTransfer.types.includes(WIDGET_MIME)) setDropping(draggedWidget());
    },
    config: {
      dropConfig: { enabled: enabled && dropping !== null, defaultItem: size ?? SIZE },
      droppingItem: size && { i: '__dropping__', x: 0, y: 0, w: size.w, h: size.h },
      onDrop(_layout, item) {
        if (item && dropping) onAdd(dropping, { x: item.x, y: item.y });
        setDropping(null);
      },
    },
  };
}
