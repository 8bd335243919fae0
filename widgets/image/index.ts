import type { ImageConfig } from '../../generated/types.ts';
import { sayIn } from '../../runtime/board/widget/sayIn.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { Image } from './Image.tsx';
import { sampleImage } from './sample.ts';

export default {
  type: 'image',
  Component: Image,
  needs: () => [],
  migrations: {},
  lacks: ({ imageUrl }) => (imageUrl ? null : 'settings'),
  sample: ({ lang }) => {
    const text = sayIn(lang);
    return { config: { name: text('厂区', 'Plant'), imageUrl: sampleImage, fit: 'cover' }, results: [] };
  },
} satisfies WidgetModule<ImageConfig>;
