import { useState } from 'react';
import { call } from '../../../runtime/api/client.ts';
import { useT } from '../../../runtime/i18n/index.ts';
import { Icon } from '../../../runtime/theme/icons.ts';

export interface CaptchaState {
  /** Whether the server wants one. */
  shown: boolean;
  id: string | undefined;
  svg: string | null;
  failed: boolean;
  /** Fetches a new picture and shows the field. */
  draw(): void;
}

export function useCaptcha(): CaptchaState {
  const [shown, setShown] = useState(false);
  const [failed, setFailed] = useState(false);
  const [image, setImage] = useState<{ captchaId: string; svg: string } | null>(null);
  async function load() {
    setShown(true);
    setFailed(false);
    try {
      setImage(await call('captcha', {}, { quiet: true }));
    } catch {
      setImage(null);
      setFailed(true);
    }
  }
  return { shown, failed, id: image?.captchaId, svg: image?.svg ?? null, draw: () => void load() };
}

/** The picture is a button that brings another one. As an image it can't run anything. */
export function Captcha({ captcha }: { captcha: CaptchaState }) {
  const t = useT();
  return (
    <button
      type="button"
      className="wd-login-picture"
      aria-label={t('login.captchaNew')}
      onClick={captcha.draw}
    >
      {captcha.svg && (
        <img
          src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(captcha.svg)}`}
          alt={t('login.captchaImage')}
        />
      )}
      {captcha.failed && <span>{t('login.captchaFailed')}</span>}
      <Icon name="refresh" size={16} />
    </button>
  );
}
