/** Opens a PDF in a worker. */
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;

export interface OpenedPdf {
  pdf: PDFDocumentProxy;
  close(): void;
}

export async function openPdf(file: Blob): Promise<OpenedPdf> {
  // Warnings about the file are not logged.
  const task = getDocument({ data: await file.arrayBuffer(), verbosity: VerbosityLevel.ERRORS });
  return { pdf: await task.promise, close: () => void task.destroy() };
}

/** Renders a page in the width of its canvas, in device pixels. */
export async function drawPage(
  pdf: PDFDocumentProxy,
  number: number,
  canvas: HTMLCanvasElement,
): Promise<void> {
  const page = await pdf.getPage(number);
  const { width } = page.getViewport({ scale: 1 });
  const scale = (canvas.clientWidth / width) * devicePixelRatio;
  const viewport = page.getViewport({ scale });
  canvas.width = Math.round(viewport.width);
  canvas.height = Math.round(viewport.height);
  await page.render({ canvas, viewport }).promise;
}
