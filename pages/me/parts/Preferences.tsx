import { Segmented, Select } from 'antd';
import { useId } from 'react';
import { useNavigate } from 'react-router';
import { useLang, useT } from '../../../runtime/kit/i18n/index.ts';
import { listLangOptions } from '../../../runtime/kit/i18n/langOptions.ts';
import { switchTenant, useSession } from '../../../runtime/kit/session/session.ts';
import { Icon } from '../../../runtime/kit/theme/icons.ts';
import { useThemeStore } from '../../../runtime/kit/theme/themeStore.ts';
import { chooseLang, chooseTheme } from '../../../runtime/shell/frame/choose.ts';
import texts from '../texts.json';

export function Preferences() {
  const t = useT(texts);
  const id = useId();
  const navigate = useNavigate();
  const lang = useLang();
  const theme = useThemeStore(({ choice }) => choice);
  const { tenants, tenantId } = useSession();
  const themes = [
    { value: 'system' as const, icon: 'dayNight', label: t('me.themeSystem') },
    { value: 'default' as const, icon: 'sun', label: t('me.themeDefault') },
    { value: 'dark' as const, icon: 'moon', label: t('me.themeDark') },
  ];

  async function chooseTenant(next: number) {
    try {
      await switchTenant(next);
      await navigate('/');
    } catch {
      // The error is already shown. The tenant remains.
    }
  }

  return (
    <div className="wd-me-fields">
      <div>
        <p id={`${id}-lang`} className="wd-me-label">
          {t('shell.language')}
        </p>
        <Segmented
          aria-labelledby={`${id}-lang`}
          value={lang}
          options={listLangOptions()}
          onChange={(value) => void chooseLang(value)}
        />
      </div>
      <div>
        <p id={`${id}-theme`} className="wd-me-label">
          {t('shell.theme')}
        </p>
        <Segmented
          aria-labelledby={`${id}-theme`}
          value={theme}
          options={themes.map(({ value, icon, label }) => ({
            value,
            label: (
              <span className="wd-me-option">
                <Icon name={icon} size={16} />
                {label}
              </span>
            ),
          }))}
          onChange={(value) => void chooseTheme(value)}
        />
      </div>
      {tenants.length > 1 && (
        <div>
          <label className="wd-me-label" htmlFor={`${id}-tenant`}>
            {t('me.tenant')}
          </label>
          <Select
            id={`${id}-tenant`}
            className="wd-me-select"
            value={tenantId ?? undefined}
            options={tenants.map(({ id: value, name }) => ({ value, label: name }))}
            onChange={(value) => void chooseTenant(value)}
          />
          <p className="wd-me-text">{t('me.tenantText')}</p>
        </div>
      )}
    </div>
  );
}
