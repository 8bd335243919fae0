import type { CSSProperties } from 'react';
import { useMemo } from 'react';
import type { BoardWidget, DashboardPreset } from '../../../../generated/definition.ts';
import '../../../../runtime/board/screen/board.css';
import { WidgetPreview } from '../../../../runtime/board/frame/WidgetPreview.tsx';
import type { BoardMoment } from '../../../../runtime/board/live/useBoardData.ts';
import { useWidgetModules, widgetDefinition } from '../../../../runtime/board/widget/registry.ts';
import { fillPreset } from '../../../../runtime/core/document/preset.ts';
import { useT } from '../../../../runtime/kit/i18n/index.ts';
import { Stage } from '../../../../runtime/shell/page/Stage.tsx';
import texts from '../../texts.json';
import { BoardPicture } from './BoardPicture.tsx';
import { useBoardMoment } from './useBoardMoment.ts';

interface Props {
  preset: DashboardPreset;
  moment: BoardMoment;
}

/** Shows the board with the current values of its station. */
function StationPreview({ preset, moment }: Props) {
  // Returns the same object until something changes, so that unchanged widgets are not drawn again.
  const document = useMemo(() => fillPreset(preset.document, moment.stationSn), [preset, moment]);
  return <BoardPicture document={document} moment={moment} boardId={null} anyStation={false} live={false} />;
}

function WidgetSample({ widget, moment }: { widget: BoardWidget; moment: BoardMoment }) {
  const { modules } = useWidgetModules([widget.type]);
  const definition = widgetDefinition(widget.type);
  return definition ? (
    <WidgetPreview definition={definition} module={modules.get(widget.type)} moment={moment} />
  ) : null;
}

/** Shows the widgets in their places, each with sample figures. */
function SamplePreview({ preset, moment }: Props) {
  const { widgets, layouts } = preset.document;
  const places = new Map(layouts.lg.map((item) => [item.i, item]));
  return (
    <div className="wd-studio-samples">
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
  );
}

/** Shows the board of a preset: with the data of the selected station, or with samples if there is none. */
export function PresetPreview({ preset }: { preset: DashboardPreset }) {
  const t = useT(texts);
  const { waiting, station, moment } = useBoardMoment();
  if (preset.document.widgets.length === 0) return <p className="wd-studio-note">{t('studio.noWidgets')}</p>;
  if (waiting) return <p className="wd-studio-note">{t('studio.checking')}</p>;
  return (
    <>
      <p className="wd-studio-note">
        {station ? t('studio.stationData', { name: station.name }) : t('studio.samples')}
      </p>
      <Stage address="/">
        {station ? (
          <StationPreview preset={preset} moment={moment} />
        ) : (
          <SamplePreview preset={preset} moment={moment} />
        )}
      </Stage>
    </>
  );
}
