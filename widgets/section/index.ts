import type { SectionConfig } from '../../generated/types.ts';
import { sayIn } from '../../runtime/board/widget/sayIn.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { Section } from './Section.tsx';

export default {
  type: 'section',
  Component: Section,
  needs: () => [],
  migrations: {},
  sample: ({ lang }) => {
    const text = sayIn(lang);
    return { config: { titleName: text('储能', 'Storage'), collapsed: false }, results: [] };
  },
} satisfies WidgetModule<SectionConfig>;
