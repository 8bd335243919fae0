import { lazy, Suspense } from 'react';
import type { CustomTextConfig } from '../../generated/types.ts';
import { WidgetEmpty, WidgetSkeleton } from '../../runtime/board/WidgetStates.tsx';
import type { WidgetProps } from '../../runtime/board/widget.ts';
import { useT } from '../../runtime/i18n/index.ts';
import './customText.css';

/** Brings the sanitiser along, which no other widget needs. */
const RichText = lazy(() => import('../../runtime/form/shown/RichText.tsx'));

/** W005: what somebody wrote, cleaned before it is drawn. */
export function CustomText({ config }: WidgetProps<CustomTextConfig>) {
  const t = useT();
  if (!config.value) return <WidgetEmpty text={t('widget.customText.empty')} hint={t('widget.configure')} />;
  return (
    <section
      className="wd-custom"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
      tabIndex={0}
      aria-label={config.name || t('widget.customText.text')}
    >
      <Suspense fallback={<WidgetSkeleton rows={[80, 60]} />}>
        <RichText html={config.value} />
      </Suspense>
    </section>
  );
}
