import type { CSSProperties } from 'react';
import { useMemo } from 'react';
import type { BoardWidget, DashboardPreset } from '../../../generated/definition.ts';
import '../../../runtime/board/board.css';
import { board_ask } from '../../../runtime/board/boardServer.ts';
import { LookingGrid } from '../../../runtime/board/LookingGrid.tsx';
import { useWidgetModules, widgetDefinition } from '../../../runtime/board/registry.ts';
import { useBinding } from '../../../runtime/board/useBinding.ts';
import { type BoardMoment, useBoardData } from '../../../runtime/board/useBoardData.ts';
import { useBoardWords, useShownWidgets } from '../../../runtime/board/useShownWidgets.ts';
import { WidgetPreview } from '../../../runtime/board/WidgetPreview.tsx';
import { fillPreset } from '../../../runtime/core/document/preset.ts';
import { layoutOn } from '../../../runtime/core/document/tabs.ts';
import { useLang, useT } from '../../../runtime/i18n/index.ts';
import { useSite } from '../../../runtime/shell/site.ts';

const NO_STATION: Omit<BoardMoment, 'lang'> = {
  stationSn: '',
  zone: 'Asia/Shanghai',
  historical: null,
  range: null,
};

interface Props {
  preset: DashboardPreset;
  moment: BoardMoment;
}

/** The board itself, with what its station sends now. */
function StationPreview({ preset, moment }: Props) {
  // The same object until something changes: widgets that stay are not drawn again.
  const document = useMemo(() => fillPreset(preset.document, moment.stationSn), [preset, moment]);
  const layout = useMemo(() => layoutOn(document, document.tabs?.[0]?.id), [document]);
  const place = { stationSn: moment.stationSn, boardId: null, anyStation: false };
  const { bind } = useBinding(place, document, null);
  const { shown, reload } = useShownWidgets(document.widgets, useBoardWords(document), bind);
  const scheduler = useBoardData(shown, moment, false, board_ask(moment.stationSn));
  return (
    <LookingGrid shown={shown} layout={layout} moment={moment} scheduler={scheduler} onReload={reload} />
  );
}

function WidgetSample({ widget, moment }: { widget: BoardWidget; moment: BoardMoment }) {
  const { modules } = useWidgetModules([widget.type]);
  const definition = widgetDefinition(widget.type);
  return definition ? (
    <WidgetPreview definition={definition} module={modules.get(widget.type)} moment={moment} />
  ) : null;
}

/** The widgets in their places, each with its sample figures. */
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

/** The board of a preset: with the data of the selected station, or with samples where there is no station. */
export function PresetPreview({ preset }: { preset: DashboardPreset }) {
  const t = useT();
  const lang = useLang();
  const { status, stations, stationSn } = useSite();
  const station = stations.find(({ sn }) => sn === stationSn);
  const moment = useMemo(
    () => ({
      ...NO_STATION,
      lang,
      ...(station && { stationSn: station.sn, zone: station.timeZone ?? 'UTC' }),
    }),
    [station, lang],
  );
  if (preset.document.widgets.length === 0) return <p className="wd-studio-note">{t('studio.noWidgets')}</p>;
  if (status === 'idle' || status === 'loading')
    return <p className="wd-studio-note">{t('studio.checking')}</p>;
  return (
    <>
      <p className="wd-studio-note">
        {station ? t('studio.stationData', { name: station.name }) : t('studio.samples')}
      </p>
      <div className="wd-studio-board" inert>
        {station ? (
          <StationPreview preset={preset} moment={moment} />
        ) : (
          <SamplePreview preset={preset} moment={moment} />
        )}
      </div>
    </>
  );
}
