import '../../../runtime/core/definitions/allEntities.ts';
import { Drawer } from 'antd';
import { type Entity, entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { entityForm } from '../../../runtime/form/model/entityForm.ts';
import { Form } from '../../../runtime/form/screen/Form.tsx';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import { Panel } from '../../../runtime/kit/parts/Panel.tsx';
import { useEntityFor } from '../../../runtime/kit/session/entityFor.ts';
import { ApprovalTimeline } from '../../../runtime/record/approval/ApprovalTimeline.tsx';
import { useApprovalDetail } from '../../../runtime/record/approval/approvalCalls.ts';
import { DecisionBar } from '../../../runtime/record/approval/DecisionBar.tsx';
import '../../../runtime/record/activity/record.css';
import { SIZE, SPACE_STEP } from '../../../runtime/kit/theme/tokens.ts';

const FRAME = SPACE_STEP * 12;

/** Shows a request: its content, its progress, and the user's actions. */
export function RequestDrawer({ id, onClose }: { id: number; onClose(): void }) {
  const t = useT();
  const text = useText();
  const { data, isPending, isError, refetch } = useApprovalDetail(id);
  const request = data?.request;
  const entity = request && entityRegistry.get(request.entity);
  return (
    <Drawer
      open
      size={SIZE.form + FRAME}
      title={
        request ? `${entity ? `${text(entity.title)} · ` : ''}${request.recordLabel}` : t('approval.title')
      }
      onClose={onClose}
    >
      <Panel icon="stamp" pending={isPending} failed={isError && !data} onRetry={() => void refetch()}>
        {request && (
          <>
            {entity && data.record ? (
              <RecordFields key={data.record.version} entity={entity} record={data.record} />
            ) : (
              <p>{t(data.withheld ? 'approval.recordWithheld' : 'approval.recordGone')}</p>
            )}
            <h3 className="wd-apply-heading">{t('approval.timeline')}</h3>
            <ApprovalTimeline request={request} />
            <DecisionBar request={request} />
          </>
        )}
      </Panel>
    </Drawer>
  );
}

function RecordFields({ entity: whole, record }: { entity: Entity; record: object }) {
  const entity = useEntityFor(whole, 'read');
  return <Form form={entityForm(entity)} value={{ ...record }} readOnly />;
}
