import { shortcutKeys } from './shortcut.ts';

export const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

/**
 * Shows a shortcut as keys. They are drawn, so that they are not part of the name beside them. Screen readers read
 * `aria-keyshortcuts` of the element with the shortcut.
 */
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
