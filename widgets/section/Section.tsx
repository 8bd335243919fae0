import type { SectionConfig } from '../../generated/types.ts';
import { useSections } from '../../runtime/board/live/sections.tsx';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { Icon } from '../../runtime/kit/theme/Icon.tsx';
import './section.css';

/** Shows a heading. A click folds the content below. */
export function Section({ id, config }: WidgetProps<SectionConfig>) {
  const t = useT();
  const sections = useSections();
  const closed = sections.isClosed(id, config.collapsed === true);
  const count = sections.count(id);
  return (
    <h2 className="wd-section">
      <button type="button" aria-expanded={!closed} onClick={() => sections.toggle(id, !closed)}>
        <Icon name="chevron" size={16} />
        <span className="wd-ellipsis">{config.titleName || t('board.section.untitled')}</span>
        {closed && <span className="wd-section-count">{t('board.section.count', { count })}</span>}
      </button>
    </h2>
  );
}
