/**
 * Loads the library that fills in and inflects texts. Its size is a tenth of the login page, which does not need it
 * yet.
 */
import i18next, { type i18n } from 'i18next';
import type { Lang } from '../../core/text/lang.ts';

const NAMESPACE = 'translation';

export interface TextLibrary {
  add(lang: Lang, texts: Readonly<Record<string, string>>): void;
  find(lang: Lang, key: string, params: Record<string, string | number>): string;
}

export function makeLibrary(): TextLibrary {
  const library: i18n = i18next.createInstance();
  // It is ready at once, because it loads no texts.
  void library.init({
    resources: {},
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
  });
  return {
    add: (lang, texts) => void library.addResourceBundle(lang, NAMESPACE, texts, true, true),
    // The number chooses singular or plural. It is written as given, with its separators.
    find: (lang, key, params) =>
      library.t(key, {
        lng: lang,
        replace: params,
        ...('count' in params && { count: Number(params.count) }),
      }),
  };
}
