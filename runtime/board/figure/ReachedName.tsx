import type { Reached } from '../options/thresholds.ts';
import './figures.css';

/** The name of the threshold that a figure reaches: what its colour says, in words. */
export function ReachedName({ reached: { name, color } }: { reached: Reached }) {
  if (!name) return null;
  return (
    <span className="wd-reached wd-ellipsis" title={name}>
      <i style={{ background: color }} />
      {name}
    </span>
  );
}
