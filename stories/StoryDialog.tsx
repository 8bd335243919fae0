import { ConfigProvider } from 'antd';
import { type ReactNode, useState } from 'react';

/** Draws dialogs inside the story, which checks only its own element. */
export function StoryDialog({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <div ref={setPlace}>
      {place && <ConfigProvider getPopupContainer={() => place}>{children}</ConfigProvider>}
    </div>
  );
}

/** Waits until the story contains this element and `isReady` accepts it. */
export async function awaitPart<E extends Element>(
  canvas: HTMLElement,
  selector: string,
  isReady: (part: E) => boolean = () => true,
): Promise<void> {
  for (;;) {
    const part = canvas.querySelector<E>(selector);
    if (part && isReady(part)) return;
    await new Promise(requestAnimationFrame);
  }
}
