const REVOKE_MS = 60_000;

/** Matches characters that no file name may hold on any of the usual systems. */
const UNFIT = /[\\/:*?"<>|\p{Cc}]/gu;

/** Offers it to the browser as a download. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name.replace(UNFIT, ' ').trim();
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_MS);
}
