import { Cron } from 'croner';
import cronstrue from 'cronstrue';
import type { Lang } from '../../../core/text/lang.ts';
import 'cronstrue/locales/zh_CN';

const LOCALES: Record<Lang, string> = { zh: 'zh_CN', en: 'en' };

/** The expression in words; empty when it is none. */
export function cronWords(cron: string, lang: Lang): string {
  try {
    return cronstrue.toString(cron, { locale: LOCALES[lang], use24HourTimeFormat: true });
  } catch {
    return '';
  }
}

/** The next moments, in the reader's time zone. */
export function cronNext(cron: string, count: number, from = new Date()): number[] {
  try {
    return new Cron(cron, { paused: true, mode: '5-part' })
      .nextRuns(count, from)
      .map((moment) => moment.getTime());
  } catch {
    return [];
  }
}
