import { type MouseEvent, type ReactNode, useContext, useState } from 'react';
import { useT } from '../i18n/index.ts';
import { later } from '../overlay/later.tsx';
import { FileWay } from './fileWay.ts';
import { previewOf } from './previewKind.ts';
import texts from './texts.json';

interface Props {
  /** The place of ours that answers the file. */
  address: string;
  name: string;
  className?: string;
  children: ReactNode;
}

const FilePreview = later(() => import('./FilePreview.tsx'));

/** A file by its name: shown in place where there is a way, else saved. */
export function PreviewLink({ address: stored, name, className, children }: Props) {
  const address = useContext(FileWay)(stored);
  const t = useT(texts);
  const [isOpen, setOpen] = useState(false);
  const isShown = previewOf(name) !== null;
  const open = (event: MouseEvent) => {
    // A row that can be opened lies below it.
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
