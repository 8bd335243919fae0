import { Link } from 'react-router';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../runtime/kit/theme/icons.ts';
import texts from '../texts.json';
import type { Step } from './steps.ts';
import './steps.css';

interface Props {
  steps: readonly Step[];
  done: readonly boolean[];
  /** The id of the heading above the list. */
  labelledBy: string;
}

/** Lists the steps with links. Completed steps are ticked. */
export function StepList({ steps, done, labelledBy }: Props) {
  const t = useT(texts);
  return (
    <div className="wd-steps">
      <progress value={done.filter(Boolean).length} max={steps.length} aria-labelledby={labelledBy} />
      <ol>
        {steps.map(({ key, path }, at) => (
          <li key={key} data-done={done[at]}>
            <Link to={path}>
              <Icon name={done[at] ? 'check' : 'chevron'} size={16} />
              <span>
                {t(`start.step.${key}`)}
                <span className="wd-hidden">{done[at] ? ` (${t('start.stepDone')})` : ''}</span>
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </div>
  );
}
