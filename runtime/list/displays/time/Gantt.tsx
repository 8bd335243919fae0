import { useCallback, useState } from 'react';
import { labelOfRecord } from '../../../form/values/recordName.ts';
import { SIZE } from '../../../kit/theme/tokens.ts';
import { LeadText } from '../../cell/Cell.tsx';
import type { DisplayProps } from '../displayProps.ts';
import { TimeChart } from './TimeChart.tsx';
import { ZOOMS, type Zoom } from './timeAxis.ts';
import { useTimeBars } from './useTimeBars.tsx';
import { ZoomSwitch } from './ZoomSwitch.tsx';

/** Shows a row with a bar from start to end for each record. */
export default function Gantt(props: DisplayProps) {
  const { entity, more, onMore, onOpen } = props;
  const [zoom, setZoom] = useState<Zoom>('week');
  const { spanned, axis, marks, today, bar, note } = useTimeBars(props, zoom);
  return (
    <TimeChart
      {...{ axis, marks, today, more, onMore, note }}
      zoomer={<ZoomSwitch<Zoom> zooms={ZOOMS} zoom={zoom} onZoom={setZoom} />}
      count={spanned.length}
      rowHeight={useCallback(() => SIZE.control, [])}
      row={(index) => {
        const one = spanned[index]!;
        const { record } = one;
        return {
          key: record.id,
          title: (
            <LeadText onOpen={onOpen && (() => onOpen(record.id))}>{labelOfRecord(entity, record)}</LeadText>
          ),
          height: SIZE.control,
          bars: bar(one),
        };
      }}
    />
  );
}
