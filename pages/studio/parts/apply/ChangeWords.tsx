import { useT, useText } from '../../../../runtime/kit/i18n/index.ts';
import texts from '../../texts.json';
import type { Document, Kind, Verdict } from '../document.ts';
import { changeWords } from './words/changeWords.ts';

interface Props {
  kind: Kind;
  before: Document | null;
  after: Document;
  plan: Verdict['plan'];
}

/** Lists what a definition will change when it is applied. */
export function ChangeWords({ kind, before, after, plan }: Props) {
  const t = useT(texts);
  const text = useText();
  return (
    <ul className="wd-studio-words" aria-label={t('studio.willBe')}>
      {changeWords(kind, before, after, plan).map((words) => (
        <li key={words.en}>{text(words)}</li>
      ))}
    </ul>
  );
}
