import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { useT } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import { useBoardSession } from '../session/boardSession.ts';
import { Freshness } from './Freshness.tsx';
import { RangeTools } from './RangeTools.tsx';
import './view.css';

/** Pauses or resumes the board with the space bar, while no control has the focus. */
function useSpaceBar(on: boolean, toggle: () => void): void {
  const latest = useRef(toggle);
  latest.current = toggle;
  useEffect(() => {
    if (!on) return;
    const onKey = (event: KeyboardEvent) => {
      const free = event.target === document.body || (event.target as Element | null)?.id === 'main';
      if (event.key !== ' ' || !free || event.defaultPrevented || event.repeat) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [on]);
}

/** Shows the time of the view: live, paused, or past. */
export function ViewTools() {
  const t = useT();
  const { moment, scheduler, shown, look, editing, autoRefresh } = useBoardSession();
  const { historical, zone } = moment;
  const { paused, pause, view } = look;
  useSpaceBar(autoRefresh && !historical && !editing, () => pause(!paused));
  return (
    <>
      {!editing && <RangeTools {...{ moment, view, shown, scheduler }} />}
      {historical ? (
        <>
          <span className="wd-board-tag wd-look-record">
            <Icon name="history" size={14} /> {t('board.historical', { month: historical })}
          </span>
          <Button type="link" size="small" onClick={() => view.change({ record: null }, 'push')}>
            {t('look.leaveRecord')}
          </Button>
        </>
      ) : (
        <>
          {!editing && !autoRefresh && (
            <Button
              icon={<Icon name="refresh" size={16} />}
              aria-label={t('look.refresh')}
              title={t('look.refresh')}
              onClick={() => void scheduler.refresh()}
            />
          )}
          {!editing && autoRefresh && (
            <Button
              className="wd-look-pause"
              icon={<Icon name={paused ? 'play' : 'pause'} size={16} />}
              aria-pressed={paused}
              aria-label={t('look.pause')}
              title={`${t(paused ? 'look.resume' : 'look.pause')} (P)`}
              onClick={() => pause(!paused)}
            />
          )}
          <Freshness scheduler={scheduler} zone={zone} paused={paused} />
        </>
      )}
    </>
  );
}
