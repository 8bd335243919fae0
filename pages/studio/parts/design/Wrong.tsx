import { pickText } from '../../../../runtime/core/text/pickText.ts';
import { useLang } from '../../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../../runtime/kit/theme/Icon.tsx';
import type { StudioProblem } from '../document.ts';
import { problemsAt } from './places.ts';

interface Props {
  problems: readonly StudioProblem[];
  pointer: string;
}

/** Shows the errors at a place of the document. */
export function Wrong({ problems, pointer }: Props) {
  const lang = useLang();
  return problemsAt(problems, pointer).map((problem) => (
    <p key={problem.pointer + problem.en} className="wd-design-wrong" role="alert">
      <Icon name="alarm" /> {pickText(problem, lang)}
    </p>
  ));
}
