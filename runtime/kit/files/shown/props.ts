export interface ShownFileProps {
  file: Blob;
  name: string;
  /** Called if the file is damaged, or is not of the type of its name. */
  onFail(reason: unknown): void;
}
