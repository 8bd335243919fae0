import { shortcutKeys } from './shortcut.ts';

export const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

/**
 * Shows a shortcut as keys. It is not part of the neighbouring name. Screen readers use the element's
 * `aria-keyshortcuts`.
 */
export function Keys({ shortcut }: { shortcut: string }) {
  return (
    <span className="wd-keys" aria-hidden>
      {shortcutKeys(shortcut, isMac)
        .flat()
        .map((key, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the keys of a shortcut never change their order
          <kbd key={index} data-key={key} />
        ))}
    </span>
  );
}
