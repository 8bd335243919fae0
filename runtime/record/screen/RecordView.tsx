import { Tabs } from 'antd';
import { entityForm } from '../../form/model/entityForm.ts';
import { Form } from '../../form/screen/Form.tsx';
import { ShownValue } from '../../form/shown/ShownValue.tsx';
import { useT, useText } from '../../kit/i18n/index.ts';
import { useEntityFor } from '../../kit/session/entityFor.ts';
import { SPACE_STEP } from '../../kit/theme/tokens.ts';
import { usePhone } from '../../kit/theme/useMedia.ts';
import { AccessBar } from '../access/AccessBar.tsx';
import { Attachments } from '../activity/Attachments.tsx';
import { Comments } from '../activity/Comments.tsx';
import { History } from '../activity/History.tsx';
import { RecordApproval } from '../approval/RecordApproval.tsx';
import type { ListRecord } from '../calls/useRecords.ts';
import { DeviceAttributes } from '../device/DeviceAttributes.tsx';
import { listField } from '../query/fields.ts';
import { TransitionBar } from '../states/TransitionBar.tsx';
import { Related } from './Related.tsx';
import '../activity/record.css';
import { type RecordRef, useRecordCounts } from '../calls/recordCalls.ts';

export const RECORD_TABS = ['details', 'history', 'comments', 'attachments'] as const;
export type RecordTab = (typeof RECORD_TABS)[number];

/** All tabs fit beside each other. */
const PHONE_GUTTER = SPACE_STEP * 4;

interface Props {
  entity: RecordRef['entity'];
  record: ListRecord;
  tab: RecordTab;
  onTab(tab: RecordTab): void;
}

/** All about one record: what it is, what happened to it, what people say, which files belong to it. */
export function RecordView({ entity, record, tab, onTab }: Props) {
  const t = useT();
  const phone = usePhone();
  const ref = { entity, id: record.id };
  const counts = useRecordCounts(ref);
  const counted = (title: string, count: number | undefined) =>
    count ? t('record.countOf', { title, count }) : title;
  const panels: Record<RecordTab, { label: string; inside: () => React.ReactNode }> = {
    details: {
      label: t('record.details'),
      inside: () => <Details entity={entity} record={record} />,
    },
    history: {
      label: t('record.history'),
      inside: () => <History entity={entity} record={record} onReverted={() => onTab('details')} />,
    },
    comments: {
      label: counted(t('record.comments'), counts?.comments),
      inside: () => <Comments record={ref} />,
    },
    attachments: {
      label: counted(t('record.attachments'), counts?.attachments),
      inside: () => <Attachments record={ref} mayUpdate={record._actions?.includes('update') === true} />,
    },
  };
  return (
    <Tabs
      className="wd-record-tabs"
      {...(phone && { tabBarGutter: PHONE_GUTTER })}
      activeKey={tab}
      onChange={(key) => onTab(key as RecordTab)}
      items={RECORD_TABS.map((key) => ({
        key,
        label: panels[key].label,
        // Only what is looked at asks the server.
        children: key === tab && panels[key].inside(),
      }))}
    />
  );
}

function Details({ entity: whole, record }: Pick<Props, 'entity' | 'record'>) {
  const text = useText();
  const entity = useEntityFor(whole, 'read');
  return (
    <>
      {entity.states && <TransitionBar entity={entity} record={record} />}
      {entity.approval && <RecordApproval entity={entity} record={record} />}
      <Form key={record.version} form={entityForm(entity)} value={record} readOnly />
      <dl className="wd-record-times">
        {['createdAt', 'updatedAt'].map((name) => (
          <div key={name}>
            <dt>{text(listField(entity, name).title!)}</dt>
            <dd>
              <ShownValue field={listField(entity, name)} value={record[name]} />
            </dd>
          </div>
        ))}
      </dl>
      {entity.name === 'device' && (
        <DeviceAttributes id={record.id} mayUpdate={record._actions?.includes('update') === true} />
      )}
      <Related entity={entity} record={record} />
      <AccessBar entity={entity.name} record={record} />
    </>
  );
}
