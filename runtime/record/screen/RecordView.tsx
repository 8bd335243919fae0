import '../../core/definitions/allEntities.ts';
import { Tabs } from 'antd';
import { entityRegistry } from '../../core/definitions/entities.ts';
import { lockedFields } from '../../core/rules/states.ts';
import { entityForm } from '../../form/model/entityForm.ts';
import { Form } from '../../form/screen/Form.tsx';
import { RefLinkContext } from '../../form/shown/refLink.ts';
import { ShownValue } from '../../form/shown/ShownValue.tsx';
import { useT, useText } from '../../kit/i18n/index.ts';
import { later } from '../../kit/overlay/later.tsx';
import { useEntityFor } from '../../kit/session/entityFor.ts';
import { useSession } from '../../kit/session/session.ts';
import { SPACE_STEP } from '../../kit/theme/tokens.ts';
import { usePhone } from '../../kit/theme/useMedia.ts';
import { AccessBar } from '../accounts/AccessBar.tsx';
import { Attachments } from '../activity/Attachments.tsx';
import { Comments } from '../activity/Comments.tsx';
import { History } from '../activity/History.tsx';
import { RecordApproval } from '../approval/RecordApproval.tsx';
import { type AssemblyTabProps, assemblyWords } from '../assembly/assembly.ts';
import type { ListRecord } from '../calls/useRecords.ts';
import { DeviceAttributes } from '../device/DeviceAttributes.tsx';
import { useEntityTabs } from '../dialog/entityExtras.ts';
import { useOpened } from '../marks/marks.ts';
import { listField } from '../query/fields.ts';
import { TransitionBar } from '../states/TransitionBar.tsx';
import { WaitingBar } from '../waiting/WaitingBar.tsx';
import { type ChildListProps, childTabs, loadChildList } from './childLists.ts';
import { RecordHead } from './RecordHead.tsx';
import { Related } from './Related.tsx';
import { useRefLink } from './useRefLink.ts';
import '../activity/record.css';
import { type RecordRef, useRecordCounts } from '../calls/recordCalls.ts';

export const RECORD_TABS = ['details', 'history', 'comments', 'attachments'] as const;
/** The name of a tab: one of these, or the entity of listed children. */
export type RecordTab = string;

const ChildList = later<ChildListProps>(loadChildList);
const AssemblyTab = later<AssemblyTabProps>(() => import('../assembly/AssemblyTab.tsx'));

/** Gutter in px at which all tabs fit on a phone. */
const PHONE_GUTTER = SPACE_STEP * 4;

interface Props {
  entity: RecordRef['entity'];
  record: ListRecord;
  tab: RecordTab;
  onTab(tab: RecordTab): void;
  /** True on the record's own page, which has space for lists of referring records. */
  isPage?: boolean;
}

