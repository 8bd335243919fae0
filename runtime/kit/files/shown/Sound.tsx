import type { PlayedFileProps } from './props.ts';

export function Sound({ address, name, onFail }: PlayedFileProps) {
  return (
    // biome-ignore lint/a11y/useMediaCaption: people upload what a device sounds like, which has none.
    <audio
      className="wd-file-sound"
      src={address}
      controls
      preload="metadata"
      aria-label={name}
      onError={onFail}
    />
  );
}
