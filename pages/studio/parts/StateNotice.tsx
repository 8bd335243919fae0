import { Alert, Button } from 'antd';
import { useNavigate } from 'react-router';
import type { PageDefinition } from '../../../generated/definition.ts';
import { listPageOf } from '../../../runtime/core/definitions/pages.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { useLang, useT, useText } from '../../../runtime/kit/i18n/index.ts';
import { usePages } from '../../../runtime/shell/definitions/usePages.ts';
import texts from '../texts.json';
import type { Definition, Document } from './document.ts';

const TYPES = { conflict: 'warning', invalid: 'error', committed: 'success', applied: 'info' } as const;

interface Props {
  definition: Definition;
  /** Starts a draft from the repository's version. */
  onTake(document: Document): void;
  /** Creates the page of a report. Undefined if the user may not create pages. */
  onPage: (() => void) | undefined;
}

/** The page on which tenants edit the entries of dictionaries. */
const DICTIONARIES = 'DictionaryManage';
const isEdited = ({ editable }: Document): boolean => editable === true;

/** Returns the page on which users find the result of a definition. Undefined if there is none. */
function pageOf(
  { kind, name, document }: Definition,
  pages: readonly PageDefinition[],
): PageDefinition | undefined {
  if (kind === 'entity') return listPageOf(name);
  if (kind === 'dictionary') return pages.find((page) => page.name === DICTIONARIES && isEdited(document));
  if (kind === 'document') return listPageOf(String(document.of));
  if (kind === 'dashboard') return pages.find(({ preset }) => preset === name);
  if (kind === 'page') return pages.find((page) => page.name === name && !page.route.includes(':'));
  if (kind === 'call') return undefined;
  return pages.find((page) => page.report?.blocks.some(({ statistic }) => statistic === name));
}

/** Shows how the applied definition differs from the file in the repository, with a link to its page. */
export function StateNotice({ definition, onTake, onPage }: Props) {
  const t = useT(texts);
  const lang = useLang();
  const text = useText();
  const navigate = useNavigate();
  const pages = usePages();
  const { state, repository, problems, kind } = definition;
  if (state === 'file') return null;
  const page = pageOf(definition, pages);
  const isBroken = state === 'conflict' || state === 'invalid';
  return (
    <Alert
      type={TYPES[state]}
      showIcon
      title={t(`studio.state.${state}`)}
      description={
        problems.map((problem) => `${problem.pointer} ${pickText(problem, lang)}`).join(' · ') || undefined
      }
      action={
        <>
          {isBroken && repository && (
            <Button size="small" onClick={() => onTake(repository as Document)}>
              {t('studio.takeRepository')}
            </Button>
          )}
          {!isBroken && page && (
            <Button size="small" onClick={() => void navigate(page.route)}>
              {t('studio.openPage', { title: text(page.title) })}
            </Button>
          )}
          {!isBroken && !page && kind === 'statistic' && onPage && (
            <Button size="small" onClick={onPage}>
              {t('studio.makePage')}
            </Button>
          )}
        </>
      }
    />
  );
}
