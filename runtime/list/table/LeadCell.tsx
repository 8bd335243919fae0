import type { CSSProperties, KeyboardEvent, ReactNode } from 'react';
import { useT } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import { LeadText } from '../cell/Cell.tsx';
import type { TreePlace } from '../tree/tree.ts';

interface Props {
  title: string;
  place: TreePlace | undefined;
  onOpen: (() => void) | null;
  onBranch(): void;
  children: ReactNode;
}

const SIGN_SIZE = 14;
const STEPS: Readonly<Record<string, 'nextElementSibling' | 'previousElementSibling'>> = {
  ArrowDown: 'nextElementSibling',
  ArrowUp: 'previousElementSibling',
};

/** Moves the focus to the name in the next or previous row, and skips open details. */
function focusStep(from: HTMLElement, key: string): boolean {
  const step = STEPS[key];
  if (!step) return false;
  let row = from.closest('tr')?.[step];
  while (row && !row.querySelector('.wd-list-link')) row = row[step];
  row?.querySelector<HTMLElement>('.wd-list-link')?.focus();
  return true;
}

/**
 * Shows the first column of a row, which links to the record. In a tree it also expands the record's
 * children.
 */
export function LeadCell({ title, place, onOpen, onBranch, children }: Props) {
  const t = useT();
  const link = <LeadText onOpen={onOpen}>{children}</LeadText>;
  if (!place) return link;
  const { level, branch, found } = place;
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    const turns = { ArrowRight: 'closed', ArrowLeft: 'open' }[event.key] === branch;
    if (turns) onBranch();
    if (turns || focusStep(event.currentTarget, event.key)) event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the arrow keys of its two buttons
    <span
      className="wd-table-lead"
      data-above={!found || undefined}
      style={{ '--wd-level': level - 1 } as CSSProperties}
      onKeyDown={keys}
    >
      {branch === 'leaf' ? (
        <span className="wd-table-branch" />
      ) : (
        <button
          type="button"
          className="wd-table-branch"
          aria-expanded={branch === 'open'}
          aria-label={t('list.treeBelow', { title })}
          onClick={onBranch}
        >
          <Icon name="chevron" size={SIGN_SIZE} />
        </button>
      )}
      {link}
    </span>
  );
}
