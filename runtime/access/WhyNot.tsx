import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Modal, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { call } from '../api/client.ts';
import type { Entity } from '../core/definitions/entities.ts';
import { queryClient } from '../form/queryClient.ts';
import { useT, useText } from '../i18n/index.ts';
import { useSession } from '../shell/session.ts';
import './access.css';

const STANDARD = ['update', 'delete', 'create', 'export', 'import'] as const;

export interface WhyNotProps {
  entity: Entity;
  /** A record; without one the question is about the entity as a whole. */
  id?: number;
  /** What is asked first; a person may ask about another action. */
  action?: string;
  field?: string;
  /** Somebody else than the one who asks. */
  userId?: number;
  onClose(): void;
}

/** Why something cannot be done here: the rule that decided, in words, and who could allow it. */
export function WhyNot({ entity, id, action, field, userId, onClose }: WhyNotProps) {
  const t = useT();
  const text = useText();
  const lang = useSession((session) => session.user?.lang);
  const moves = (entity.states?.transitions ?? []).map(({ name, title }) => ({
    value: name,
    label: text(title),
  }));
  const actions = [
    ...STANDARD.filter((one) => id === undefined || one === 'update' || one === 'delete').map((value) => ({
      value: value as string,
      label: t(`access.do.${value}`),
    })),
    ...moves,
  ];
  const [asked, setAsked] = useState(action ?? actions[0]?.value ?? 'update');
  const { data, isError, refetch } = useQuery(
    {
      queryKey: ['access', 'explain', entity.name, id, asked, field, userId, lang],
      queryFn: ({ signal }) =>
        call(
          'accessExplain',
          { query: { entity: entity.name, action: asked, id, field, userId } },
          { quiet: true, signal },
        ),
      staleTime: 0,
    },
    queryClient,
  );
  return (
    <Modal open title={t('access.why')} footer={null} onCancel={onClose} destroyOnHidden>
      <div className="wd-why">
        <Select aria-label={t('access.whyAction')} value={asked} options={actions} onChange={setAsked} />
        {isError ? (
          <Alert
            type="error"
            showIcon
            title={t('access.failed')}
            action={<Button onClick={() => void refetch()}>{t('form.retry')}</Button>}
          />
        ) : !data ? (
          <Skeleton active title={false} paragraph={{ rows: 3 }} />
        ) : (
          <>
            <Alert
              type={data.allowed ? 'success' : 'warning'}
              showIcon
              title={t(data.allowed ? 'access.allowed' : 'access.refused')}
            />
            <ul>
              {data.reasons.map((reason) => (
                <li key={reason.rule}>{reason.text}</li>
              ))}
            </ul>
            {data.askable.length > 0 && (
              <p>{t('access.askable', { names: data.askable.join(lang === 'zh' ? '、' : ', ') })}</p>
            )}
          </>
        )}
      </div>
    </Modal>
  );
}
