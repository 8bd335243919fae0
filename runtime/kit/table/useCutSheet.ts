import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Writes a style sheet again whenever its frame scrolls or the frame's content changes its size. Both functions must be
 * stable. The frame is read from the sheet's place, because a frame's own ref may be set later than this effect.
 */
export function useCutSheet(
  frameOf: (sheet: HTMLElement) => HTMLElement | null,
  rulesOf: (frame: HTMLElement) => string,
): RefObject<HTMLStyleElement | null> {
  const sheet = useRef<HTMLStyleElement>(null);
  useLayoutEffect(() => {
    const frame = sheet.current && frameOf(sheet.current);
    if (!frame) return;
    const write = () => {
      const text = rulesOf(frame);
      if (sheet.current && sheet.current.textContent !== text) sheet.current.textContent = text;
    };
    write();
    const observer = new ResizeObserver(write);
    for (const element of [frame, ...frame.children]) observer.observe(element);
    frame.addEventListener('scroll', write, { passive: true });
    return () => {
      observer.disconnect();
      frame.removeEventListener('scroll', write);
    };
  }, [frameOf, rulesOf]);
  return sheet;
}
