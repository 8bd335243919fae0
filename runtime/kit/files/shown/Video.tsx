import type { PlayedFileProps } from './props.ts';

export function Video({ address, name, onFail }: PlayedFileProps) {
  return (
    // biome-ignore lint/a11y/useMediaCaption: people upload films of devices, which have none.
    <video
      className="wd-file-picture"
      src={address}
      controls
      preload="metadata"
      aria-label={name}
      onError={onFail}
    />
  );
}
