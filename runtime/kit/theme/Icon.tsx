import { type IconName, icons, isIconName } from './iconSet.ts';
import { SIZE } from './tokens.ts';

interface Props {
  /** Definitions name icons as plain strings; a name that left the set shows as `unknown`. */
  name: IconName | (string & {});
  size?: number;
  /** Only where no text stands beside it: it is then announced. */
  label?: string;
  className?: string;
}

const STROKE = 1.6;

export function Icon({ name, size = SIZE.icon, label, className }: Props) {
  const { path } = icons[isIconName(name) ? name : 'unknown'];
  const aria = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named by aria-label, or decoration
    <svg
      {...aria}
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={STROKE}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={path} />
    </svg>
  );
}
