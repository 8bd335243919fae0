import { Button } from 'antd';
import type { Data } from '../../../generated/calls.ts';
import { formatMoment } from '../../core/numbers/format.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { useDangerAsk } from '../../kit/overlay/useDangerAsk.ts';
import { TimeAgo } from '../../kit/parts/TimeAgo.tsx';
import '../../form/rights/access.css';
import { permissionLines } from '../../form/rights/scopes.ts';
import { useCatalogue } from '../../form/rights/useCatalogue.ts';

type ApiKey = Data<'apiKeys'>[number];

interface Props {
  keys: readonly ApiKey[];
  revoke(key: ApiKey): Promise<void>;
}

/** Lists API keys with their permissions. Asks for confirmation before a key is revoked. */
export function KeyList({ keys, revoke }: Props) {
  const t = useT();
  const { ask, holder } = useDangerAsk();
  const confirm = (key: ApiKey) =>
    ask({
      title: t('me.keyRevokeTitle', { name: key.name }),
      content: t('me.keyRevokeText'),
      okText: t('me.keyRevoke'),
      run: () => revoke(key),
    });
  return (
    <ul className="wd-signin-list">
      {keys.map((key) => (
        <li key={key.id}>
          <div>
            <p>
              {key.name} <code>{key.hint}…</code>
            </p>
            <p className="wd-signin-note">
              <Scopes value={key.scopes} />
              <br />
              {t('me.keyUntil', { date: formatMoment(Date.parse(key.expiresAt), 'date') })} ·{' '}
              {key.lastUsedAt ? (
                <>
                  {t('me.keyUsed')} <TimeAgo at={key.lastUsedAt} />
                </>
              ) : (
                t('me.keyUnused')
              )}
            </p>
          </div>
          <Button size="small" danger onClick={() => confirm(key)}>
            {t('me.keyRevoke')}
          </Button>
        </li>
      ))}
      {holder}
    </ul>
  );
}

/** Shows the permissions in one line. Until their names are loaded, their keys are shown. */
function Scopes({ value }: { value: readonly string[] }) {
  const t = useT();
  const text = useText();
  const { data } = useCatalogue();
  if (value.includes('*')) return t('access.everything');
  if (!data) return value.join(', ');
  return permissionLines(data, value, text, t)
    .map(({ title, what }) => t('access.action', { title, action: what }))
    .join(t('access.between'));
}
