import type { ShownFileProps } from './props.ts';
import { useObjectUrl } from './useObjectUrl.ts';

export function Video({ file, name, onFail }: ShownFileProps) {
  const url = useObjectUrl(file);
  // biome-ignore lint/a11y/useMediaCaption: people upload films of devices, which have none.
  return url && <video className="wd-file-picture" src={url} controls aria-label={name} onError={onFail} />;
}
