import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import type { Data } from '../../../generated/calls.ts';
import { call } from '../../kit/api/client.ts';
import { notifyFailure } from '../../kit/api/failure.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { TimeAgo } from '../../kit/parts/TimeAgo.tsx';
import { queryClient } from '../../kit/session/queryClient.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import { AttributeDialog } from './AttributeDialog.tsx';
import { SCOPE_TITLES, type Scope } from './attributeScopes.ts';
import { showAttribute } from './attributeText.ts';
import './deviceAttributes.css';

type Attribute = Data<'deviceAttributes'>[number];
const SCOPES = Object.keys(SCOPE_TITLES) as Scope[];

interface Props {
  id: number;
  mayUpdate: boolean;
}

/** Shows the attributes that a device reports, those that it receives, and those that users noted. */
export function DeviceAttributes({ id, mayUpdate }: Props) {
  const t = useT();
  const key = ['record', 'device', id, 'attributes'];
  const [editing, setEditing] = useState<Attribute | 'new' | null>(null);
  const cache = useQueryClient(queryClient);
  const { data } = useQuery(
    {
      queryKey: key,
      queryFn: ({ signal }) => call('deviceAttributes', { path: { id } }, { quiet: true, signal }),
    },
    queryClient,
  );
  // Hidden without attributes, unless the user may add some.
  if (!data || (data.length === 0 && !mayUpdate)) return null;

  function changed(attributes: readonly Attribute[]): void {
    cache.setQueryData(key, attributes);
    setEditing(null);
  }

  async function remove({ scope, key: name }: Attribute): Promise<void> {
    if (scope === 'client') return;
    try {
      changed(await call('deviceAttributeRemove', { path: { id }, query: { scope, key: name } }));
    } catch (error) {
      notifyFailure(error);
    }
  }

  return (
    <section className="wd-attributes" aria-label={t('attributes.title')}>
      <h3>{t('attributes.title')}</h3>
      {SCOPES.map((scope) => (
        <ScopeAttributes
          key={scope}
          scope={scope}
          attributes={data.filter((attribute) => attribute.scope === scope)}
          mayUpdate={mayUpdate && scope !== 'client'}
          onEdit={setEditing}
          onRemove={(attribute) => void remove(attribute)}
        />
      ))}
      {mayUpdate && (
        <Button size="small" icon={<Icon name="plus" />} onClick={() => setEditing('new')}>
          {t('attributes.add')}
        </Button>
      )}
      {editing && (
        <AttributeDialog
          id={id}
          attribute={editing === 'new' ? null : editing}
          onSaved={changed}
          onClose={() => setEditing(null)}
        />
      )}
    </section>
  );
}

interface ScopeProps {
  scope: Scope;
  attributes: readonly Attribute[];
  mayUpdate: boolean;
  onEdit(attribute: Attribute): void;
  onRemove(attribute: Attribute): void;
}

function ScopeAttributes({ scope, attributes, mayUpdate, onEdit, onRemove }: ScopeProps) {
  const t = useT();
  const text = useText();
  if (attributes.length === 0) return null;
  return (
    <div>
      <h4>{text(SCOPE_TITLES[scope])}</h4>
      <ul aria-label={text(SCOPE_TITLES[scope])}>
        {attributes.map((attribute) => (
          <li key={attribute.key}>
            <span className="wd-attribute-key">{attribute.key}</span>
            <span className="wd-attribute-value">{showAttribute(attribute.value)}</span>
            <span className="wd-attribute-time">
              <TimeAgo at={attribute.updatedAt} />
            </span>
            {mayUpdate && (
              <span className="wd-attribute-tools">
                <Button
                  type="text"
                  size="small"
                  icon={<Icon name="edit" />}
                  aria-label={t('attributes.editOf', { key: attribute.key })}
                  onClick={() => onEdit(attribute)}
                />
                <Button
                  type="text"
                  size="small"
                  danger
                  icon={<Icon name="delete" />}
                  aria-label={t('attributes.removeOf', { key: attribute.key })}
                  onClick={() => onRemove(attribute)}
                />
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
