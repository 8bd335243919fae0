import type { ImageConfig } from '../../generated/types.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { Image } from './Image.tsx';
import { sampleImage } from './sample.ts';

export default {
  type: 'image',
  Component: Image,
  needs: () => [],
  migrations: {},
  lacks: ({ imageUrl }) => (imageUrl ? null : 'settings'),
  sample: () => ({ config: { name: '厂区', imageUrl: sampleImage, fit: 'cover' }, results: [] }),
} satisfies WidgetModule<ImageConfig>;
