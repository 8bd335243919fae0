import { useQuery } from '@tanstack/react-query';
import { useId, useMemo } from 'react';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { queryClient } from '../../../runtime/kit/session/queryClient.ts';
import texts from '../texts.json';
import { StepList } from './StepList.tsx';
import { readDone, stationSteps } from './steps.ts';

/** The tab of a station's page with the missing setup steps (S1). */
export default function StationSteps({ values }: { values: Values }) {
  const t = useT(texts);
  const id = useId();
  const stationSn = String(values.sn ?? '');
  const steps = useMemo(() => stationSteps(stationSn), [stationSn]);
  const { data: done } = useQuery(
    {
      queryKey: ['stationSteps', stationSn],
      queryFn: ({ signal }) => readDone(steps, signal),
      // Reloaded at each visit, so that a completed step is ticked.
      refetchOnMount: 'always',
    },
    queryClient,
  );
  if (!done) return null;
  const missing = done.filter((isDone) => !isDone).length;
  return (
    <section aria-labelledby={id}>
      <p id={id}>{missing === 0 ? t('start.stationReady') : t('start.stationLacks', { count: missing })}</p>
      <StepList steps={steps} done={done} labelledBy={id} />
    </section>
  );
}
