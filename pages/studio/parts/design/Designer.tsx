import { Tabs } from 'antd';
import { type ReactNode, useMemo } from 'react';
import type { StatisticDefinition } from '../../../../generated/definition.ts';
import { useT } from '../../../../runtime/kit/i18n/index.ts';
import type { Document, Kind, StudioProblem } from '../document.ts';
import { type Design, DesignContext } from './designContext.ts';
import { documentOf, entityOf } from './entityDoc.ts';
import { FormDesign } from './FormDesign.tsx';
import { ListDesign } from './ListDesign.tsx';
import { ReportDesign } from './ReportDesign.tsx';
import { StatesDesign } from './StatesDesign.tsx';
import './design.css';
import texts from './texts.json';
import { useSpell } from './useSpell.ts';

export type DesignTab = 'form' | 'list' | 'states' | 'report' | 'code';

/** The tabs of a kind; what has no designer is edited as code. */
const TABS: Partial<Record<Kind, readonly DesignTab[]>> = {
  entity: ['form', 'list', 'states', 'code'],
  statistic: ['report', 'code'],
};

export const tabsOf = (kind: Kind): readonly DesignTab[] => TABS[kind] ?? ['code'];

interface Props {
  kind: Kind;
  tab: DesignTab;
  /** Null: the text is no JSON. */
  document: Document | null;
  held: Document | null;
  readOnly: boolean;
  problems: readonly StudioProblem[];
  code: ReactNode;
  onTab(tab: DesignTab): void;
  onDocument(document: Document): void;
}

/** A definition as people understand it, on tabs; its code is one of them. All of them edit the same text. */
export function Designer(props: Props) {
  const { kind, tab, document, held, readOnly, problems, code, onTab, onDocument } = props;
  const t = useT(texts);
  const spell = useSpell();
  const tabs = tabsOf(kind);
  const design = useMemo(
    (): Design | null =>
      document && {
        whole: entityOf(document),
        ...{ held, readOnly, problems, spell },
        onChange: (next) => onDocument(documentOf(next)),
      },
    [document, held, readOnly, problems, spell, onDocument],
  );
  if (tabs.length === 1) return code;
  const content: Record<DesignTab, () => ReactNode> = {
    form: () => <FormDesign />,
    list: () => <ListDesign />,
    states: () => <StatesDesign />,
    report: () => (
      <ReportDesign
        {...{ readOnly, problems }}
        report={document as unknown as StatisticDefinition}
        onReport={(report) => onDocument(report as unknown as Document)}
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

/** The parts of an entity that the tabs show. */
const PLACES: readonly (readonly [RegExp, DesignTab])[] = [
  [/^(?:\/lines\/\d+)?\/(?:schema|ui)(?:\/|$)/, 'form'],
  [/^\/list(?:\/|$)/, 'list'],
  [/^\/states(?:\/|$)/, 'states'],
];

/** Where a problem is mended: code is the place of what no other tab shows. */
export const tabOfProblem = (kind: Kind, pointer: string): DesignTab =>
  (kind === 'entity' && PLACES.find(([shape]) => shape.test(pointer))?.[1]) ||
  (kind === 'statistic' && /^\/(?:title|figures|dimensions)(?:\/|$)/.test(pointer) ? 'report' : 'code');
