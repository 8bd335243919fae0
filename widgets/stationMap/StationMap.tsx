import type { StationMapConfig } from '../../generated/types.ts';
import { WidgetEmpty, WidgetFailed, WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { StationPlaces } from './StationPlaces.tsx';
import { mapContent } from './stations.ts';
import texts from './texts.json';

/** W023: shows the stations on the built-in outlines, or on tiles of the company's map server. */
export function StationMap({ config, results, status, retry }: WidgetProps<StationMapConfig>) {
  const t = useT(texts);
  if (results.length === 0)
    return status === 'failed' ? <WidgetFailed retry={retry} /> : <WidgetSkeleton rows={[100, 100, 100]} />;
  if (results[0]?.ok === false) return <WidgetFailed retry={retry} msg={results[0].msg} />;
  const content = mapContent(results[0]);
  if (content.placed.length === 0)
    return (
      <WidgetEmpty
        text={t(content.unplaced > 0 ? 'widget.stationMap.noPlace' : 'widget.stationMap.none')}
        hint={t('widget.stationMap.noPlaceHint')}
        page="SiteManage"
      />
    );
  return <StationPlaces content={content} labels={config.labels !== false} />;
}
