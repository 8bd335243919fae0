import { Alert, Button } from 'antd';
import { useLang, useT } from '../../../runtime/kit/i18n/index.ts';
import texts from '../texts.json';
import type { Definition, Document } from './document.ts';

const TYPES = { conflict: 'warning', invalid: 'error', committed: 'success', applied: 'info' } as const;

interface Props {
  definition: Definition;
  /** Starts a draft from the repository's version. */
  onTake(document: Document): void;
}

/** Tells how the definition in force differs from the file in the repository. */
export function StateNotice({ definition, onTake }: Props) {
  const t = useT(texts);
  const lang = useLang();
  const { state, repository, problems } = definition;
  if (state === 'file') return null;
  return (
    <Alert
      type={TYPES[state]}
      showIcon
      title={t(`studio.state.${state}`)}
      description={problems.map((problem) => `${problem.pointer} ${problem[lang]}`).join(' · ') || undefined}
      action={
        (state === 'conflict' || state === 'invalid') &&
        repository && (
          <Button size="small" onClick={() => onTake(repository as Document)}>
            {t('studio.takeRepository')}
          </Button>
        )
      }
    />
  );
}
