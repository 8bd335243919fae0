import '../../../../runtime/core/definitions/allEntities.ts';
import { Tabs } from 'antd';
import { type ReactNode, useMemo } from 'react';
import type {
  DictionaryDefinition,
  DocumentDefinition,
  StatisticDefinition,
} from '../../../../generated/definition.ts';
import { useT } from '../../../../runtime/kit/i18n/index.ts';
import type { Document, Kind, StudioProblem, Verdict } from '../document.ts';
import { ApprovalDesign } from './approval/ApprovalDesign.tsx';
import { CallDesign } from './calls/CallDesign.tsx';
import type { CallDocument } from './calls/callChanges.ts';
import { type Design, DesignContext } from './designContext.ts';
import { EntriesDesign } from './dictionary/EntriesDesign.tsx';
import { documentOf, entityOf } from './entityDoc.ts';
import { FormDesign } from './fields/FormDesign.tsx';
import { ListDesign } from './lists/ListDesign.tsx';
import { ReportDesign } from './lists/ReportDesign.tsx';
import { PaperDesign } from './paper/PaperDesign.tsx';
import { RightsDesign } from './rules/RightsDesign.tsx';
import { StatesDesign } from './states/StatesDesign.tsx';
import './design.css';
import texts from './texts.json';
import { useSpell } from './useSpell.ts';

export type DesignTab =
  | 'form'
  | 'list'
  | 'states'
  | 'approval'
  | 'rights'
  | 'report'
  | 'paper'
  | 'entries'
  | 'call'
  | 'code';

/** The tabs of a kind. Kinds without a designer are edited as code. */
const TABS: Partial<Record<Kind, readonly DesignTab[]>> = {
  entity: ['form', 'list', 'states', 'approval', 'rights', 'code'],
  statistic: ['report', 'code'],
  document: ['paper', 'code'],
  dictionary: ['entries', 'code'],
  call: ['call', 'code'],
};

export const tabsOf = (kind: Kind): readonly DesignTab[] => TABS[kind] ?? ['code'];

interface Props {
  kind: Kind;
  tab: DesignTab;
  /** Null if the text is not valid JSON. */
  document: Document | null;
  held: Document | null;
  readOnly: boolean;
  problems: readonly StudioProblem[];
  truths: Verdict['truths'];
  code: ReactNode;
  onTab(tab: DesignTab): void;
  onDocument(document: Document): void;
}

/** Edits a definition on tabs, of which one is its code. All of them edit the same text. */
export function Designer(props: Props) {
  const { kind, tab, document, held, readOnly, problems, truths, code, onTab, onDocument } = props;
  const t = useT(texts);
  const spell = useSpell();
  const tabs = tabsOf(kind);
  const design = useMemo(
    (): Design | null =>
      document && {
        whole: entityOf(document),
        ...{ held, readOnly, problems, truths, spell },
        onChange: (next) => onDocument(documentOf(next)),
      },
    [document, held, readOnly, problems, truths, spell, onDocument],
  );
  if (tabs.length === 1) return code;
  const content: Record<DesignTab, () => ReactNode> = {
    form: () => <FormDesign />,
    list: () => <ListDesign />,
    states: () => <StatesDesign />,
    approval: () => <ApprovalDesign />,
    rights: () => <RightsDesign />,
    report: () => (
      <ReportDesign
        {...{ readOnly, problems }}
        report={document as unknown as StatisticDefinition}
        onReport={(report) => onDocument(report as unknown as Document)}
      />
    ),
    paper: () => (
      <PaperDesign
        {...{ readOnly, problems }}
        paper={document as unknown as DocumentDefinition}
        onPaper={(paper) => onDocument(paper as unknown as Document)}
      />
    ),
    entries: () => (
      <EntriesDesign
        {...{ readOnly, problems, spell }}
        dictionary={document as unknown as DictionaryDefinition}
        held={held as unknown as DictionaryDefinition | null}
        onDictionary={(dictionary) => onDocument(dictionary as unknown as Document)}
      />
    ),
    call: () => (
      <CallDesign
        {...{ readOnly, problems }}
        call={document as unknown as CallDocument}
        onCall={(call) => onDocument(call as unknown as Document)}
      />
    ),
    code: () => code,
  };
  return (
    <Tabs
      className="wd-design-tabs"
      activeKey={tab}
      onChange={(key) => onTab(key as DesignTab)}
      destroyOnHidden
      items={tabs.map((key) => ({
        key,
        label: t(`design.tab.${key}`),
        children:
          key === 'code' ? (
            code
          ) : design ? (
            <DesignContext value={design}>{content[key]()}</DesignContext>
          ) : (
            <p className="wd-studio-note">{t('design.broken')}</p>
          ),
      }))}
    />
  );
}

/** The parts of a definition by the tab that shows them. */
const PLACES: Partial<Record<Kind, readonly (readonly [RegExp, DesignTab])[]>> = {
  entity: [
    [/^(?:\/lines\/\d+)?\/(?:schema|ui)(?:\/|$)/, 'form'],
    [/^\/list(?:\/|$)/, 'list'],
    [/^\/states(?:\/|$)/, 'states'],
    [/^\/approval(?:\/|$)/, 'approval'],
    [/^(?:\/lines\/\d+)?\/(?:api\/do|owner|department|rights)(?:\/|$)/, 'rights'],
  ],
  statistic: [[/^\/(?:title|figures|dimensions)(?:\/|$)/, 'report']],
  document: [[/^\/(?:title|sections|formats)(?:\/|$)/, 'paper']],
  dictionary: [[/^\/(?:title|editable|entries)(?:\/|$)/, 'entries']],
  call: [[/^\/(?:title|name|method|path|action\/(?:entity|do|where|values))(?:\/|$)/, 'call']],
};

/** Returns the tab on which a problem is corrected. It is the code if no other tab shows its place. */
export const tabOfProblem = (kind: Kind, pointer: string): DesignTab =>
  PLACES[kind]?.find(([shape]) => shape.test(pointer))?.[1] ?? 'code';
