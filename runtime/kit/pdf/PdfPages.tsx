import { useEffect, useRef, useState } from 'react';
import { watchViewport } from '../chart/viewport.ts';
import { useT } from '../i18n/index.ts';
import { drawPage, type OpenedPdf, openPdf } from './openPdf.ts';
import './pdf.css';
import texts from './texts.json';

interface Props {
  file: Blob;
  onFail(reason: unknown): void;
}

/** Proportions of A4, used until the page's size is known. */
const A4 = 210 / 297;

interface PageProps {
  opened: OpenedPdf;
  number: number;
  onFail(reason: unknown): void;
}

/** Renders a page when it becomes visible, so that the first page does not wait for others. */
function PdfPage({ opened: { pdf }, number, onFail }: PageProps) {
  const t = useT(texts);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    let isDrawn = false;
    const draw = () => {
      if (isDrawn) return;
      isDrawn = true;
      drawPage(pdf, number, element).catch(onFail);
    };
    const watch = watchViewport(element, draw);
    if (watch.now()) draw();
    return () => watch.end();
  }, [pdf, number, onFail]);
  return (
    <canvas
      ref={canvas}
      className="wd-pdf-page"
      style={{ aspectRatio: A4 }}
      role="img"
      aria-label={t('pdf.page', { page: number, pages: pdf.numPages })}
    />
  );
}

/** Shows the pages of a PDF, one below the other. */
export default function PdfPages({ file, onFail }: Props) {
  const [opened, setOpened] = useState<OpenedPdf | null>(null);
  useEffect(() => {
    let isGone = false;
    let own: OpenedPdf | null = null;
    openPdf(file).then((one) => {
      own = one;
      if (isGone) one.close();
      else setOpened(one);
    }, onFail);
    return () => {
      isGone = true;
      setOpened(null);
      own?.close();
    };
  }, [file, onFail]);
  if (!opened) return null;
  return (
    <div className="wd-pdf">
      {Array.from({ length: opened.pdf.numPages }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page is identified by its number.
        <PdfPage key={at} opened={opened} number={at + 1} onFail={onFail} />
      ))}
    </div>
  );
}
