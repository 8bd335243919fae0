import { Button, Popover } from 'antd';
import { useState } from 'react';
import { useT } from '../../kit/i18n/index.ts';
import { later } from '../../kit/overlay/later.tsx';
import { Icon } from '../../kit/theme/Icon.tsx';
import { rangeWords } from '../address/rangeWords.ts';
import type { BoardViewState } from '../address/useBoardView.ts';
import type { BoardMoment } from '../live/useBoardData.ts';
import { useRangeSteps } from './useRangeSteps.ts';
import './view.css';

const RangePanel = later(() => import('./RangePanel.tsx'), <div className="wd-look-panel" />);

/** The range of the whole board: chosen here, followed by every widget that has none of its own. */
export function RangeTools({ moment, view }: { moment: BoardMoment; view: BoardViewState }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const { range, choose, earlier, later, further } = useRangeSteps(moment, view);
  const words = rangeWords(range, moment.zone, t);
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
      <Popover
        trigger="click"
        placement="bottomLeft"
        open={open}
        onOpenChange={setOpen}
        destroyOnHidden
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
          aria-label={`${t('look.range')}: ${words}`}
          aria-expanded={open}
          aria-haspopup="dialog"
          title={t('look.rangeIn', { zone: moment.zone })}
        >
          <span className="wd-ellipsis">{words}</span>
        </Button>
      </Popover>
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
