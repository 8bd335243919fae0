/** The commands speak the language of their terminal. */
import type { Lang } from '../../../runtime/core/lang.ts';
import { COMMAND_TEXTS, type CommandText } from './commandTexts.ts';

/** The first of these that is set says the language of messages, as everywhere on a terminal. */
const VARIABLES = ['LC_ALL', 'LC_MESSAGES', 'LANG'] as const;

export function findTerminalLang(env: Readonly<Record<string, string | undefined>>): Lang {
  const name = VARIABLES.map((variable) => env[variable]).find((value) => value);
  return name !== undefined && /^zh/i.test(name) ? 'zh' : 'en';
}

let lang = findTerminalLang(process.env);

/** `--lang` says another one. */
export function setLang(chosen: Lang): void {
  lang = chosen;
}

export function say(key: CommandText, params: Readonly<Record<string, string | number>> = {}): string {
  return COMMAND_TEXTS[key][lang].replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(params[name] ?? whole),
  );
}

export const currentLang = (): Lang => lang;
