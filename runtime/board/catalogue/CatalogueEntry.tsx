import { useId, useRef } from 'react';
import type { WidgetDefinition } from '../../../generated/definition.ts';
import { useText } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import { WidgetPreview } from '../frame/WidgetPreview.tsx';
import type { BoardMoment } from '../live/useBoardData.ts';
import type { AnyWidgetModule } from '../widget/widget.ts';
import { dragWidget, WIDGET_MIME } from './catalogueDrag.ts';

interface Props {
  definition: WidgetDefinition;
  module: AnyWidgetModule | 'failed' | undefined;
  moment: BoardMoment;
  onAdd(type: string): void;
}

/**
 * Shows one widget of the catalogue. Its preview may contain buttons. Buttons must not be nested, so the covering
 * button is a sibling of the preview.
 */
export function CatalogueEntry({ definition, module, moment, onAdd }: Props) {
  const text = useText();
  const id = useId();
  const card = useRef<HTMLLIElement>(null);
  const { type, title, description, icon } = definition;
  return (
    <li ref={card} className="wd-catalogue-entry">
      <WidgetPreview definition={definition} module={module} moment={moment} />
      <button
        type="button"
        className="wd-catalogue-add"
        aria-describedby={id}
        draggable
        onClick={() => onAdd(type)}
        onDragStart={({ dataTransfer }) => {
          dragWidget(type);
          dataTransfer.setData(WIDGET_MIME, type);
          dataTransfer.effectAllowed = 'copy';
          if (card.current) dataTransfer.setDragImage(card.current, 0, 0);
        }}
        onDragEnd={() => dragWidget(null)}
      >
        <Icon name={icon} size={16} /> {text(title)}
      </button>
      <p id={id} className="wd-catalogue-text">
        {text(description)}
      </p>
    </li>
  );
}
