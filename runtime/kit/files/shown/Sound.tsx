import type { ShownFileProps } from './props.ts';
import { useObjectUrl } from './useObjectUrl.ts';

export function Sound({ file, name, onFail }: ShownFileProps) {
  const url = useObjectUrl(file);
  // biome-ignore lint/a11y/useMediaCaption: people upload what a device sounds like, which has none.
  return url && <audio className="wd-file-sound" src={url} controls aria-label={name} onError={onFail} />;
}
