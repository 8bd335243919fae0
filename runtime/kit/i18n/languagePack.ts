import type { Locale } from 'antd/es/locale';
import type { Text } from '../../../generated/definition.ts';
import type { Phrases } from '../../core/text/pickText.ts';

/** Texts by their keys. */
export type Words = Readonly<Record<string, string>>;

/** A text of a page or widget. `one`: the English singular. */
export type OwnText = Text & { one?: string };
export type OwnTexts = Readonly<Record<string, OwnText>>;

/** All parts of a language: our texts, antd's, and the calendar's. */
export interface LanguagePack {
  /** The texts of the interface by key. Packs other than the source languages may be incomplete. */
  texts: Words;
  /** Translations of texts in definitions and code, by English text. Absent for source languages. */
  phrases?: Phrases;
  antd: Locale;
  activate(): void;
}
