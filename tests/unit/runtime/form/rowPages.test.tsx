import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { useRowPages } from '../../../../runtime/form/skin/useRowPages.tsx';

function Shown({ total }: { total: number }) {
  const { from, to, pager } = useRowPages(total, ['lines']);
  return `${from} to ${to}${pager ? ', paged' : ''}`;
}

it('shows up to 100 entries of a form at once, and more by page', () => {
  const shown = [0, 100, 101, 5_000].map((total) => renderToString(<Shown total={total} />));
  expect(shown).toEqual(['0 to 0', '0 to 100', '0 to 50, paged', '0 to 50, paged']);
});
