import type { Reached } from '../options/thresholds.ts';
import './figures.css';

/** Shows the name of the threshold that a figure reaches, as the text for its colour. */
export function ReachedName({ reached: { name, color } }: { reached: Reached }) {
  if (!name) return null;
  return (
    <span className="wd-reached wd-ellipsis" title={name}>
      <i style={{ background: color }} />
      {name}
    </span>
  );
}
