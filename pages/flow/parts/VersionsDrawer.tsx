import { Button, Drawer } from 'antd';
import type { FlowNode } from '../../../generated/definition.ts';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { TimeAgo } from '../../../runtime/kit/parts/TimeAgo.tsx';
import { SIZE } from '../../../runtime/kit/theme/tokens.ts';
import texts from '../texts.json';
import { Difference } from './Difference.tsx';
import { FlowOutline } from './FlowOutline.tsx';
import { type Design, flowOf } from './useFlows.ts';

interface Props {
  entity: Entity;
  design: Design;
  mayEdit: boolean;
  /** Continues editing with this flow. */
  onTake(flow: FlowNode[]): void;
  onClose(): void;
}

/** Lists all earlier flows, newest first, and last the built-in flow. */
export function VersionsDrawer({ entity, design, mayEdit, onTake, onClose }: Props) {
  const t = useT(texts);
  const restoreButton = (steps: Design['steps']) =>
    mayEdit && (
      <Button size="small" onClick={() => onTake(flowOf(steps))}>
        {t('flow.take')}
      </Button>
    );
  return (
    <Drawer open size={SIZE.form} title={t('flow.versions')} onClose={onClose}>
      <ul className="wd-flow-versions">
        {design.versions.map(({ version, steps, note, publishedBy, publishedAt, running }, at) => (
          <li key={version}>
            <details open={at === 0}>
              <summary>
                <strong>{t('flow.versionNo', { version })}</strong>
                {version === design.version && <small data-mark="now">{t('flow.inForce')}</small>}
                {running > 0 && <small>{t('flow.running', { count: running })}</small>}
              </summary>
              <Difference
                title={t('flow.againstBefore')}
                before={flowOf(design.versions[at + 1]?.steps ?? design.given)}
                after={flowOf(steps)}
              />
              <FlowOutline entity={entity} flow={flowOf(steps)} problems={[]} open={null} />
            </details>
            <p>
              {publishedBy?.name} <TimeAgo at={publishedAt} /> {note && <q>{note}</q>} {restoreButton(steps)}
            </p>
          </li>
        ))}
        <li>
          <details>
            <summary>
              <strong>{t('flow.given')}</strong>
              {design.version === null && <small data-mark="now">{t('flow.inForce')}</small>}
            </summary>
            <FlowOutline entity={entity} flow={flowOf(design.given)} problems={[]} open={null} />
          </details>
          <p>{restoreButton(design.given)}</p>
        </li>
      </ul>
    </Drawer>
  );
}
