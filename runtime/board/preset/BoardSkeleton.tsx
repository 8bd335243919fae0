import { useT } from '../../kit/i18n/index.ts';
import './boardEmpty.css';

const CARDS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Shows the board's own layout in grey while it loads. */
export function BoardSkeleton() {
  const t = useT();
  return (
    <div className="wd-board-skeleton" role="status" aria-label={t('board.loading')}>
      {CARDS.map((card) => (
        <i key={card} />
      ))}
      <i data-wide />
      <i data-wide />
    </div>
  );
}
