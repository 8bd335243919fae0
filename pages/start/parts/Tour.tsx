import { Button } from 'antd';
import { useId } from 'react';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../runtime/kit/theme/icons.ts';
import texts from '../texts.json';
import { StepList } from './StepList.tsx';
import { TENANT_STEPS } from './steps.ts';
import { useTour } from './useTour.ts';

/** Lists the first setup steps with links. A step is ticked when its records exist. */
export function Tour() {
  const t = useT(texts);
  const id = useId();
  const { done, dismiss } = useTour();
  if (!done) return null;
  const count = done.filter(Boolean).length;
  const total = TENANT_STEPS.length;
  return (
    <section className="wd-card wd-start-tour" aria-labelledby={id}>
      <header className="wd-start-tour-head">
        <div>
          <h3 id={id}>{t('start.tour')}</h3>
          <p>{count === total ? t('start.tourDone') : t('start.tourText', { count, total })}</p>
        </div>
        <Button icon={<Icon name="close" />} onClick={dismiss}>
          {t('start.tourDismiss')}
        </Button>
      </header>
      {count < total && <StepList steps={TENANT_STEPS} done={done} labelledBy={id} />}
    </section>
  );
}
