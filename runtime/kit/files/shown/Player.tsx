import { fileAddress, smallAddress } from '../../../core/fileValue.ts';
import type { PlayedFileProps } from './props.ts';

/** Returns a component that plays video or audio. */
export const makePlayer = (Tag: 'audio' | 'video', className: string) =>
  function Player({ address, name, onFail }: PlayedFileProps) {
    return (
      <Tag
        className={className}
        src={address}
        {...(Tag === 'video' && fileAddress(address) !== null && { poster: smallAddress(address) })}
        controls
        preload="metadata"
        aria-label={name}
        onError={onFail}
      />
    );
  };
