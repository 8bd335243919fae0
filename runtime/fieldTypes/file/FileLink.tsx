import { fileAddress, fileName } from '../../core/fileValue.ts';
import { PreviewLink } from '../../kit/files/PreviewLink.tsx';
import { Icon } from '../../kit/theme/Icon.tsx';

/** A stored file by the name that it had; anything else is only text. */
export function FileLink({ value }: { value: string }) {
  const address = fileAddress(value);
  const name = fileName(value);
  if (!address) return <span>{name}</span>;
  return (
    <PreviewLink className="wd-file-link" address={address} name={name}>
      <Icon name="report" size={14} />
      {name}
    </PreviewLink>
  );
}
