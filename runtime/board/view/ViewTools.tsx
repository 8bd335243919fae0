import { Button, Popover } from 'antd';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { duration_format, moment_format } from '../../core/format.ts';
import type { Scheduler } from '../../core/scheduler/scheduler.ts';
import { useLang, useT } from '../../i18n/index.ts';
import { Icon } from '../../theme/Icon.tsx';
import { useBoardSession } from '../boardSession.ts';
import { useRound } from '../useBoardData.ts';
import { range_words } from './rangeWords.ts';
import { useRangeSteps } from './useRangeSteps.ts';
import './view.css';

const RangePanel = lazy(() => import('./RangePanel.tsx'));
const TICK_MS = 1000;

/** The range of the whole board: chosen here, followed by every widget that has none of its own. */
function RangeTools() {
  const t = useT();
  const { moment } = useBoardSession();
  const [open, setOpen] = useState(false);
  const { range, choose, earlier, later, further } = useRangeSteps();
  const words = range_words(range, moment.zone, t);
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
          <Suspense fallback={<div className="wd-look-panel" />}>
            <RangePanel
              range={range}
              onChoose={(next) => {
                setOpen(false);
                choose(next);
              }}
            />
          </Suspense>
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

/** How long ago it was held, in words that go on by themselves. */
function HeldAge({ since }: { since: number }) {
  const lang = useLang();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return duration_format(Math.max(0, now - since) / TICK_MS, lang);
}

function Freshness({ scheduler, zone, paused }: { scheduler: Scheduler; zone: string; paused: boolean }) {
  const t = useT();
  const { at, failed } = useRound(scheduler);
  if (at === null) return null;
  const time = moment_format(at, 'time', zone);
  if (paused) {
    return (
      <span className="wd-board-tag wd-look-held" title={zone}>
        {t('look.pausedAt', { time })} · <HeldAge since={at} />
      </span>
    );
  }
  return (
    <span className="wd-board-fresh" data-failed={failed || undefined} title={zone}>
      {failed && <Icon name="warning" size={14} />}
      {t(failed ? 'board.refreshFailedAt' : 'board.updatedAt', { time })}
    </span>
  );
}

/** The space bar holds the board while no control has the keyboard, as it holds a film. */
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

/** At which time one looks: live, held, or back then. */
export function ViewTools() {
  const t = useT();
  const { moment, scheduler, look, editing } = useBoardSession();
  const { historical, zone } = moment;
  const { paused, pause, view } = look;
  useSpaceBar(!historical && !editing, () => pause(!paused));
  return (
    <>
      {!editing && <RangeTools />}
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
          {!editing && (
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
