/** The output of commands is in the language of their terminal. */

import type { Lang } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { findTerminalLang } from '../../platform/language.ts';
import { COMMAND_TEXTS, type CommandText } from './commandTexts.ts';

let lang = findTerminalLang(process.env);

/** `--lang` overrides it. */
export function setLang(chosen: Lang): void {
  lang = chosen;
}

export function say(key: CommandText, params: Readonly<Record<string, string | number>> = {}): string {
  return pickText(COMMAND_TEXTS[key], lang).replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(params[name] ?? whole),
  );
}

export const currentLang = (): Lang => lang;
