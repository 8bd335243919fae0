import type { SectionConfig } from '../../generated/types.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { Section } from './Section.tsx';

export default {
  type: 'section',
  Component: Section,
  needs: () => [],
  migrations: {},
  sample: () => ({ config: { titleName: '储能', collapsed: false }, results: [] }),
} satisfies WidgetModule<SectionConfig>;
