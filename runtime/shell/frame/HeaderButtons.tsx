import { languageOf, nextLang } from '../../core/text/lang.ts';
import { useLang, useText } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import { useThemeName } from '../../kit/theme/themeStore.ts';
import '../../kit/parts/buttons.css';
import { commandLang, commandTheme } from './frameCommands.ts';

/** Shows the name of the next language in that language, for users who cannot read the current one. */
export function LanguageButton() {
  const text = useText();
  const lang = useLang();
  const next = languageOf(nextLang(lang));
  const { title, run } = commandLang(lang);
  return (
    <button
      type="button"
      className="wd-icon-button"
      lang={next.locale}
      aria-label={text(title)}
      onClick={run}
    >
      <Icon name="language" />
      <span>{next.name}</span>
    </button>
  );
}

export function ThemeButton() {
  const text = useText();
  const theme = useThemeName();
  const { title, run } = commandTheme(theme);
  const label = text(title);
  return (
    <button type="button" className="wd-icon-button" aria-label={label} title={label} onClick={run}>
      <Icon name={theme === 'dark' ? 'sun' : 'moon'} />
    </button>
  );
}
