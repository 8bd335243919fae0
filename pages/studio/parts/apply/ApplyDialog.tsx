import { Alert, Modal } from 'antd';
import { useState } from 'react';
import type { SeededRole } from '../../../../runtime/core/access/seededRoles.ts';
import { useT } from '../../../../runtime/kit/i18n/index.ts';
import { SIZE } from '../../../../runtime/kit/theme/tokens.ts';
import texts from '../../texts.json';
import type { Document, Kind, Verdict } from '../document.ts';
import { Difference } from '../source/Difference.tsx';
import './apply.css';
import { ChangeWords } from './ChangeWords.tsx';
import { GivenRights } from './GivenRights.tsx';
import { Plan } from './Plan.tsx';
import { type Moves, movesOf, UsedChoices } from './UsedChoices.tsx';

interface Props {
  kind: Kind;
  before: Document | null;
  document: Document;
  plan: Verdict['plan'];
  rights: Verdict['rights'];
  mayApply: boolean;
  failure: string;
  busy: boolean;
  onApply(moves: ReturnType<typeof movesOf>, roles: SeededRole[]): void;
  onCancel(): void;
}

/** Shows the last check before a definition applies to all users. */
export function ApplyDialog(props: Props) {
  const { kind, before, document, plan, rights, mayApply, failure, busy, onApply, onCancel } = props;
  const t = useT(texts);
  const [roles, setRoles] = useState<SeededRole[]>(() => rights.map(({ role }) => role));
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
      onOk={() => onApply(moves, roles)}
      onCancel={onCancel}
    >
      <div className="wd-studio-summary">
        <ChangeWords {...{ kind, before, plan }} after={document} />
        <p className="wd-studio-note">{t('studio.applyText')}</p>
        {!mayApply && <Alert type="warning" showIcon title={t('studio.notAdmin')} />}
        {failure && <Alert type="error" showIcon role="alert" title={failure} />}
        {rights.length > 0 && <GivenRights {...{ document, rights, roles }} onRoles={setRoles} />}
        {plan && <h3>{t('studio.table')}</h3>}
        {plan && <UsedChoices {...{ document, taken }} moves={chosen} onMoves={setChosen} />}
        {plan && <Plan plan={plan} asked />}
        <h3>{t('studio.changes')}</h3>
        <Difference before={before} after={document} />
      </div>
    </Modal>
  );
}
