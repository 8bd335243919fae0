import { Alert, Button, Modal, Upload } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../../../kit/i18n/index.ts';
import { SIZE } from '../../../kit/theme/tokens.ts';
import { makeReader } from './readCode.ts';
import './scan.css';
import texts from './texts.json';

interface Props {
  title: string;
  onRead(code: string): void;
  onClose(): void;
}

/** Milliseconds between two attempts, so that the page remains responsive. */
const LOOK_MS = 150;

/** Reads camera frames until a code is found. Returns false without a camera. */
function useCamera(onRead: (code: string) => void) {
  const video = useRef<HTMLVideoElement>(null);
  const [isThere, setThere] = useState(true);
  const onReadRef = useRef(onRead);
  onReadRef.current = onRead;
  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function look(): Promise<void> {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      const place = video.current;
      if (signal.aborted || !place) return stop();
      place.srcObject = stream;
      await place.play();
      const read = await makeReader();
      const next = async () => {
        const code = place.videoWidth > 0 ? await read(place) : null;
        if (signal.aborted) return;
        if (code) onReadRef.current(code);
        else timer = setTimeout(() => void next().catch(fail), LOOK_MS);
      };
      await next();
    }
    const stop = () => {
      clearTimeout(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const fail = () => !signal.aborted && setThere(false);
    // Over plain HTTP browsers provide no camera.
    look().catch(fail);
    return () => {
      gone.abort();
      stop();
    };
  }, []);
  return { video, isThere };
}

/** Reads a code with the camera, or from a picture if there is no camera. */
export default function ScanDialog({ title, onRead, onClose }: Props) {
  const t = useT(texts);
  const [isNone, setNone] = useState(false);
  function finish(code: string): void {
    onRead(code);
    onClose();
  }
  const { video, isThere } = useCamera(finish);
  async function readPicture(file: Blob): Promise<void> {
    const picture = await createImageBitmap(file).catch(() => null);
    const code = picture && (await (await makeReader())(picture));
    if (code) finish(code);
    else setNone(true);
  }
  return (
    <Modal
      open
      title={title}
      width={SIZE.form}
      onCancel={onClose}
      footer={
        <Upload
          accept="image/*"
          capture="environment"
          showUploadList={false}
          beforeUpload={(file) => {
            void readPicture(file);
            return Upload.LIST_IGNORE;
          }}
        >
          <Button>{t('scan.picture')}</Button>
        </Upload>
      }
    >
      <div className="wd-scan">
        {isThere ? (
          <>
            <video ref={video} className="wd-scan-video" muted playsInline aria-label={t('scan.hint')} />
            <p className="wd-field-help">{t('scan.hint')}</p>
          </>
        ) : (
          <Alert type="info" showIcon title={t('scan.noCamera')} />
        )}
        {isNone && <Alert type="warning" showIcon title={t('scan.none')} />}
      </div>
    </Modal>
  );
}
