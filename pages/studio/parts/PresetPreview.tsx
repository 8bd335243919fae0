import type { CSSProperties } from 'react';
import type { BoardWidget, DashboardPreset } from '../../../generated/definition.ts';
import '../../../runtime/board/board.css';
import { useWidgetModules, widgetDefinition } from '../../../runtime/board/registry.ts';
import type { BoardMoment } from '../../../runtime/board/useBoardData.ts';
import { WidgetPreview } from '../../../runtime/board/WidgetPreview.tsx';
import { useLang, useT } from '../../../runtime/i18n/index.ts';

function WidgetSample({ widget, moment }: { widget: BoardWidget; moment: BoardMoment }) {
  const { modules } = useWidgetModules([widget.type]);
  const definition = widgetDefinition(widget.type);
  return definition ? (
    <WidgetPreview definition={definition} module={modules.get(widget.type)} moment={moment} />
  ) : null;
}

/** The board of a preset: its widgets in their places, each with its sample figures. */
export function PresetPreview({ preset }: { preset: DashboardPreset }) {
  const t = useT();
  const lang = useLang();
  const { widgets, layouts } = preset.document;
  const moment: BoardMoment = { stationSn: '', zone: 'Asia/Shanghai', historical: null, lang };
  const places = new Map(layouts.lg.map((item) => [item.i, item]));
  if (widgets.length === 0) return <p className="wd-studio-note">{t('studio.noWidgets')}</p>;
  return (
    <>
      <p className="wd-studio-note">{t('studio.samples')}</p>
      <div className="wd-studio-board" inert>
        {widgets.map((widget) => {
          const place = places.get(widget.id);
          if (!place) return null;
          const style: CSSProperties = {
            gridColumn: `${place.x + 1} / span ${place.w}`,
            gridRow: `${place.y + 1} / span ${place.h}`,
          };
          return (
            <div key={widget.id} className="wd-studio-widget" style={style}>
              <WidgetSample widget={widget} moment={moment} />
            </div>
          );
        })}
      </div>
    </>
  );
}
