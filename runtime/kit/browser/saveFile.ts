const REVOKE_MS = 60_000;

/** Matches characters that are invalid in file names on common systems. */
const UNFIT = /[\\/:*?"<>|\p{Cc}]/gu;

/** Offers a file to the browser as a download. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name.replace(UNFIT, ' ').trim();
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_MS);
}
