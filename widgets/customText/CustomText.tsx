import type { CustomTextConfig } from '../../generated/types.ts';
import { WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { later } from '../../runtime/kit/overlay/later.tsx';
import texts from './texts.json';
import './customText.css';

/** Loads the sanitiser on demand. */
const RichText = later(
  () => import('../../runtime/fieldTypes/html/RichText.tsx'),
  <WidgetSkeleton rows={[80, 60]} />,
);

/** W005: shows the user's text, sanitised before rendering. */
export function CustomText({ config }: WidgetProps<CustomTextConfig>) {
  const t = useT(texts);
  return (
    <section
      className="wd-custom"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
      tabIndex={0}
      aria-label={config.name || t('widget.customText.text')}
    >
      <RichText html={config.value ?? ''} />
    </section>
  );
}
