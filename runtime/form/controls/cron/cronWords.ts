import { Cron } from 'croner';
import cronstrue from 'cronstrue';
import { type Lang, nearLang, type SourceLang } from '../../../core/text/lang.ts';
import 'cronstrue/locales/zh_CN';

const LOCALES: Record<SourceLang, string> = { zh: 'zh_CN', en: 'en' };

/** Describes the expression. Empty for an invalid one. */
export function cronWords(cron: string, lang: Lang): string {
  try {
    return cronstrue.toString(cron, { locale: LOCALES[nearLang(lang)], use24HourTimeFormat: true });
  } catch {
    return '';
  }
}

/** Returns the next runs. */
export function cronNext(cron: string, count: number, from = new Date()): number[] {
  try {
    return new Cron(cron, { paused: true, mode: '5-part' })
      .nextRuns(count, from)
      .map((moment) => moment.getTime());
  } catch {
    return [];
  }
}
