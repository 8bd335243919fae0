import { Select } from 'antd';
import { useState } from 'react';
import type { CameraConfig } from '../../generated/types.ts';
import { WidgetEmpty, WidgetFailed, WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { CameraView } from './CameraView.tsx';
import { chooseCamera, readCameras } from './cameras.ts';
import texts from './texts.json';
import './camera.css';

const MANAGEMENT_PAGE = 'CameraManagement';

/** W019: shows the live picture of a camera. Users can switch to other cameras of the station. */
export function CameraWidget({ config, results, status, retry }: WidgetProps<CameraConfig>) {
  const t = useT(texts);
  const [picked, setPicked] = useState<number | null>(null);
  if (results.length === 0)
    return status === 'failed' ? <WidgetFailed retry={retry} /> : <WidgetSkeleton rows={[100, 100, 100]} />;
  if (results[0]?.ok === false) return <WidgetFailed retry={retry} msg={results[0].msg} />;
  const cameras = readCameras(results[0]);
  const camera = chooseCamera(cameras, picked, config.camera);
  if (!camera) return <WidgetEmpty text={t('widget.camera.none')} page={MANAGEMENT_PAGE} />;
  return (
    <figure className="wd-camera">
      <CameraView
        key={`${camera.id} ${camera.protocol} ${camera.address}`}
        camera={camera}
        fit={config.fit === 'cover' ? 'cover' : 'contain'}
      />
      <figcaption>
        {cameras.length > 1 ? (
          <Select
            size="small"
            aria-label={t('widget.camera.choose')}
            value={camera.id}
            options={cameras.map(({ id, name }) => ({ value: id, label: name }))}
            popupMatchSelectWidth={false}
            onChange={setPicked}
          />
        ) : (
          <span>{camera.name}</span>
        )}
        {camera.protocol === 'simulated' && <small>{t('widget.camera.simulated')}</small>}
      </figcaption>
    </figure>
  );
}
