import { Alert, Button, Modal } from 'antd';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { SIZE } from '../../../runtime/kit/theme/tokens.ts';
import texts from '../texts.json';
import { Difference } from './Difference.tsx';
import type { Document, Verdict } from './document.ts';
import { Plan } from './Plan.tsx';

interface Props {
  before: Document | null;
  document: Document;
  plan: Verdict['plan'];
  mayApply: boolean;
  failure: string;
  busy: boolean;
  onApply(): void;
  onCancel(): void;
}

/** The last look before a definition holds for everybody. */
export function ApplyDialog({ before, document, plan, mayApply, failure, busy, onApply, onCancel }: Props) {
  const t = useT(texts);
  const hindered = plan !== null && (plan.refused.length > 0 || plan.breaches.length > 0);
  return (
    <Modal
      open
      title={t('studio.applyTitle')}
      width={SIZE.form}
      onCancel={onCancel}
      footer={[
        <Button key="cancel" onClick={onCancel}>
          {t('common.cancel')}
        </Button>,
        <Button key="apply" type="primary" loading={busy} disabled={hindered || !mayApply} onClick={onApply}>
          {t('studio.apply')}
        </Button>,
      ]}
    >
      <div className="wd-studio-summary">
        <p>{t('studio.applyText')}</p>
        {!mayApply && <Alert type="warning" showIcon title={t('studio.notAdmin')} />}
        {failure && <Alert type="error" showIcon role="alert" title={failure} />}
        {plan && <h3>{t('studio.table')}</h3>}
        {plan && <Plan plan={plan} />}
        <h3>{t('studio.changes')}</h3>
        <Difference before={before} after={document} />
      </div>
    </Modal>
  );
}
