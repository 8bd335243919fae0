import type { ImageConfig } from '../../generated/types.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';
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
    const text = textIn(lang);
    return { config: { name: text('厂区', 'Plant'), imageUrl: sampleImage, fit: 'cover' }, results: [] };
  },
} satisfies WidgetModule<ImageConfig>;
