import { fileAddress, fileName } from '../../core/fileValue.ts';
import { Icon } from '../../kit/theme/Icon.tsx';

/** A stored file by the name that it had, to be downloaded; anything else is only text. */
export function FileLink({ value }: { value: string }) {
  const address = fileAddress(value);
  const name = fileName(value);
  if (!address) return <span>{name}</span>;
  return (
    <a className="wd-file-link" href={address} download={name}>
      <Icon name="download" size={14} />
      {name}
    </a>
  );
}
