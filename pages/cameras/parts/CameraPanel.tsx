import { useQuery } from '@tanstack/react-query';
import { Button, InputNumber, Tooltip } from 'antd';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import type { Data, Input } from '../../../generated/calls.ts';
import { formatNumber } from '../../../runtime/core/numbers/format.ts';
import { call } from '../../../runtime/kit/api/client.ts';
import { notifyFailure } from '../../../runtime/kit/api/failure.ts';
import { notify } from '../../../runtime/kit/api/notices.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { queryClient } from '../../../runtime/kit/session/queryClient.ts';
import { useSession } from '../../../runtime/kit/session/session.ts';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import texts from '../texts.json';

type Camera = Data<'camerasOfStation'>[number];
type View = Data<'ptzStart'>;
/** The simulated cameras have a fixed focus. */
type Move = Exclude<Input<'ptzStart'>['path']['x'], 'focusNear' | 'focusFar'>;

/** The buttons of the pad, row by row. Null is its centre. */
const PAD: readonly (Move | null)[] = [
  ...(['upLeft', 'up', 'upRight', 'left'] as const),
  null,
  ...(['right', 'downLeft', 'down', 'downRight'] as const),
];
const TURNS: Readonly<Partial<Record<Move, number>>> = {
  ...{ up: 0, upRight: 45, right: 90, downRight: 135, down: 180, downLeft: 225, left: 270, upLeft: 315 },
};

/** Shows all actions on one camera. */
export function CameraPanel({ camera }: { camera: Camera }) {
  const t = useT(texts);
  const can = useSession((session) => session.can);
  const { data: abilities } = useQuery(
    {
      queryKey: ['guardType', camera.id, camera.kind, camera.protocol],
      queryFn: ({ signal }) => call('guardType', { path: { id: camera.id } }, { quiet: true, signal }),
    },
    queryClient,
  );
  const [view, setView] = useState<View | null>(null);
  const [busy, setBusy] = useState(false);
  const run = (work: Promise<View>): Promise<void> => work.then(setView, notifyFailure);
  const control = (body: Input<'guardControl'>['body']) =>
    run(call('guardControl', { path: { id: camera.id }, body }, { quiet: true }));
  const capture = async (): Promise<void> => {
    setBusy(true);
    try {
      await call('captureTake', { body: { ipcId: camera.id } }, { quiet: true });
      notify({ kind: 'success', text: { text: t('video.captured') } });
      await queryClient.invalidateQueries({ queryKey: ['records', 'ipcCapture'] });
    } catch (error) {
      notifyFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const maySteer = can('ipc:control');
  const isLit = view?.lamp === true;
  return (
    <section className="wd-card wd-video-panel" aria-label={camera.name}>
      <h2>{camera.name}</h2>
      {camera.place && <p className="wd-quiet">{camera.place}</p>}
      {abilities && !abilities.ptz && (
        <p className="wd-quiet">
          {t(abilities.reason === 'notReached' ? 'video.notReached' : 'video.fixed')}
        </p>
      )}
      {maySteer && abilities?.ptz && (
        <>
          <Pad id={camera.id} onView={setView} />
          <Presets kept={view?.presets ?? []} onControl={control} />
        </>
      )}
      {view && abilities?.ptz && camera.protocol === 'simulated' && (
        <p className="wd-quiet" role="status">
          {t('video.view', {
            pan: formatNumber(view.pan, { decimals: 0 }),
            tilt: formatNumber(view.tilt, { decimals: 0 }),
            zoom: formatNumber(view.zoom, { decimals: 1 }),
          })}
        </p>
      )}
      {abilities?.capture === false && <p className="wd-quiet">{t('video.noStill')}</p>}
      <div className="wd-video-buttons">
        {can('ipcCapture:create') && (
          <Button
            icon={<Icon name="camera" />}
            loading={busy}
            disabled={abilities?.capture === false}
            onClick={() => void capture()}
          >
            {t('video.capture')}
          </Button>
        )}
        {maySteer && abilities?.lamp && (
          <Button
            icon={<Icon name="sun" />}
            aria-pressed={isLit}
            onClick={() => void control({ action: 'light', value: isLit ? 0 : 1 })}
          >
            {t(isLit ? 'video.lampOff' : 'video.lampOn')}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Moves the camera while a button is pressed. Leaving the page also stops the movement. */
function Pad({ id, onView }: { id: number; onView(view: View): void }) {
  const t = useT(texts);
  const activeMove = useRef<Move | null>(null);
  const send = (operation: 'ptzStart' | 'ptzStop', x: Move) =>
    call(operation, { path: { id, x } }, { quiet: true }).then(onView, notifyFailure);
  const stop = useRef(() => {});
  stop.current = () => {
    const move = activeMove.current;
    activeMove.current = null;
    if (move) void send('ptzStop', move);
  };
  const start = (move: Move): void => {
    if (activeMove.current === move) return;
    activeMove.current = move;
    void send('ptzStart', move);
  };
  useEffect(() => {
    const release = () => stop.current();
    window.addEventListener('blur', release);
    return () => {
      window.removeEventListener('blur', release);
      release();
    };
  }, []);
  const button = (move: Move, icon: string) => (
    <Tooltip key={move} title={t(`video.move.${move}`)}>
      <Button
        aria-label={t(`video.move.${move}`)}
        icon={
          <Icon
            name={icon}
            {...(TURNS[move] !== undefined && { className: `wd-video-turn-${TURNS[move]}` })}
          />
        }
        onPointerDown={(event: PointerEvent<HTMLElement>) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          start(move);
        }}
        onPointerUp={() => stop.current()}
        onPointerCancel={() => stop.current()}
        onKeyDown={({ key }) => (key === 'Enter' || key === ' ') && start(move)}
        onKeyUp={() => stop.current()}
        onBlur={() => stop.current()}
      />
    </Tooltip>
  );
  return (
    <div className="wd-video-steer">
      <fieldset className="wd-video-pad" aria-label={t('video.pad')}>
        {PAD.map((move) => (move ? button(move, 'up') : <span key="middle" />))}
      </fieldset>
      <div className="wd-video-zoom">
        {button('zoomIn', 'plus')}
        {button('zoomOut', 'zoomOut')}
      </div>
    </div>
  );
}

interface PresetsProps {
  kept: readonly number[];
  onControl(body: Input<'guardControl'>['body']): Promise<void>;
}

function Presets({ kept, onControl }: PresetsProps) {
  const t = useT(texts);
  const [no, setNo] = useState(1);
  return (
    <div className="wd-video-presets">
      <InputNumber<number>
        aria-label={t('video.preset')}
        min={1}
        max={32}
        precision={0}
        value={no}
        onChange={(next) => setNo(next ?? 1)}
      />
      <Button onClick={() => void onControl({ action: 'goto', value: no })}>{t('video.goto')}</Button>
      <Button onClick={() => void onControl({ action: 'preset', value: no })}>
        {t(kept.includes(no) ? 'video.replacePreset' : 'video.keepPreset')}
      </Button>
      <Button icon={<Icon name="home" />} onClick={() => void onControl({ action: 'home' })}>
        {t('video.home')}
      </Button>
    </div>
  );
}
