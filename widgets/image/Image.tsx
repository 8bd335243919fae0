import { useState } from 'react';
import type { ImageConfig } from '../../generated/types.ts';
import { WidgetFailed } from '../../runtime/board/frame/WidgetStates.tsx';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import texts from './texts.json';
import './image.css';

/** W012: shows a picture. Only the browser loads it, never the server. */
export function Image({ config: { imageUrl, name, fit } }: WidgetProps<ImageConfig>) {
  const t = useT(texts);
  const [failed, setFailed] = useState<string>();
  if (imageUrl && failed === imageUrl)
    return <WidgetFailed retry={() => setFailed(undefined)} msg={t('widget.image.failed')} />;
  return (
    <div className="wd-image" data-fit={fit}>
      <img
        src={imageUrl}
        alt={name || t('widget.image.picture')}
        referrerPolicy="no-referrer"
        draggable={false}
        onError={() => setFailed(imageUrl)}
      />
    </div>
  );
}
