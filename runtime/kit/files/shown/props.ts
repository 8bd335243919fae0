export interface ShownFileProps {
  file: Blob;
  name: string;
  /** It is not what its name says, or damaged. */
  onFail(reason: unknown): void;
}
