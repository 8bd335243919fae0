import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { Icon } from '../../runtime/kit/theme/Icon.tsx';
import { addressPlayable, type Camera, pauseRetry, SOUND_MS } from './cameras.ts';
import { playHls } from './playHls.ts';
import texts from './texts.json';

interface Props {
  address: string;
  label: string;
  fit: 'contain' | 'cover';
  onFailed(): void;
}

function HlsPicture({ address, label, fit, onFailed }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const failed = useRef(onFailed);
  failed.current = onFailed;
  useEffect(
    () => (video.current ? playHls(video.current, address, () => failed.current()) : undefined),
    [address],
  );
  return <video ref={video} muted autoPlay playsInline aria-label={label} style={{ objectFit: fit }} />;
}

/** Shows an MJPEG stream as an image. The stream continues until the address is removed. */
function MjpegPicture({ address, label, fit, onFailed }: Props) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const shown = image.current;
    if (shown) shown.src = address;
    return () => shown?.removeAttribute('src');
  }, [address]);
  return <img ref={image} alt={label} style={{ objectFit: fit }} onError={onFailed} />;
}

/** Returns the number of consecutive failures, and whether the picture is missing. Retries automatically. */
function useRetry() {
  const [failures, setFailures] = useState(0);
  const [away, setAway] = useState(false);
  const startedAt = useRef(Date.now());
  useEffect(() => {
    if (!away) {
      startedAt.current = Date.now();
      return;
    }
    const timer = setTimeout(() => setAway(false), pauseRetry(failures));
    return () => clearTimeout(timer);
  }, [away, failures]);
  const fail = () => {
    const wasSound = Date.now() - startedAt.current > SOUND_MS;
    setFailures((before) => (wasSound ? 1 : before + 1));
    setAway(true);
  };
  return { away, fail, retry: () => setAway(false) };
}

const isFilm = ({ protocol }: Camera): boolean => protocol === 'hls' || protocol === 'rtsp';

const lackOf = ({ protocol }: Camera) =>
  protocol === 'rtsp' ? 'widget.camera.noRestreamer' : 'widget.camera.noAddress';

/** Shows the live picture. It is paused while the tab is hidden. */
export function CameraView({ camera, fit }: { camera: Camera; fit: 'contain' | 'cover' }) {
  const t = useT(texts);
  const { away, fail, retry } = useRetry();
  const [visible, setVisible] = useState(true);
  useEffect(() => {
    const follow = () => setVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, []);
  const address = addressPlayable(camera.address);
  if (camera.blocked !== null)
    return (
      <div className="wd-camera-note" role="alert">
        <p>
          <Icon name="lock" size={16} /> {t('widget.camera.blocked', { origin: camera.blocked })}
        </p>
        <small>{t('widget.camera.blockedHint')}</small>
      </div>
    );
  if (address === null || away)
    return (
      <div className="wd-camera-note" role="alert">
        <p>
          <Icon name="warning" size={16} /> {t(address === null ? lackOf(camera) : 'widget.camera.failed')}
        </p>
        {address === null && camera.protocol === 'rtsp' && (
          <small>{t('widget.camera.noRestreamerHint')}</small>
        )}
        {away && (
          <>
            <p>
              <small>{t('widget.camera.again')}</small>
            </p>
            <Button size="small" onClick={retry}>
              {t('board.widget.retry')}
            </Button>
          </>
        )}
      </div>
    );
  if (!visible) return null;
  const Picture = isFilm(camera) ? HlsPicture : MjpegPicture;
  const label = t('widget.camera.live', { name: camera.name });
  return <Picture address={address} label={label} fit={fit} onFailed={fail} />;
}
