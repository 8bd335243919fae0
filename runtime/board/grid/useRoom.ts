import { useEffect, useRef, useState } from 'react';

interface Room {
  width: number;
  /** Distance from the upper edge of the element to the lower edge of the screen, when it was mounted. */
  height: number;
}

/**
 * Returns the size of an element. It is known only after the first render, when the first requests were already sent.
 */
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
    // The observer reports with the next frame, which is too late.
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { box, ...room };
}
