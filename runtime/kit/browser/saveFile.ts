const REVOKE_MS = 60_000;

/** Matches characters that are invalid in file names on common systems. */
const UNFIT = /[\\/:*?"<>|\p{Cc}]/gu;

/** Downloads a file from its address. The browser streams it to disk. */
export function saveAddress(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name.replace(UNFIT, ' ').trim();
  link.click();
}

/** Offers a file to the browser as a download. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  saveAddress(address, name);
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_MS);
}
