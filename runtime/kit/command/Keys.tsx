import { shortcutKeys } from './shortcut.ts';

export const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

/** A shortcut as keys; drawn, not written, so that they are no part of the name beside them. Read out by `aria-keyshortcuts` of whatever it belongs to. */
export function Keys({ shortcut }: { shortcut: string }) {
  return (
    <span className="wd-keys" aria-hidden>
      {shortcutKeys(shortcut, isMac)
        .flat()
        .map((key, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the keys of one shortcut never change their order
          <kbd key={index} data-key={key} />
        ))}
    </span>
  );
}
