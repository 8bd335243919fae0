import { Icon } from '../../kit/theme/Icon.tsx';
import { isIconName } from '../../kit/theme/icons.ts';
import type { FieldOption } from '../values/options.ts';
import './shown.css';

/** Icons of states, shown beside their colours. */
const SIGNS: Record<NonNullable<FieldOption['color']>, string> = {
  critical: 'error',
  major: 'warning',
  minor: 'warning',
  info: 'info',
  normal: 'check',
  offline: 'offline',
  unknown: 'unknown',
  neutral: '',
};
const SIGN_SIZE = 14;

/** Shows a value of a fixed list. A state is a tag with icon, text and colour. Other values are plain text. */
export function StateTag({ option }: { option: FieldOption }) {
  const { color } = option;
  if (!color && !option.icon) return <span>{option.label}</span>;
  const icon = option.icon && isIconName(option.icon) ? option.icon : SIGNS[color ?? 'neutral'];
  return (
    <span className="wd-state-tag" data-state={color}>
      {icon && <Icon name={icon} size={SIGN_SIZE} />}
      <span className="wd-ellipsis">{option.label}</span>
    </span>
  );
}
