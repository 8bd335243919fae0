import { Segmented } from 'antd';
import { useT } from '../../../kit/i18n/index.ts';
import type { Zoom } from './timeAxis.ts';

/** A zoom level of the axis, or a single day by person. */
export type TimeZoom = Zoom | 'seats';

interface Props<Z extends TimeZoom> {
  zooms: readonly Z[];
  zoom: Z;
  onZoom(zoom: Z): void;
}

/** Lets the user choose the zoom level. */
export function ZoomSwitch<Z extends TimeZoom>({ zooms, zoom, onZoom }: Props<Z>) {
  const t = useT();
  return (
    <Segmented<Z>
      aria-label={t('display.zoom')}
      value={zoom}
      options={zooms.map((value) => ({ value, label: t(`display.${value}`) }))}
      onChange={onZoom}
    />
  );
}
