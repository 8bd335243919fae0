import type { CustomTextConfig } from '../../generated/types.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { CustomText } from './CustomText.tsx';

export default {
  type: 'customText',
  Component: CustomText,
  needs: () => [],
  migrations: {},
  lacks: ({ value }) => (value ? null : 'settings'),
  sample: ({ lang }) => {
    const text = textIn(lang);
    return {
      config: {
        name: text('值班须知', 'On duty'),
        value: text(
          '<p>异常时先<strong>停止充电</strong>，再联系值班工程师。</p><ol><li data-list="bullet">张工 138 0000 0000</li><li data-list="bullet">李工 139 0000 0000</li></ol>',
          '<p>In doubt <strong>stop charging</strong> first, then call the engineer on duty.</p><ol><li data-list="bullet">Zhang Wei 138 0000 0000</li><li data-list="bullet">Li Ming 139 0000 0000</li></ol>',
        ),
      },
      results: [],
    };
  },
} satisfies WidgetModule<CustomTextConfig>;
