import { Skeleton } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { ShownFileProps } from './props.ts';
import { wordPage } from './wordPage.ts';

/** Shows a Word file in a sandboxed frame, without scripts, requests, or the page's styles. */
export default function Word({ file, name, onFail }: ShownFileProps) {
  const place = useRef<HTMLDivElement>(null);
  const [page, setPage] = useState<string | null>(null);
  useEffect(() => {
    wordPage(file, place.current?.clientWidth ?? 0).then(setPage, onFail);
  }, [file, onFail]);
  return (
    <div ref={place}>
      {page === null ? (
        <Skeleton active />
      ) : (
        <iframe className="wd-file-frame" sandbox="" srcDoc={page} title={name} />
      )}
    </div>
  );
}
