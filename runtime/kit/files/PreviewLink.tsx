import { type MouseEvent, type ReactNode, useContext, useState } from 'react';
import { useT } from '../i18n/index.ts';
import { later } from '../overlay/later.tsx';
import { FileWay } from './fileWay.ts';
import { previewOf } from './previewKind.ts';
import texts from './texts.json';

interface Props {
  /** An address of the platform that serves the file. */
  address: string;
  name: string;
  className?: string;
  children: ReactNode;
}

const FilePreview = later(() => import('./FilePreview.tsx'));

/** Links to a file by name. A click previews it if possible, otherwise saves it. */
export function PreviewLink({ address: stored, name, className, children }: Props) {
  const address = useContext(FileWay)(stored);
  const t = useT(texts);
  const [isOpen, setOpen] = useState(false);
  const isShown = previewOf(name) !== null;
  const open = (event: MouseEvent) => {
    // The click must not also open the row.
    event.stopPropagation();
    if (!isShown || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <>
      <a
        className={className}
        href={address}
        download={name}
        aria-label={t(isShown ? 'files.show' : 'files.save', { name })}
        onClick={open}
      >
        {children}
      </a>
      {isOpen && <FilePreview address={address} name={name} onClose={() => setOpen(false)} />}
    </>
  );
}
