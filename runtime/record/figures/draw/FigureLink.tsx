import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Drill } from '../shown.ts';
import type { StatisticRow, StatisticTotal } from '../words.ts';

interface Props {
  drill: Drill | null | undefined;
  row: StatisticRow | StatisticTotal;
  figure: string;
  children: ReactNode;
}

/** Links to the records behind a figure, if the user may open their list. */
export function FigureLink({ drill, row, figure, children }: Props) {
  const to = drill?.href(row, figure);
  if (!drill || !to) return children;
  return (
    <Link className="wd-statistic-link" to={to} onClick={drill.follow}>
      {children}
    </Link>
  );
}
