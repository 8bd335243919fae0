import { fileAddress, fileName } from '../../core/fileValue.ts';
import { PreviewLink } from '../../kit/files/PreviewLink.tsx';
import { Icon } from '../../kit/theme/Icon.tsx';

/** Shows a stored file by its original name. Any other value is shown as text. */
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
