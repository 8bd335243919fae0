import type { RowPlan } from './plan.ts';

/** Draws placeholders for rows that are still loading. */
export function SkeletonRows({ rows, plan }: { rows: number; plan: RowPlan }) {
  const bone = <span className="wd-list-bone" />;
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: all placeholder rows are equal
    <tr key={row} aria-hidden>
      {plan.selectable && (
        <td className="wd-table-check" data-pin="start">
          {bone}
        </td>
      )}
      {plan.details && <td className="wd-table-more" data-pin="start" />}
      {plan.columns.map(({ name, frame }) => (
        <td key={name} {...frame}>
          {bone}
        </td>
      ))}
      <td className="wd-table-menu" data-pin="end" />
    </tr>
  ));
}
