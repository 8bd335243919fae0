import { useMemo } from 'react';
import './richText.css';
import { cleanHtml } from './cleanHtml.ts';

/** Shows formatted text. It is sanitised before each rendering. */
export default function RichText({ html }: { html: string }) {
  const clean = useMemo(() => cleanHtml(html), [html]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleanHtml has sanitised the content
  return <div className="wd-rich-shown" dangerouslySetInnerHTML={{ __html: clean }} />;
}
