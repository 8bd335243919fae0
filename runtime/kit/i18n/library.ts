/** Makes the library that fills and forms texts. It weighs as much as a tenth of the login page, which has no use for it yet. */
import i18next, { type i18n } from 'i18next';
import type { Lang } from '../../core/text/lang.ts';

const NAMESPACE = 'translation';

export interface TextLibrary {
  add(lang: Lang, texts: Readonly<Record<string, string>>): void;
  find(lang: Lang, key: string, params: Record<string, string | number>): string;
}

export function makeLibrary(): TextLibrary {
  const library: i18n = i18next.createInstance();
  // It is ready at once: no text is fetched by it.
  void library.init({
    resources: {},
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
  });
  return {
    add: (lang, texts) => void library.addResourceBundle(lang, NAMESPACE, texts, true, true),
    // The number chooses between one and several; it is written as it was given, with its separators.
    find: (lang, key, params) =>
      library.t(key, {
        lng: lang,
        replace: params,
        ...('count' in params && { count: Number(params.count) }),
      }),
  };
}
