import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { loadEntity } from '../../../runtime/kit/api/loadEntity.ts';
import { notify } from '../../../runtime/kit/api/notices.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { useSession } from '../../../runtime/kit/session/session.ts';
import { Icon } from '../../../runtime/kit/theme/icons.ts';
import { RecordDialog } from '../../../runtime/record/dialog/RecordDialog.tsx';
import texts from '../texts.json';
import { Section } from './Section.tsx';

const ENTITY = 'userFeedback';
const LIST = '/main/operation/feedback';

/** Shows a form that sends feedback (C038), and a link to the user's earlier feedback. */
export function Feedback() {
  const t = useT(texts);
  const can = useSession((session) => session.can);
  const [state, setState] = useState<'closed' | 'loading' | 'open'>('closed');
  if (!can(`${ENTITY}:create`)) return null;
  const open = async () => {
    setState('loading');
    await loadEntity(ENTITY).then(
      () => setState('open'),
      () => {
        setState('closed');
        notify({ kind: 'warning', text: { text: t('me.feedbackFailed') } });
      },
    );
  };
  return (
    <Section title={t('me.feedback')} text={t('me.feedbackText')}>
      <Button
        icon={<Icon name="message" size={16} />}
        loading={state === 'loading'}
        onClick={() => void open()}
      >
        {t('me.feedbackSend')}
      </Button>
      {can(`${ENTITY}:list`) && (
        <p className="wd-me-text">
          <Link to={LIST}>{t('me.feedbackSent')}</Link>
        </p>
      )}
      {state === 'open' && (
        <RecordDialog entity={entityOf(ENTITY)} record={null} onClose={() => setState('closed')} />
      )}
    </Section>
  );
}
