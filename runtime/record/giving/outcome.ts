/** Describes the result of handing over or sharing records. */
import { formatNumber } from '../../core/numbers/format.ts';
import { type Lang, languageOf } from '../../core/text/lang.ts';
import { notify } from '../../kit/api/notices.ts';
import { useLang, useT } from '../../kit/i18n/index.ts';
import texts from './texts.json';

export interface Refused {
  id: number;
  reason: string;
}

export interface Outcome {
  moved: number;
  refused: Refused[];
}

/** Returns the distinct reasons of skipped records as one sentence. */
export const reasonsOf = (refused: readonly Refused[], lang: Lang): string =>
  [...new Set(refused.map(({ reason }) => reason))].join(languageOf(lang).semicolon);

const WORDS = {
  handover: ['list.handedOver', 'list.handedOverSome'],
  share: ['share.done', 'share.doneSome'],
} as const;

export function useOutcome() {
  const t = useT(texts);
  const lang = useLang();
  return ({ moved, refused }: Outcome, what: keyof typeof WORDS): void => {
    const [whole, some] = WORDS[what];
    const reasons = reasonsOf(refused, lang);
    const params = { count: formatNumber(moved), left: formatNumber(refused.length), reasons };
    const isSome = refused.length > 0;
    notify({ kind: isSome ? 'warning' : 'success', text: { text: t(isSome ? some : whole, params) } });
  };
}
