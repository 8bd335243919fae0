import type { ShownFileProps } from './props.ts';
import { useObjectUrl } from './useObjectUrl.ts';

export function Picture({ file, name, onFail }: ShownFileProps) {
  const url = useObjectUrl(file);
  return url && <img className="wd-file-picture" src={url} alt={name} onError={onFail} />;
}
