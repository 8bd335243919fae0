import { Alert, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { useT } from '../../i18n/index.ts';
import texts from '../texts.json';
import { MAX_BYTES, readText } from './decodeText.ts';
import type { ShownFileProps } from './props.ts';

export function TextFile({ file, onFail }: ShownFileProps) {
  const t = useT(texts);
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    readText(file).then(setText, onFail);
  }, [file, onFail]);
  if (text === null) return <Skeleton active />;
  return (
    <>
      {file.size > MAX_BYTES && <Alert type="info" showIcon title={t('files.firstText')} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard. */}
      <pre className="wd-file-text" tabIndex={0}>
        {text}
      </pre>
    </>
  );
}
