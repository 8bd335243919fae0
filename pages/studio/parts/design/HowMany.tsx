import { useT } from '../../../../runtime/kit/i18n/index.ts';
import { useDesign } from './designContext.ts';
import texts from './texts.json';

interface Props {
  pointer: string;
  /** A rule is broken; a condition is true. */
  isRule?: boolean;
}

/** Says how a condition turns out over the newest records: one that is never true is seldom meant. */
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
