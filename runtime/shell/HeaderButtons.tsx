import { useLang, useT } from '../i18n/index.ts';
import { Icon } from '../theme/icons.ts';
import { useThemeName } from '../theme/themeStore.ts';
import { chooseLang, chooseTheme } from './choose.ts';
import './buttons.css';

/** Names the other language in that language, for whoever can't read this one. */
export function LanguageButton() {
  const t = useT();
  const lang = useLang();
  const other = lang === 'zh' ? 'en' : 'zh';
  return (
    <button
      type="button"
      className="wd-icon-button"
      lang={other === 'zh' ? 'zh-CN' : 'en'}
      aria-label={t('shell.switchLanguage')}
      onClick={() => void chooseLang(other)}
    >
      <Icon name="language" />
      <span>{other === 'zh' ? '中文' : 'EN'}</span>
    </button>
  );
}

export function ThemeButton() {
  const t = useT();
  const theme = useThemeName();
  const other = theme === 'dark' ? 'default' : 'dark';
  const label = t(other === 'dark' ? 'shell.toDark' : 'shell.toDefault');
  return (
    <button
      type="button"
      className="wd-icon-button"
      aria-label={label}
      title={label}
      onClick={() => void chooseTheme(other)}
    >
      <Icon name={other === 'dark' ? 'moon' : 'sun'} />
    </button>
  );
}
