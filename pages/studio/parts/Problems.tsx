import { pickText } from '../../../runtime/core/text/pickText.ts';
import { useLang, useT } from '../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import texts from '../texts.json';
import type { StudioProblem } from './document.ts';

interface Props {
  problems: readonly StudioProblem[];
  /** The text is not valid JSON. This is shown before other problems. */
  broken: boolean;
  checking: boolean;
  onGo(problem: StudioProblem): void;
}

/** Returns the place of a problem, in a text with the character, counted from 1. */
function placeText({ file, pointer, at }: StudioProblem): string {
  const place = file ? `${file}#${pointer}` : pointer || '/';
  return at === undefined ? place : `${place}:${at + 1}`;
}

/** Lists all problems, each with a link to its place. */
export function Problems({ problems, broken, checking, onGo }: Props) {
  const t = useT(texts);
  const lang = useLang();
  const fine = !broken && problems.length === 0;
  return (
    <section
      className="wd-studio-problems"
      aria-label={t('studio.problems')}
      aria-live="polite"
      aria-busy={checking}
    >
      {broken && (
        <p data-state="critical">
          <Icon name="alarm" /> {t('studio.notJson')}
        </p>
      )}
      {fine && (
        <p data-state={checking ? 'unknown' : 'normal'}>
          <Icon name={checking ? 'refresh' : 'check'} />{' '}
          {t(checking ? 'studio.checking' : 'studio.noProblems')}
        </p>
      )}
      {!broken && problems.length > 0 && (
        <ul>
          {problems.map((problem) => (
            <li key={`${problem.file} ${problem.pointer} ${problem.en}`}>
              <button type="button" disabled={problem.file !== null} onClick={() => onGo(problem)}>
                <Icon name="alarm" />
                <code>{placeText(problem)}</code>
                <span>{pickText(problem, lang)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
