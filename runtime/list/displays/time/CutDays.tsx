import { useCallback } from 'react';
import { useCutSheet } from '../../../kit/table/useCutSheet.ts';
import { type Axis, cutDays } from './timeAxis.ts';

const frameOf = (sheet: HTMLElement): HTMLElement | null => sheet.closest<HTMLElement>('.wd-time-frame');

/** Hides the numbers of days that are only partly visible, because "1" of "15" would be misread. */
export function CutDays({ axis, scope }: { axis: Axis; scope: string }) {
  const rulesOf = useCallback(
    ({ scrollLeft, clientWidth, firstElementChild }: HTMLElement) => {
      const titles = firstElementChild?.firstElementChild?.clientWidth ?? 0;
      return cutDays(axis, { from: scrollLeft, to: scrollLeft + clientWidth - titles })
        .map((at) => `.${scope} [data-at="${at}"]{visibility:hidden}`)
        .join('\n');
    },
    [axis, scope],
  );
  return <style ref={useCutSheet(frameOf, rulesOf)} />;
}
