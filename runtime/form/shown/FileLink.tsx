import { Icon } from '../../theme/Icon.tsx';
import { file_address, file_name } from '../fileValue.ts';

/** A stored file by the name that it had, to be downloaded; anything else is only text. */
export function FileLink({ value }: { value: string }) {
  const address = file_address(value);
  const name = file_name(value);
  if (!address) return <span>{name}</span>;
  return (
    <a className="wd-file-link" href={address} download={name}>
      <Icon name="download" size={14} />
      {name}
    </a>
  );
}
