import { Drawer } from 'antd';
import { useEntityFor } from '../../../runtime/access/entityFor.ts';
import { ApprovalTimeline } from '../../../runtime/approval/ApprovalTimeline.tsx';
import { useApprovalDetail } from '../../../runtime/approval/approvalCalls.ts';
import { DecisionBar } from '../../../runtime/approval/DecisionBar.tsx';
import { type Entity, entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { Form } from '../../../runtime/form/Form.tsx';
import { useT, useText } from '../../../runtime/i18n/index.ts';
import { entityForm } from '../../../runtime/list/entityForm.ts';
import { Panel } from '../../../runtime/record/Panel.tsx';
import '../../../runtime/record/record.css';
import { SIZE, SPACE_STEP } from '../../../runtime/theme/tokens.ts';

const FRAME = SPACE_STEP * 12;

/** One request: what is asked, how it goes, and what one may do. */
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
