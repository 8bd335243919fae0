import { Button } from 'antd';
import { useMemo, useState } from 'react';
import type { Scheduler } from '../../core/scheduler/scheduler.ts';
import { useT } from '../../kit/i18n/index.ts';
import { later } from '../../kit/overlay/later.tsx';
import { PanelBelow } from '../../kit/overlay/PanelBelow.tsx';
import { Icon } from '../../kit/theme/Icon.tsx';
import type { BoardViewState } from '../address/useBoardView.ts';
import { captionWords, rangeCaption } from '../live/rangeCaption.ts';
import { type BoardMoment, type ShownWidget, useRound } from '../live/useBoardData.ts';
import { useRangeSteps } from './useRangeSteps.ts';
import './view.css';

const RangePanel = later(() => import('./RangePanel.tsx'), <div className="wd-look-panel" />);

interface Props {
  moment: BoardMoment;
  view: BoardViewState;
  shown: readonly ShownWidget[];
  scheduler: Scheduler;
}

/** Lets the user choose the range of the whole board. Every widget without its own range follows it. */
export function RangeTools({ moment, view, shown, scheduler }: Props) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const { range, choose, earlier, later, further } = useRangeSteps(moment, view);
  const { at } = useRound(scheduler);
  const caption = useMemo(() => rangeCaption(shown, moment, at ?? Date.now(), t), [shown, moment, at, t]);
  return (
    <span className="wd-look-range">
      {range && (
        <Button
          className="wd-look-step"
          icon={<Icon name="back" size={16} />}
          aria-label={t('look.earlier')}
          title={t('look.earlier')}
          onClick={earlier}
        />
      )}
      <PanelBelow
        placement="bottomLeft"
        isOpen={open}
        onOpenChange={setOpen}
        content={
          <RangePanel
            moment={moment}
            onChoose={(next) => {
              setOpen(false);
              choose(next);
            }}
          />
        }
      >
        <Button
          icon={<Icon name="calendar" size={16} />}
          aria-label={`${t('look.range')}: ${captionWords(caption)}`}
          aria-expanded={open}
          aria-haspopup="dialog"
          title={t('look.rangeIn', { zone: moment.zone })}
        >
          <span className="wd-ellipsis">{caption.name ?? caption.dates}</span>
          {caption.name && caption.dates && <span className="wd-look-dates">{caption.dates}</span>}
        </Button>
      </PanelBelow>
      {range && (
        <>
          <Button
            className="wd-look-step wd-look-turned"
            icon={<Icon name="back" size={16} />}
            aria-label={t('look.later')}
            title={t('look.later')}
            disabled={!later}
            onClick={later ?? undefined}
          />
          <Button
            className="wd-look-step"
            icon={<Icon name="zoomOut" size={16} />}
            aria-label={t('look.further')}
            title={t('look.further')}
            onClick={further}
          />
        </>
      )}
    </span>
  );
}
