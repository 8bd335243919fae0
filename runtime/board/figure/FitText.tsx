import { type CSSProperties, type ReactNode, useLayoutEffect, useRef } from 'react';

interface Props {
  /** The wanted font size in px. The text becomes smaller if its box is too narrow or too low. */
  size: number;
  /** Number of lines that a long text may have before it becomes smaller. */
  lines?: number;
  color?: string;
  className?: string;
  title?: string;
  children: ReactNode;
}

const SMALLEST = 10;
const LINE_HEIGHT = 1.2;

function fits(text: HTMLElement, box: HTMLElement, size: number, lines: number): boolean {
  text.style.fontSize = `${size}px`;
  const rows = Math.max(1, Math.min(lines, Math.floor(box.clientHeight / (size * LINE_HEIGHT))));
  const room = Math.min(rows * size * LINE_HEIGHT + 1, box.clientHeight);
  return text.scrollWidth <= box.clientWidth && text.offsetHeight <= room;
}

/** Sets the largest size, up to the wanted one, at which the text is not cut off. */
function shrink(text: HTMLElement, box: HTMLElement, maxSize: number, lines: number): void {
  if (box.clientWidth === 0 || fits(text, box, maxSize, lines)) return;
  let low = Math.min(SMALLEST, maxSize);
  let high = maxSize;
  while (high - low > 0.5) {
    const middle = (low + high) / 2;
    if (fits(text, box, middle, lines)) low = middle;
    else high = middle;
  }
  text.style.fontSize = `${low}px`;
}

/** Draws a text of a configured size that shrinks instead of being cut off. */
export function FitText({ size, lines = 1, color, className = '', title, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const outer = box.current;
    const inner = text.current;
    if (!outer || !inner) return;
    const run = () => shrink(inner, outer, size, lines);
    run();
    const observer = new ResizeObserver(run);
    observer.observe(outer);
    return () => observer.disconnect();
  });
  const style: CSSProperties = { fontSize: size, color, whiteSpace: lines > 1 ? 'normal' : 'nowrap' };
  const height = { flexBasis: Math.ceil(size * LINE_HEIGHT * (lines > 1 ? Math.min(lines, 2) : 1)) };
  return (
    <div ref={box} className={`wd-w-fit ${className}`} style={height} title={title}>
      <span ref={text} className="wd-w-fit-text" style={style}>
        {children}
      </span>
    </div>
  );
}
