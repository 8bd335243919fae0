interface Shown {
  name: string;
  /** Called for a damaged file, or one of another type than its name says. */
  onFail(reason: unknown): void;
}

export interface ShownFileProps extends Shown {
  file: Blob;
}

/** Video or audio is streamed from its address, not loaded as a whole. */
export interface PlayedFileProps extends Shown {
  address: string;
}
