import { useEffect, useRef, useState } from 'react';

interface Room {
  width: number;
  /** From the upper edge of the element to the lower one of the screen, when it came. */
  height: number;
}

/** The room that an element has. Known after the first render only: what it asks for has left the browser by then. */
export function useRoom() {
  const box = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<Room>({ width: 0, height: 0 });
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const height = innerHeight - element.getBoundingClientRect().top;
    const measure = () => {
      const width = element.clientWidth;
      setRoom((before) => (before.width === width ? before : { width, height }));
    };
    // The observer comes with the next frame, which need not be waited for.
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { box, ...room };
}
