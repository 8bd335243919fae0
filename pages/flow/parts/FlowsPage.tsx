import '../../../runtime/core/definitions/allEntities.ts';
import { Button, Skeleton } from 'antd';
import { useSearchParams } from 'react-router';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import { ListFailed } from '../../../runtime/kit/states/ListStates.tsx';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import '../../../runtime/list/screen/list.css';
import '../flow.css';
import texts from '../texts.json';
import { FlowDesigner } from './FlowDesigner.tsx';
import { type FlowEntry, useDesign, useFlows } from './useFlows.ts';

const CHOSEN = 'entity';
const SIGN = 28;

/** Lists the tenant's approval flows, and edits one of them. */
export function FlowsPage() {
  const t = useT(texts);
  const text = useText();
  const [params, setParams] = useSearchParams();
  const { data, isPending, isError, refetch } = useFlows();
  const chosen = params.get(CHOSEN);
  const entry = data?.find(({ entity }) => entity === chosen);
  if (isError && !data) return <ListFailed title={t('flow.flows')} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton active paragraph={{ rows: 8 }} />;
  return (
    <div className="wd-flow" data-open={entry ? '' : undefined}>
      <nav className="wd-flow-list wd-card" aria-label={t('flow.flows')}>
        <ul>
          {(data ?? []).map((one) => (
            <li key={one.entity}>
              <button
                type="button"
                aria-current={one.entity === chosen ? 'page' : undefined}
                onClick={() => setParams({ [CHOSEN]: one.entity })}
              >
                <span>{text(one.title)}</span>
                <small>
                  {one.version === null ? t('flow.given') : t('flow.versionNo', { version: one.version })}
                  {one.running > 0 && ` · ${t('flow.running', { count: one.running })}`}
                </small>
                {one.draft && <small data-mark="draft">{t('flow.draft')}</small>}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <div className="wd-flow-main">
        {entry ? (
          <>
            <Button
              className="wd-flow-back"
              type="text"
              icon={<Icon name="back" />}
              onClick={() => setParams({})}
            >
              {t('flow.flows')}
            </Button>
            <Chosen key={entry.entity} entry={entry} />
          </>
        ) : (
          <div className="wd-flow-empty">
            <Icon name="stamp" size={SIGN} />
            <h2>{t('flow.emptyTitle')}</h2>
            <p>{t('flow.emptyText')}</p>
          </div>
        )}
      </div>
    </div>
  );
}

function Chosen({ entry }: { entry: FlowEntry }) {
  const t = useT(texts);
  const { data, isPending, isError, refetch } = useDesign(entry.entity);
  const entity = entityRegistry.get(entry.entity);
  if (isPending) return <Skeleton active paragraph={{ rows: 8 }} />;
  if (isError || !data || !entity)
    return <ListFailed title={t('flow.designer')} onRetry={() => void refetch()} />;
  const key = `${data.version ?? 0}`;
  return <FlowDesigner key={key} entity={entity} design={data} running={entry.running} />;
}
