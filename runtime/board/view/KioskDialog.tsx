import { InputNumber, Modal, Radio } from 'antd';
import { useState } from 'react';
import { setFullScreen } from '../../kit/browser/fullScreen.ts';
import { useT } from '../../kit/i18n/index.ts';
import {
  KIOSK_SECONDS,
  ROTATIONS,
  type Rotation,
  WALL_THEMES,
  type WallTheme,
} from '../address/boardView.ts';
import { useBoardSession } from '../session/boardSession.ts';

/** Sets the views and the speed of a wall screen. The settings are in the address, so that a bookmark keeps them. */
export default function KioskDialog({ onClose }: { onClose(): void }) {
  const t = useT();
  const { look } = useBoardSession();
  const [rotate, setRotate] = useState<Rotation>(look.view.rotate);
  const [theme, setTheme] = useState<WallTheme | null>(look.view.theme);
  const [seconds, setSeconds] = useState<number>(look.view.kiosk ?? KIOSK_SECONDS.first);
  return (
    <Modal
      open
      title={t('look.kiosk')}
      okText={t('look.kioskStart')}
      onCancel={onClose}
      onOk={() => {
        onClose();
        look.view.change({ kiosk: seconds, rotate, theme });
        void setFullScreen(true);
      }}
    >
      <p className="wd-look-text">{t('look.kioskText')}</p>
      <div className="wd-look-field">
        <span id="wd-look-rotate">{t('look.kioskRotate')}</span>
        <Radio.Group
          aria-labelledby="wd-look-rotate"
          value={rotate}
          onChange={({ target }) => setRotate(target.value as Rotation)}
          options={ROTATIONS.map((value) => ({ value, label: t(`look.rotate.${value}`) }))}
        />
      </div>
      {rotate !== 'none' && (
        <div className="wd-look-field">
          <label htmlFor="wd-look-every">{t('look.kioskEvery')}</label>
          <InputNumber
            id="wd-look-every"
            min={KIOSK_SECONDS.least}
            max={KIOSK_SECONDS.most}
            precision={0}
            suffix={t('look.seconds')}
            value={seconds}
            onChange={(next) => setSeconds(next ?? KIOSK_SECONDS.first)}
          />
        </div>
      )}
      <div className="wd-look-field">
        <span id="wd-look-theme">{t('look.kioskTheme')}</span>
        <Radio.Group
          aria-labelledby="wd-look-theme"
          value={theme ?? 'own'}
          onChange={({ target }) =>
            setTheme(WALL_THEMES.find((wallTheme) => wallTheme === target.value) ?? null)
          }
          options={(['own', ...WALL_THEMES] as const).map((value) => ({
            value,
            label: t(`look.theme.${value}`),
          }))}
        />
      </div>
    </Modal>
  );
}
