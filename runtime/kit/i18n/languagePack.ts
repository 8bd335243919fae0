import type { Locale } from 'antd/es/locale';
import type { Texts } from './zh.ts';

/** All parts of a language: our texts, antd's, and the calendar's. */
export interface LanguagePack {
  texts: Texts;
  antd: Locale;
  activate(): void;
}
