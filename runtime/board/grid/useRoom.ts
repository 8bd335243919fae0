import { useEffect, useRef, useState } from 'react';

interface Room {
  width: number;
  /** Distance in px from the upper edge of the element to the lower edge of the screen, at mount. */
  height: number;
}

/** Returns the size of an element. The size is unknown in the first render, whose requests are already sent. */
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
    // The observer reports only in the next frame, which is too late for the first layout.
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { box, ...room };
}