/** Shows everything about one record: its fields, history, comments and files. */
export function RecordView({ entity, record, tab, onTab, isPage = false }: Props) {
  const t = useT();
  const phone = usePhone();
  const ref = { entity, id: record.id };
  const counts = useRecordCounts(ref);
  useOpened(entity, record);
  const counted = (title: string, count: number | undefined) =>
    count ? t('record.countOf', { title, count }) : title;
  const seen = useEntityFor(entity, 'read');
  const children = useChildTabs(entity, record);
  const related = useRelatedTabs(isPage ? seen.detail : undefined, record);
  const assembly = useAssemblyTab(isPage ? seen : null, record);
  const handMade = useHandMadeTabs(isPage ? entity.name : '', record);
  const panels: Record<string, { label: string; inside: () => React.ReactNode }> = {
    details: {
      label: t('record.details'),
      inside: () => <Details entity={entity} record={record} isPage={isPage} />,
    },
    ...assembly,
    ...handMade,
    ...children,
    ...related,
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
  const shown = tab in panels ? tab : 'details';
  return (
    <>
      <RecordHead entity={seen} record={record} />
      <Tabs
        className="wd-record-tabs"
        {...(phone && { tabBarGutter: PHONE_GUTTER })}
        activeKey={shown}
        onChange={onTab}
        items={Object.entries(panels).map(([key, { label, inside }]) => ({
          key,
          label,
          // Only the active tab renders its content and sends requests.
          children: key === shown && inside(),
        }))}
      />
    </>
  );
}

type Tab = NonNullable<NonNullable<RecordRef['entity']['detail']>['tabs']>[number];

/**
 * Returns the value by which other records refer to this record, or to its reference. For a field of many references,
 * it is contained in the list. Null for an empty reference.
 */
function parentField(
  entity: RecordRef['entity'],
  { by, same }: Tab,
  record: ListRecord,
): ChildListProps['held'] | null {
  const field = entity.schema.properties?.[by] ?? {};
  const value = record[same ?? (field.items ?? field)['x-refKey'] ?? 'id'] as string | number | null;
  if (value === null || value === undefined) return null;
  return { field: by, value: field.items ? [value] : value };
}

type Panels = Record<string, { label: string; inside(): React.ReactNode }>;

/** Returns the tabs with referring records that the page defines and the user may list. */
function useRelatedTabs(detail: RecordRef['entity']['detail'], record: ListRecord): Panels {
  const text = useText();
  const can = useSession((session) => session.can);
  const tabs = (detail?.tabs ?? []).flatMap((tab): [string, Panels[string]][] => {
    const { of, by, title } = tab;
    const entity = entityRegistry.get(of);
    const fixed = entity && parentField(entity, tab, record);
    if (!fixed || !can(`${of}:list`)) return [];
    const key = `${of}.${by}`;
    const inside = () => <ChildList key={key} entity={entity} held={fixed} />;
    return [[key, { label: text(title ?? entity.title), inside }]];
  });
  return Object.fromEntries(tabs);
}

/** Returns the tab with a record's parts, if its entity has quantities that the user may see. */
function useAssemblyTab(entity: RecordRef['entity'] | null, record: ListRecord): Panels {
  const t = useT();
  const can = useSession((session) => session.can);
  const refLink = useRefLink();
  if (!entity || !can(`${entity.name}:list`) || !assemblyWords(entity)) return {};
  const inside = () => (
    <RefLinkContext value={refLink}>
      <AssemblyTab key={record.id} entity={entity} record={record} />
    </RefLinkContext>
  );
  return { assembly: { label: t('record.assembly'), inside } };
}

/** Returns the additional tabs that pages register. */
function useHandMadeTabs(entity: string, record: ListRecord): Panels {
  const text = useText();
  const tabs = useEntityTabs(entity).map(({ key, title, Tab }): [string, Panels[string]] => [
    key,
    { label: text(title), inside: () => <Tab key={record.id} values={record} /> },
  ]);
  return Object.fromEntries(tabs);
}

/** Returns the tabs of children that the user may list. */
function useChildTabs(parent: RecordRef['entity'], record: ListRecord) {
  const text = useText();
  const can = useSession((session) => session.can);
  const isLocked = lockedFields(parent, record).length > 0;
  const tabs = childTabs(parent.name, entityRegistry.all()).filter((child) => can(`${child.name}:list`));
  return Object.fromEntries(
    tabs.map((child) => {
      const { field, as, locked } = child.of!;
      const value = record[child.schema.properties?.[field]?.['x-refKey'] ?? 'id'] as string | number;
      const isClosed = isLocked && locked === 'with';
      const inside = () => <ChildList key={as} entity={child} {...{ held: { field, value }, isClosed }} />;
      return [as, { label: text(child.title), inside }];
    }),
  );
}

function Details({ entity: whole, record, isPage }: Pick<Props, 'entity' | 'record' | 'isPage'>) {
  const text = useText();
  const entity = useEntityFor(whole, 'read');
  const refLink = useRefLink();
  return (
    <RefLinkContext value={refLink}>
      <WaitingBar entity={entity.name} id={record.id} />
      {(entity.states || entity.actions) && <TransitionBar entity={entity} record={record} />}
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
      <Related entity={entity} record={record} isPage={isPage === true} />
      <AccessBar entity={entity.name} record={record} />
    </RefLinkContext>
  );
}
