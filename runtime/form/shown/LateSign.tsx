import { useT } from '../../kit/i18n/index.ts';
import { StateTag } from './StateTag.tsx';
import texts from './texts.json';

/** Marks a day that is overdue. */
export function LateSign() {
  const t = useT(texts);
  return (
    <>
      {' '}
      <StateTag option={{ value: 'late', label: t('shown.late'), color: 'critical', disabled: false }} />
    </>
  );
}
