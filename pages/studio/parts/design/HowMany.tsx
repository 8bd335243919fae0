import { useT } from '../../../../runtime/kit/i18n/index.ts';
import { useDesign } from './designContext.ts';
import texts from './texts.json';

interface Props {
  pointer: string;
  /** Counts the records that break a rule, instead of those that fulfil a condition. */
  isRule?: boolean;
}

/**
 * Shows for how many of the newest records a condition is true. A condition that is never true is probably a mistake.
 */
export function HowMany({ pointer, isRule = false }: Props) {
  const t = useT(texts);
  const truth = useDesign().truths.find((one) => one.pointer === pointer);
  if (!truth || truth.records === 0) return null;
  const { records, holding } = truth;
  const count = isRule ? records - holding : holding;
  const isOdd = isRule ? count > 0 : count === 0;
  return (
    <p className={isOdd ? 'wd-design-mistake' : 'wd-studio-note'} role="status">
      {t(isRule ? 'design.brokenBy' : 'design.trueFor', { count, records })}
    </p>
  );
}
