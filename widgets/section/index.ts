import type { SectionConfig } from '../../generated/types.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { Section } from './Section.tsx';

export default {
  type: 'section',
  Component: Section,
  needs: () => [],
  migrations: {},
  sample: ({ lang }) => {
    const text = textIn(lang);
    return { config: { titleName: text('储能', 'Storage'), collapsed: false }, results: [] };
  },
} satisfies WidgetModule<SectionConfig>;
