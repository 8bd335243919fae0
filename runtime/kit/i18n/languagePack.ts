import type { Locale } from 'antd/es/locale';
import type { Text } from '../../../generated/definition.ts';
import type { Phrases } from '../../core/text/pickText.ts';

/** Texts by their keys. */
export type Words = Readonly<Record<string, string>>;

/** A text of a page or widget. `one` is the English singular. */
export type OwnText = Text & { one?: string };
export type OwnTexts = Readonly<Record<string, OwnText>>;

/** All parts of a language: our texts, antd's, and the calendar's. */
export interface LanguagePack {
  /** The texts of the interface by their keys. A pack that is not of a source language may lack some. */
  texts: Words;
  /** The texts of definitions and of the code by the English ones. The source languages need none. */
  phrases?: Phrases;
  antd: Locale;
  activate(): void;
}
