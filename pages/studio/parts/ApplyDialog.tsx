import { Alert, Modal } from 'antd';
import { useState } from 'react';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { SIZE } from '../../../runtime/kit/theme/tokens.ts';
import texts from '../texts.json';
import type { Document, Kind, Verdict } from './document.ts';
import { Plan } from './Plan.tsx';
import { Says } from './Says.tsx';
import { Difference } from './source/Difference.tsx';
import { type Moves, movesOf, TakenChoices } from './TakenChoices.tsx';

interface Props {
  kind: Kind;
  before: Document | null;
  document: Document;
  plan: Verdict['plan'];
  mayApply: boolean;
  failure: string;
  busy: boolean;
  onApply(moves: ReturnType<typeof movesOf>): void;
  onCancel(): void;
}

/** Shows the last check before a definition applies to all users. */
export function ApplyDialog({
  kind,
  before,
  document,
  plan,
  mayApply,
  failure,
  busy,
  onApply,
  onCancel,
}: Props) {
  const t = useT(texts);
  const [chosen, setChosen] = useState<Moves>({});
  const taken = plan?.taken ?? [];
  const moves = movesOf(taken, chosen);
  const hindered =
    plan !== null && (plan.refused.length > 0 || plan.breaches.length > 0 || moves.length < taken.length);
  return (
    <Modal
      open
      title={t('studio.applyTitle')}
      width={SIZE.form}
      okText={t('studio.apply')}
      okButtonProps={{ loading: busy, disabled: hindered || !mayApply }}
      cancelText={t('common.cancel')}
      onOk={() => onApply(moves)}
      onCancel={onCancel}
    >
      <div className="wd-studio-summary">
        <Says {...{ kind, before, plan }} after={document} />
        <p>{t('studio.applyText')}</p>
        {!mayApply && <Alert type="warning" showIcon title={t('studio.notAdmin')} />}
        {failure && <Alert type="error" showIcon role="alert" title={failure} />}
        {plan && <h3>{t('studio.table')}</h3>}
        {plan && <TakenChoices {...{ document, taken }} moves={chosen} onMoves={setChosen} />}
        {plan && <Plan plan={plan} asked />}
        <h3>{t('studio.changes')}</h3>
        <Difference before={before} after={document} />
      </div>
    </Modal>
  );
}
